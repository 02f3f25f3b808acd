#include "recorders/result_folder.hpp"

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

#include "digits.hpp"
#include "optimeter/errors.hpp"
#include "recorders/naming.hpp"

namespace optimeter {
namespace {

namespace fs = std::filesystem;

std::string with_suffix(const std::string& path, const std::string& suffix) {
  const std::size_t dot = path.rfind('.');
  return path.substr(0, dot) + suffix + path.substr(dot);
}

/// A path as recorded files name it, with slashes.
std::string generic_utf8(const fs::path& path) {
  const std::u8string text = path.generic_u8string();
  return {text.begin(), text.end()};
}

// "", "-0001", "-0002", …
std::string numbered(std::size_t number) {
  return number == 0 ? "" : std::string("-").append(digits(number, 4));
}

// A unit may come from anywhere; whatever it says, nothing is written outside of the folder.
void check_paths(const Unit& facts) {
  const auto check = [&facts](const std::string& path) {
    if (stays_inside(path) && path_of(path).has_extension()) return;
    throw FileError("the run of " + facts.problem + " names the file " + path +
                    ", which cannot be one of the result folder");
  };
  if (facts.sections.empty()) throw FileError("the run of " + facts.problem + " names no file");
  if (!facts.index.file.empty()) check(facts.index.file);
  for (const Section& section : facts.sections) check(section.path);
}

// Moves what is in one folder to another, in place of files that are there already. Folders first:
// an index never names data that is not there yet. They are moved whole where that is possible.
void move_contents(const fs::path& from, const fs::path& to, bool sync) {
  std::vector<fs::path> folders;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(from)) {
    (entry.is_directory() ? folders : files).push_back(entry.path().filename());
  }
  std::sort(folders.begin(), folders.end());
  std::sort(files.begin(), files.end());
  std::error_code unknown;
  for (const fs::path& name : folders) {
    if (sync || fs::exists(to / name, unknown)) {
      make_folders(to / name);
      move_contents(from / name, to / name, sync);
    } else {
      rename_file(from / name, to / name, sync);
    }
  }
  for (const fs::path& name : files) {
    if (sync) File::append_to(from / name).sync();
    rename_file(from / name, to / name, sync);
  }
}

}  // namespace

fs::path ResultFolder::place(const Section& section) {
  if (section.independent) {
    return root_ / path_of(with_suffix(section.path, free_suffix(section)));
  }
  fs::path& known = places_[section.path];
  if (known.empty()) known = root_ / path_of(with_suffix(section.path, suffix_));
  return known;
}

// The first of "", "-0001", "-0002", … under which the file does not exist. The search begins where
// the last one ended, and goes back over what was taken back since: it must not grow with the
// files.
std::string ResultFolder::free_suffix(const Section& section) {
  const auto taken = [&](std::size_t number) {
    return fs::exists(root_ / path_of(with_suffix(section.path, numbered(number))));
  };
  std::size_t& number = free_[section.path];
  while (number > 0 && !taken(number - 1)) --number;
  while (taken(number)) ++number;
  return numbered(number);
}

// Index files that open with different texts, of two suites, say, are different files.
std::string ResultFolder::index_suffix(const IndexEntry& index) {
  std::vector<std::string>& known = preambles_[index.file];
  const auto found = std::find(known.begin(), known.end(), index.preamble);
  const auto number = static_cast<std::size_t>(found - known.begin());
  if (found == known.end()) known.push_back(index.preamble);
  return numbered(number);
}

void ResultFolder::begin(const Unit& facts) {
  check_paths(facts);
  Placement run;
  run.index = facts.index;
  const std::string index_number = index_suffix(facts.index);
  if (!facts.index.file.empty()) run.index_file = with_suffix(facts.index.file, index_number);
  run.set_before = set_;
  run.suffix_before = suffix_;
  const std::string set = run.index_file + "\n" + facts.index.set + "\n" + facts.sections[0].path;
  if (set != set_) {
    close();
    suffix_ =
        facts.index.style == IndexStyle::kText ? free_suffix(facts.sections[0]) : index_number;
  }
  for (const Section& section : facts.sections) {
    const fs::path path = place(section);
    const auto open = files_.find(path.native());
    std::error_code missing;
    const auto size = open != files_.end() ? open->second.size() : fs::file_size(path, missing);
    run.parts.push_back({path, missing ? 0 : static_cast<std::uint64_t>(size)});
  }
  set_ = set;
  placements_.push_back(std::move(run));
}

File& ResultFolder::file(const fs::path& path) {
  const auto found = files_.find(path.native());
  if (found != files_.end()) return found->second;
  File& opened = files_.emplace(path.native(), File::append_to(path)).first->second;
  if (collect_) opened.collect();
  return opened;
}

