#include "recorders/unit_file.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <concepts>
#include <map>
#include <string>
#include <utility>

#include "digits.hpp"
#include "optimeter/errors.hpp"

namespace optimeter {
namespace {

constexpr std::string_view kMagic = "optimeter-unit 1\n";
constexpr std::string_view kLines = "lines:";         // name of a section: prefix and path
constexpr std::string_view kOwnLines = "own-lines:";  // the same of an independent section
constexpr std::string_view kChecksum = "checksum ";
constexpr std::string_view kPackMagic = "optimeter-units 1\n";
constexpr std::string_view kIndex = "index ";
constexpr std::size_t kIndexDigits = 16;
constexpr std::uint64_t kTrailer = kChecksum.size() + 17;  // 16 digits and a line end

constexpr std::size_t kFullBuffer = std::size_t{1} << 16;

class Fnv {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) {
      hash_ = (hash_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
  }
  std::string hex() const {
    std::string text(16, '0');
    for (int digit = 0; digit < 16; ++digit) {
      text[static_cast<std::size_t>(digit)] = "0123456789abcdef"[hash_ >> (60 - 4 * digit) & 15U];
    }
    return text;
  }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

template <typename Integer>
Integer to_integer(const std::string& text, const File& file) {
  Integer value{};
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) {
    throw FileError("cannot read " + utf8(file.path()) + ": " + text + " is not a number");
  }
  return value;
}

constexpr const char* kSeveralProcesses = "several-processes";  // only where there are several

// The facts of a unit by their names, in the order of the file.
template <typename AnyUnit, typename Visit>
void each_fact(AnyUnit& facts, const Visit& visit) {
  visit("suite", facts.suite);
  visit("problem", facts.problem);
  visit("function", facts.function);
  visit("dimension", facts.dimension);
  visit("instance", facts.instance);
  visit("evaluations", facts.evaluations);
  visit("evaluations-constraints", facts.evaluations_constraints);
  visit("best", facts.best);
  visit("restarts", facts.restarts);
  visit("revealed", facts.revealed);
  visit(kSeveralProcesses, facts.several_processes);
  visit("index-style", facts.index.style);
  visit("index-file", facts.index.file);
  visit("index-preamble", facts.index.preamble);
  visit("index-set", facts.index.set);
  visit("index-base", facts.index.base);
  visit("index-run", facts.index.run);
  visit("index-result", facts.index.result);
}

std::string text_of(std::string_view fact) { return std::string(fact); }
std::string text_of(IndexStyle fact) { return fact == IndexStyle::kJson ? "json" : "text"; }
std::string text_of(std::integral auto fact) { return std::to_string(fact); }
std::string text_of(double fact) {  // its bits, to be exact
  return std::to_string(std::bit_cast<std::uint64_t>(fact));
}

void read_fact(std::string& text, const File&, std::string& fact) { fact = std::move(text); }
void read_fact(const std::string& text, const File&, bool& fact) { fact = text == "1"; }
void read_fact(const std::string& text, const File&, IndexStyle& fact) {
  fact = text == "json" ? IndexStyle::kJson : IndexStyle::kText;
}
template <std::integral Integer>
void read_fact(const std::string& text, const File& file, Integer& fact) {
  fact = to_integer<Integer>(text, file);
}
void read_fact(const std::string& text, const File& file, double& fact) {
  fact = std::bit_cast<double>(to_integer<std::uint64_t>(text, file));
}

// Writes the names and values of a unit and keeps the sum.
class Writer {
 public:
  explicit Writer(File& file) : file_(file) {}

  void raw(std::string_view bytes) {
    text_.append(bytes);
    if (text_.size() > kFullBuffer) flush();
  }
  void value(std::string_view name, std::string_view value) {
    text_.append(name).append(" ").append(std::to_string(value.size())).append("\n");
    text_.append(value).append("\n");
  }
  void end() {
    sum_.add(text_);
    file_.write(text_.append(kChecksum).append(sum_.hex()).append("\n"));
  }

 private:
  void flush() {
    sum_.add(text_);
    file_.write(text_);
    text_.clear();
  }

