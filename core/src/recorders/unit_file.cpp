#include "recorders/unit_file.hpp"

#include <unistd.h>

#include <bit>
#include <charconv>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "optimeter/errors.hpp"

namespace optimeter {
namespace {

constexpr std::string_view kMagic = "optimeter-unit 1\n";
constexpr std::string_view kLines = "lines:";         // name of a section: prefix and path
constexpr std::string_view kOwnLines = "own-lines:";  // the same of an independent section
constexpr std::string_view kChecksum = "checksum ";
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
    throw FileError("cannot read " + file.path().string() + ": " + text + " is not a number");
  }
  return value;
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
  void number(std::string_view name, std::int64_t number) { value(name, std::to_string(number)); }
  void count(std::string_view name, std::uint64_t number) { value(name, std::to_string(number)); }
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

void write_unit(File& file, const UnitFacts& facts, const Spool& lines) {
  Writer out(file);
  out.raw(kMagic);
  out.value("suite", facts.suite);
  out.value("problem", facts.problem);
  out.number("function", facts.function);
  out.count("dimension", facts.dimension);
  out.number("instance", facts.instance);
  out.count("evaluations", facts.evaluations);
  out.count("evaluations-constraints", facts.evaluations_constraints);
  out.count("best", std::bit_cast<std::uint64_t>(facts.best));  // its bits, to be exact
  out.count("restarts", facts.restarts);
  out.number("revealed", facts.revealed ? 1 : 0);
  out.value("index-style", facts.index.style == IndexStyle::kJson ? "json" : "text");
  out.value("index-file", facts.index.file);
  out.value("index-preamble", facts.index.preamble);
  out.value("index-set", facts.index.set);
  out.value("index-base", facts.index.base);
  out.value("index-run", facts.index.run);
  out.value("index-result", facts.index.result);
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

void save_unit(const std::filesystem::path& path, const UnitFacts& facts, const Spool& lines,
               UnitWriting writing) {
  std::filesystem::path target = path;
  if (writing != UnitWriting::kInPlace) target += ".part-" + std::to_string(::getpid());
  const bool sync = writing == UnitWriting::kSyncAndRename;
  try {
    File file = File::create(target);
    write_unit(file, facts, lines);
    if (sync) file.sync();
    file.close();
    if (target != path) rename_file(target, path, sync);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(target, ignored);
    throw;
  }
}

UnitFile::UnitFile(const std::filesystem::path& path) : file_(File::read_from(path)) { parse(); }

void UnitFile::read(std::size_t section, const std::function<void(std::string_view)>& take) const {
  file_.read(ranges_[section].offset, ranges_[section].length, take);
}

void UnitFile::parse() {
  const auto damaged = [this](const std::string& how) {
    return FileError("cannot read " + file_.path().string() + ": " + how);
  };
  if (file_.size() < kMagic.size() + kTrailer) throw damaged("it is no unit, or cut off");
  const std::uint64_t end = file_.size() - kTrailer;
  Fnv sum;
  std::string head;  // of most units all there is: saves a read for each fact
  file_.read(0, end, [&](std::string_view bytes) {
    sum.add(bytes);
    if (head.size() < kFullBuffer) head.append(bytes);
  });
  const auto fetch = [&](std::uint64_t offset, std::uint64_t length) {
    if (offset + length <= head.size()) {
      return head.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
    }
    std::string text;
    file_.read(offset, length, [&](std::string_view bytes) { text.append(bytes); });
    return text;
  };
  std::string trailer;
  file_.read(end, kTrailer, [&](std::string_view bytes) { trailer.append(bytes); });
  if (trailer != std::string(kChecksum) + sum.hex() + "\n") {
    throw damaged("it is no unit, or damaged: the checksum does not match");
  }

  std::uint64_t at = kMagic.size();
  std::map<std::string, std::string> values;
  while (at < end) {
    std::string line = fetch(at, std::min<std::uint64_t>(end - at, 4096));
    line.resize(std::min(line.find('\n'), line.size()));
    const std::size_t blank = line.rfind(' ');
    if (blank == std::string::npos) throw damaged("a length is missing");
    const auto length = to_integer<std::uint64_t>(line.substr(blank + 1), file_);
    const std::string name = line.substr(0, blank);
    at += line.size() + 1;
    if (length > end - at) throw damaged("a length is wrong");
    const bool own = name.starts_with(kOwnLines);
    if (own || name.starts_with(kLines)) {
      facts_.sections.push_back({name.substr(own ? kOwnLines.size() : kLines.size()), own});
      ranges_.push_back({at, length});
    } else {
      values[name] = fetch(at, length);
    }
    at += length + 1;
  }

  facts_.suite = values["suite"];
  facts_.problem = values["problem"];
  facts_.function = to_integer<int>(values["function"], file_);
  facts_.dimension = to_integer<std::size_t>(values["dimension"], file_);
  facts_.instance = to_integer<std::int64_t>(values["instance"], file_);
  facts_.evaluations = to_integer<std::uint64_t>(values["evaluations"], file_);
  facts_.evaluations_constraints =
      to_integer<std::uint64_t>(values["evaluations-constraints"], file_);
  facts_.best = std::bit_cast<double>(to_integer<std::uint64_t>(values["best"], file_));
  facts_.restarts = to_integer<std::uint64_t>(values["restarts"], file_);
  facts_.revealed = values["revealed"] == "1";
  facts_.index.style = values["index-style"] == "json" ? IndexStyle::kJson : IndexStyle::kText;
  facts_.index.file = values["index-file"];
  facts_.index.preamble = values["index-preamble"];
  facts_.index.set = values["index-set"];
  facts_.index.base = values["index-base"];
  facts_.index.run = values["index-run"];
  facts_.index.result = values["index-result"];
}

UnitFacts read_unit(const std::filesystem::path& path) { return UnitFile(path).facts(); }

}  // namespace optimeter