void ResultFolder::close() {
  for (auto& [path, opened] : files_) opened.close();
  files_.clear();
  places_.clear();
}

void ResultFolder::close_indices() {
  for (auto& [path, index] : json_) index.close();
}

void ResultFolder::append(std::size_t section, std::string_view bytes) {
  if (bytes.empty()) return;
  file(placements_.back().parts[section].path).write(bytes);
}

// The text that opens the run's data set, if it is not open yet.
std::string ResultFolder::index_head(const Placement& run) const {
  if (run.set_before == set_) return {};
  std::string text = run.index_part.start == 0 ? run.index.preamble : "";
  if (run.index_part.start > 0 || !text.empty()) text.append("\n");
  text.append(run.index.set);
  const fs::path& data = run.parts[0].path;
  return text.append(generic_utf8(data.lexically_relative(root_ / path_of(run.index.base))));
}

// Mentions the run in a text index, with more behind it.
void ResultFolder::mention(Placement& run, const std::string& more) {
  File& index = file(root_ / path_of(run.index_file));
  run.index_part = {index.path(), index.size()};
  run.announced = true;
  index.write(index_head(run) + run.index.run + more);
}

void ResultFolder::announce() {
  Placement& run = placements_.back();
  const bool later = run.index.style == IndexStyle::kJson || run.index.run.empty();
  if (!run.announced && !later && !run.index_file.empty()) mention(run, "");
}

void ResultFolder::finish(const Unit& facts) {
  Placement& run = placements_.back();
  run.index = facts.index;
  if (run.index.style == IndexStyle::kJson) {
    std::string scenario = run.index.set;
    scenario.append(generic_utf8(run.parts[0].path.lexically_relative(root_)));
    scenario.append("\",\n\t\t\"runs\": [");
    JsonIndex& index =
        json_.try_emplace(run.index_file, root_ / path_of(run.index_file)).first->second;
    run.change = index.add(run.index.preamble, scenario, run.index.result);
  } else if (run.announced) {
    file(run.index_part.path).write(run.index.result);
  } else if (!run.index_file.empty()) {
    mention(run, run.index.result);
  }
  run.finished = true;
}

void ResultFolder::add(const UnitFile& unit) {
  const Unit& facts = unit.facts();
  if (facts.evaluations == 0) return;
  begin(facts);
  for (std::size_t i = 0; i < facts.sections.size(); ++i) {
    unit.read(i, [&](std::string_view bytes) { append(i, bytes); });
  }
  finish(facts);
}

void ResultFolder::cut(const Part& part) {
  if (part.start > 0) {
    file(part.path).truncate(part.start);
    return;
  }
  files_.erase(part.path.native());
  remove_file(part.path);
  const fs::path folder = part.path.parent_path();
  std::error_code not_empty;
  if (folder != root_) fs::remove(folder, not_empty);
}

Spool ResultFolder::lines_of_last(const fs::path& scratch) {
  const Placement& run = placements_.back();
  Spool lines(run.parts.size(), scratch);
  for (std::size_t i = 0; i < run.parts.size(); ++i) {
    if (!fs::exists(run.parts[i].path)) continue;
    const File& source = file(run.parts[i].path);
    source.read(run.parts[i].start, source.size() - run.parts[i].start,
                [&](std::string_view bytes) { lines.append(i, bytes); });
  }
  return lines;
}

void ResultFolder::take_back() {
  const Placement run = std::move(placements_.back());
  placements_.pop_back();
  set_ = run.set_before;
  suffix_ = run.suffix_before;
  if (run.index.style == IndexStyle::kJson) {
    if (run.finished) json_.at(run.index_file).remove_last(run.change);
  } else if (run.announced) {
    cut(run.index_part);
  }
  for (const Part& part : run.parts) cut(part);
  files_.clear();
  places_.clear();
}

std::vector<std::string> assemble(const std::vector<UnitPlace>& units, const fs::path& folder,
                                  bool sync) {
  const fs::path beside = folder / ".assembly";
  std::error_code error;
  fs::remove_all(beside, error);
  make_folders(beside);
  {
    ResultFolder result(beside, true);
    std::shared_ptr<const File> pack;
    for (const UnitPlace& unit : units) {
      if (!pack || pack->path().native() != unit.path.native()) {
        pack = std::make_shared<const File>(File::read_from(unit.path));
      }
      result.add(UnitFile(pack, unit));
      result.forget();
    }
    result.close_indices();
    result.close();
  }
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(beside)) {
    if (!entry.is_directory())
      names.push_back(generic_utf8(entry.path().lexically_relative(beside)));
  }
  std::sort(names.begin(), names.end());
  move_contents(beside, folder, sync);
  fs::remove_all(beside, error);
  return names;
}

}  // namespace optimeter