  File& file_;
  Fnv sum_;
  std::string text_;
};

void write_unit(File& file, const HeldUnit& unit) {
  const Unit& facts = unit.facts;
  const Spool& lines = unit.lines;
  Writer out(file);
  out.raw(kMagic);
  each_fact(facts, [&](const char* name, const auto& fact) {
    if (name != kSeveralProcesses || facts.several_processes) out.value(name, text_of(fact));
  });
  for (std::size_t i = 0; i < facts.sections.size(); ++i) {
    const Section& section = facts.sections[i];
    std::string head(section.independent ? kOwnLines : kLines);
    head.append(section.path).append(" ").append(std::to_string(lines.size(i))).append("\n");
    out.raw(head);
    lines.read(i, [&](std::string_view bytes) { out.raw(bytes); });
    out.raw("\n");
  }
  out.end();
}

}  // namespace

void save_unit(const std::filesystem::path& path, const HeldUnit& unit, bool sync) {
  write_whole(path, sync, [&](File& file) { write_unit(file, unit); });
}

PackWriter::PackWriter(File& file) : file_(file) {
  file_.collect();
  file_.write(kPackMagic);
}

void PackWriter::add(std::uint64_t run, const HeldUnit& unit) {
  const std::uint64_t start = file_.size();
  write_unit(file_, unit);
  note(run, start);
}

void PackWriter::add(std::uint64_t run, const UnitPlace& place) {
  const std::uint64_t start = file_.size();
  const File source = File::read_from(place.path);
  const std::uint64_t size =
      place.size == UnitPlace::kToTheEnd ? source.size() - place.offset : place.size;
  source.read(place.offset, size, [this](std::string_view bytes) { file_.write(bytes); });
  note(run, start);
}

void PackWriter::add(std::uint64_t run, std::string_view unit) {
  const std::uint64_t start = file_.size();
  file_.write(unit);
  note(run, start);
}

void PackWriter::note(std::uint64_t run, std::uint64_t start) {
  index_.append(std::to_string(run)).append(" ").append(std::to_string(start));
  index_.append(" ").append(std::to_string(file_.size() - start)).append("\n");
}

void PackWriter::end() {
  index_.append(kIndex).append(digits(file_.size(), kIndexDigits)).append("\n");
  file_.write(index_);
}

void write_pack(const std::filesystem::path& path, const std::function<void(PackWriter&)>& fill) {
  write_whole(path, true, [&](File& file) {
    PackWriter pack(file);
    fill(pack);
    pack.end();
  });
}

void write_pack(const std::filesystem::path& path, const PackedUnits& units) {
  write_pack(path, [&](PackWriter& pack) {
    for (const auto& [run, place] : units) pack.add(run, place);
  });
}

namespace {

// The bytes of a unit whose problem has another index, with their lengths and checksum.
std::string with_index(std::string_view unit, std::int64_t index, const File& file) {
  constexpr std::string_view kKey = "%\n% index = ";
  std::string out(kMagic);
  std::size_t at = kMagic.size();
  while (at < unit.size() && !unit.substr(at).starts_with(kChecksum)) {
    const std::size_t line = unit.find('\n', at);
    if (line == std::string_view::npos) break;
    const std::string_view head = unit.substr(at, line - at);
    const std::size_t space = head.rfind(' ');
    if (space == std::string_view::npos) break;
    const auto size = to_integer<std::uint64_t>(std::string(head.substr(space + 1)), file);
    std::string value(unit.substr(line + 1, size));
    if ((head.starts_with(kLines) || head.starts_with(kOwnLines)) && value.starts_with(kKey)) {
      const std::size_t comma = value.find(',');
      value.replace(kKey.size(), comma - kKey.size(), std::to_string(index));
    }
    out.append(head.substr(0, space + 1)).append(std::to_string(value.size())).append("\n");
    out.append(value).append("\n");
    at = line + 1 + size + 1;
  }
  Fnv sum;
  sum.add(out);
  return out.append(kChecksum).append(sum.hex()).append("\n");
}

}  // namespace

void renumber_pack(const std::filesystem::path& path,
                   const std::map<std::uint64_t, std::int64_t>& indices) {
  const PackedUnits units = read_pack(path);
  write_pack(path, [&](PackWriter& pack) {
    for (const auto& [run, place] : units) {
      const auto index = indices.find(run);
      if (index == indices.end()) {
        pack.add(run, place);
        continue;
      }
      const File source = File::read_from(place.path);
      std::string unit;
      source.read(place.offset, place.size, [&](std::string_view bytes) { unit.append(bytes); });
      pack.add(run, with_index(unit, index->second, source));
    }
  });
}

PackedUnits read_pack(const std::filesystem::path& path) {
  const File file = File::read_from(path);
  const auto damaged = [&path] {
    return FileError("cannot read " + utf8(path) + ": it is no pack of units, or cut off");
  };
  const auto text = [&file](std::uint64_t offset, std::uint64_t length) {
    std::string bytes;
    file.read(offset, length, [&](std::string_view piece) { bytes.append(piece); });
    return bytes;
  };
  constexpr std::uint64_t kTail = kIndex.size() + kIndexDigits + 1;
  if (file.size() < kPackMagic.size() + kTail) throw damaged();
  const std::uint64_t end = file.size() - kTail;
  const std::string tail = text(end, kTail);
  if (!tail.starts_with(kIndex) || text(0, kPackMagic.size()) != kPackMagic) throw damaged();
  const auto start = to_integer<std::uint64_t>(tail.substr(kIndex.size(), kIndexDigits), file);
  if (start > end) throw damaged();

  PackedUnits entries;
  const std::string index = text(start, end - start);
  const char* at = index.data();
  const char* const stop = at + index.size();
  const auto number = [&](char behind) {
    std::uint64_t value = 0;
    const auto result = std::from_chars(at, stop, value);
    if (result.ec != std::errc() || result.ptr == stop || *result.ptr != behind) throw damaged();
    at = result.ptr + 1;
    return value;
  };
  while (at != stop) {
    const std::uint64_t run = number(' ');
    const std::uint64_t offset = number(' ');
    const std::uint64_t size = number('\n');
    if (offset > start || size > start - offset) throw damaged();
    entries.emplace_back(run, UnitPlace{path, offset, size});
  }
  return entries;
}

UnitFile::UnitFile(const UnitPlace& place)
    : UnitFile(std::make_shared<const File>(File::read_from(place.path)), place) {}

UnitFile::UnitFile(std::shared_ptr<const File> file, const UnitPlace& place)
    : file_(std::move(file)), start_(place.offset), size_(place.size) {
  if (size_ == UnitPlace::kToTheEnd) size_ = file_->size() - std::min(start_, file_->size());
  parse();
}

void UnitFile::read(std::size_t section, const std::function<void(std::string_view)>& take) const {
  fetch(ranges_[section], take);
}

void UnitFile::fetch(Range range, const std::function<void(std::string_view)>& take) const {
  if (range.offset + range.length <= head_.size()) {
    take(std::string_view(head_).substr(static_cast<std::size_t>(range.offset),
                                        static_cast<std::size_t>(range.length)));
  } else {
    file_->read(start_ + range.offset, range.length, take);
  }
}

void UnitFile::parse() {
  const auto damaged = [this](const std::string& how) {
    return FileError("cannot read " + utf8(file_->path()) + ": " + how);
  };
  if (size_ < kMagic.size() + kTrailer) throw damaged("it is no unit, or cut off");
  const std::uint64_t end = size_ - kTrailer;
  Fnv sum;
  std::string trailer;
  std::uint64_t at = 0;
  file_->read(start_, size_, [&](std::string_view bytes) {
    const auto left = static_cast<std::size_t>(std::min<std::uint64_t>(end - at, bytes.size()));
    sum.add(bytes.substr(0, left));
    trailer.append(bytes.substr(left));
    if (head_.size() < kFullBuffer) head_.append(bytes.substr(0, left));
    at += left;
  });
  if (trailer != std::string(kChecksum) + sum.hex() + "\n") {
    throw damaged("it is no unit, or damaged: the checksum does not match");
  }
  const auto text = [this](std::uint64_t offset, std::uint64_t length) {
    std::string value;
    fetch({offset, length}, [&](std::string_view bytes) { value.append(bytes); });
    return value;
  };
  const auto line_at = [&](std::uint64_t offset) {
    if (const auto start = static_cast<std::size_t>(offset); offset < head_.size()) {
      const std::size_t line_end = head_.find('\n', start);
      if (line_end != std::string::npos) return head_.substr(start, line_end - start);
    }
    std::string line = text(offset, std::min<std::uint64_t>(end - offset, 4096));
    line.resize(std::min(line.find('\n'), line.size()));
    return line;
  };

  at = kMagic.size();
  std::map<std::string, std::string> values;
  while (at < end) {
    const std::string line = line_at(at);
    const std::size_t blank = line.rfind(' ');
    if (blank == std::string::npos) throw damaged("a length is missing");
    const auto length = to_integer<std::uint64_t>(line.substr(blank + 1), *file_);
    const std::string name = line.substr(0, blank);
    at += line.size() + 1;
    if (length > end - at) throw damaged("a length is wrong");
    const bool own = name.starts_with(kOwnLines);
    if (own || name.starts_with(kLines)) {
      facts_.sections.push_back({name.substr(own ? kOwnLines.size() : kLines.size()), own});
      ranges_.push_back({at, length});
    } else {
      values[name] = text(at, length);
    }
    at += length + 1;
  }

  each_fact(facts_, [&](const char* name, auto& fact) { read_fact(values[name], *file_, fact); });
}

Unit read_unit(const UnitPlace& place) { return UnitFile(place).facts(); }

}  // namespace optimeter
