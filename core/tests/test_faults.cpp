// Every call of the system and every allocation fails once, at every place: nothing dies, whatever
// fails is told, and what is done again afterwards has the same bytes.
//
// This file implements the page platform.hpp itself, in front of the real one (fault_platform.cpp).
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "fault_platform.hpp"
#include "optimeter/committer.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/observer.hpp"
#include "optimeter/suite.hpp"
#include "platform/platform.hpp"

using namespace optimeter;
namespace fs = std::filesystem;

namespace {

enum Kind { kOpen, kWrite, kResize, kSync, kFolder, kRename, kRemove, kClose, kMemory, kKinds };
constexpr const char* kNames[] = {"open",   "write",  "resize", "sync",      "make a folder",
                                  "rename", "remove", "close",  "allocation"};

std::atomic<int> armed{-1};       // the kind of call that fails, if any
std::atomic<long> until{0};       // so many calls of the kind succeed before
std::atomic<bool> struck{false};  // whether one failed

// Once: later ones succeed, as when a disk was full for a moment.
bool fails(Kind kind) {
  if (armed != kind || until.fetch_sub(1) != 0) return false;
  struck = true;
  return true;
}

// Allocations succeed meanwhile: libstdc++ ends the process when a directory iterator gets no
// memory.
class Memory {
 public:
  Memory() : before_(armed) {
    if (before_ == kMemory) armed = -1;
  }
  ~Memory() { armed = before_; }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

 private:
  int before_;
};

int failures = 0;

void expect(bool fine, const std::string& what) {
  if (fine) return;
  ++failures;
  std::printf("failed: %s\n", what.c_str());
}

}  // namespace

// Not inlined: the compiler would take malloc and free for a mismatch with new and delete.
__attribute__((noinline)) void* operator new(std::size_t size) {
  if (fails(kMemory)) throw std::bad_alloc();
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* memory) noexcept { std::free(memory); }
__attribute__((noinline)) void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace optimeter::platform {

int open_file(const fs::path& path, Access access, Descriptor& file) {
  if (access != Access::kRead && fails(kOpen)) return EMFILE;
  return real::open_file(path, static_cast<int>(access), file);
}
int open_scratch(const fs::path& folder, Descriptor& file) {
  return fails(kOpen) ? EMFILE : real::open_scratch(folder, file);
}
int close_file(Descriptor file) {
  const int error = real::close_file(file);
  return fails(kClose) ? EIO : error;
}
int file_size(Descriptor file, std::uint64_t& size) { return real::file_size(file, size); }
int write_some(Descriptor file, std::uint64_t offset, const char* bytes, std::size_t length,
               std::size_t& written) {
  if (fails(kWrite)) {  // half of it fits
    real::write_some(file, offset, bytes, length / 2, written);
    return ENOSPC;
  }
  return real::write_some(file, offset, bytes, length, written);
}
int read_some(Descriptor file, std::uint64_t offset, char* bytes, std::size_t length,
              std::size_t& read) {
  return real::read_some(file, offset, bytes, length, read);
}
int resize_file(Descriptor file, std::uint64_t size) {
  return fails(kResize) ? EIO : real::resize_file(file, size);
}
int sync_file(Descriptor) { return fails(kSync) ? EIO : 0; }  // the test need not last
int make_folder(const fs::path& folder) {
  return fails(kFolder) ? ENOSPC : real::make_folder(folder);
}
int rename_file(const fs::path& from, const fs::path& to) {
  return fails(kRename) ? ENOSPC : real::rename_file(from, to);
}
int sync_folder(const fs::path&) { return fails(kSync) ? EIO : 0; }
int remove_file(const fs::path& path) { return fails(kRemove) ? EIO : real::remove_file(path); }
std::uint64_t process_id() { return real::process_id(); }
void around_fork(void (*before)(), void (*in_parent)(), void (*in_child)()) {
  real::around_fork(before, in_parent, in_child);
}
void wait_for(std::intptr_t handle) { real::wait_for(handle); }

}  // namespace optimeter::platform

namespace {

struct Planned {
  const char* suite;
  int function;
  std::int64_t instance;
};
constexpr Planned kPlan[] = {{"bbob", 1, 1},
                             {"bbob", 1, 2},
                             {"bbob-noisy", 101, 1},
                             {"bbob-biobj", 1, 1},
                             {"bbob-constrained", 1, 1}};

std::unique_ptr<Problem> problem_of(const Planned& run) {
  return find_suite(run.suite).problem(run.function, 2, run.instance);
}

void evaluate(Problem& problem) {
  std::vector<double> y(problem.info().objectives);
  for (int i = 0; i < 40; ++i) {
    const double x[] = {3.0 - 0.1 * i, 0.07 * i};
    problem.evaluate(x, y.data());
  }
}

std::map<std::string, std::string> content(const fs::path& folder) {
  std::map<std::string, std::string> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    files[fs::relative(entry.path(), folder).generic_string()] = out.str();
  }
  return files;
}

// The units of runs that are in a journal, of all writers so far.
std::map<std::uint64_t, UnitPlace> stored(const fs::path& work) {
  const Memory enough;
  std::map<std::uint64_t, UnitPlace> units;
  if (!fs::exists(work)) return units;
  for (const auto& writer : fs::directory_iterator(work)) {
    std::set<std::uint64_t> noted;
    std::ifstream journal(writer.path() / "journal.jsonl");
    for (std::string line; std::getline(journal, line);) {
      if (line.empty() || line.back() != '}') continue;  // cut off
      noted.insert(std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10));
    }
    for (const auto& file : fs::directory_iterator(writer)) {
      if (file.path().extension() != ".units") continue;
      for (const auto& [run, place] : read_pack(file.path())) {
        if (noted.contains(run)) units[run] = place;
      }
    }
  }
  return units;
}

// Which runs of the plan the format can take.
bool fits(const Planned& run, const RecordOptions& options) {
  return std::holds_alternative<CocoOptions>(options) ||
         find_suite(run.suite).info().objectives == 1;
}

// Does what is missing and puts the folder together, as an experiment does.
void experiment(const fs::path& folder, const RecordOptions& options, int attempt) {
  const fs::path writer = folder / "work" / std::to_string(attempt);
  {
    const Memory enough;
    fs::create_directories(writer);
  }
  const std::map<std::uint64_t, UnitPlace> known = stored(folder / "work");
  {
    Committer committer(writer);
    for (std::uint64_t run = 0; run < std::size(kPlan); ++run) {
      if (known.contains(run) || !fits(kPlan[run], options)) continue;
      const auto problem = problem_of(kPlan[run]);
      const auto sink = holding_sink(writer);
      problem->attach(make_recorder(*problem, options, sink));
      evaluate(*problem);
      problem->attach(nullptr);
      Outcome outcome;
      outcome.run = run;
      outcome.problem = problem->info().id;
      outcome.evaluations = problem->progress().evaluations;
      committer.submit(outcome, sink->finished());
    }
    committer.flush();
  }
  std::vector<UnitPlace> units;
  for (const auto& [run, place] : stored(folder / "work")) units.push_back(place);
  const auto planned = std::count_if(std::begin(kPlan), std::end(kPlan),
                                     [&](const Planned& run) { return fits(run, options); });
  if (units.size() != static_cast<std::size_t>(planned)) throw FileError("units are missing");
  const Memory enough;
  assemble(units, folder / "data", true);
}

// A loop of one's own: an observer, one problem after the other.
void loop(const fs::path& folder, const RecordOptions& options, int) {
  Observer observer(folder / "data", options);
  std::string told;
  for (const Planned& run : kPlan) {
    if (!fits(run, options)) continue;
    const auto problem = problem_of(run);
    try {
      observer.observe(*problem);
      evaluate(*problem);
    } catch (const std::exception& error) {
      told = error.what();
    }
  }
  observer.close();
  if (!told.empty()) throw FileError(told);
}

// An optimizer that hears of the failure, restarts and goes on: the run is not recorded any more.
void go_on(const fs::path& folder) {
  Observer observer(folder / "data", CocoOptions{});
  const auto problem = problem_of(kPlan[0]);
  observer.observe(*problem);
  int told = 0;
  until = 0;
  armed = kWrite;
  for (int i = 0; i < 3000; ++i) {  // each restart writes a line: more than a buffer holds
    try {
      const double x[] = {1.0, 2.0};
      double y = 0.0;
      problem->evaluate(x, &y);
    } catch (const FileError&) {
      ++told;
    }
    problem->signal_restart();
  }
  armed = -1;
  expect(told == 1, "a run that failed and goes on: told " + std::to_string(told) + " times");
  try {
    observer.close();
  } catch (const FileError&) {
    ++told;
  }
  expect(told == 2, "a run that failed and goes on: not told at the end");
  expect(content(folder / "data").empty(), "a run that failed and goes on: left in the folder");
}

// Evaluations of the runs that an index shows as finished.
std::vector<std::string> shown_as_finished(const std::map<std::string, std::string>& files) {
  static const std::regex coco(R"(:(\d+)\|)");
  static const std::regex ioh(R"lit("evals": (\d+), "best")lit");
  std::vector<std::string> found;
  for (const auto& [name, text] : files) {
    const bool json = name.ends_with(".json");
    if (!json && !name.ends_with(".info")) continue;
    const std::regex& wanted = json ? ioh : coco;
    for (std::sregex_iterator at(text.begin(), text.end(), wanted), end; at != end; ++at) {
      found.push_back((*at)[1].str());
    }
  }
  return found;
}

// Several problems at once, in turns: a run that was lost is never taken for a finished one.
void in_turns(const fs::path& folder, const RecordOptions& options, Kind kind, long number) {
  constexpr int kAll = 60;
  fs::remove_all(folder);
  until = number;
  struck = false;
  armed = kind;
  std::set<std::string> made;  // evaluations of the problems; one that lacks memory is none
  try {
    Observer observer(folder / "data", options);
    std::vector<std::unique_ptr<Problem>> problems;
    for (int k = 0; k < 3; ++k) problems.push_back(problem_of(kPlan[0]));
    for (const auto& problem : problems) observer.observe(*problem);
    for (int i = 0; i < kAll; ++i) {
      for (std::size_t k = 0; k < problems.size(); ++k) {
        // One of them pauses early and goes on late, so that it looks finished meanwhile.
        if ((k == 0) == (i >= 5 && i < 30)) continue;
        try {
          const double x[] = {3.0 - 0.04 * i, 0.05 * i};
          double y = 0.0;
          problems[k]->evaluate(x, &y);
        } catch (const std::exception&) {  // told; the loop goes on
        }
      }
    }
    {
      const Memory enough;
      for (const auto& problem : problems) {
        made.insert(std::to_string(problem->progress().evaluations));
      }
    }
    observer.close();
  } catch (const std::exception&) {  // told
  }
  armed = -1;
  const auto files = content(folder / "data");
  const auto marks = files.find(kUnderWayFile);
  for (const std::string& evaluations : shown_as_finished(files)) {
    const bool whole = made.contains(evaluations);
    const bool noted =
        marks != files.end() &&
        marks->second.find("\"evaluations\": " + evaluations + "}") != std::string::npos;
    expect(whole || noted, std::string(kNames[kind]) + " " + std::to_string(number) +
                               ", in turns: " + evaluations + " evaluations shown as finished");
  }
}

using Work = std::function<void(const fs::path&, const RecordOptions&, int)>;

// Lets the n-th call of the kind fail, for n = 0, 1, … until there are no more.
void strike(const fs::path& root, const Work& work, const RecordOptions& options, Kind kind,
            bool resumes, const std::map<std::string, std::string>& expected, long step) {
  for (long number = 0;; number += 1 + number / 40 * step) {
    const std::string what =
        std::string(kNames[kind]) + " " + std::to_string(number) + (resumes ? ", run" : ", loop");
    fs::remove_all(root);
    fs::create_directories(root);
    bool told = false;
    until = number;
    struck = false;
    armed = kind;
    try {
      work(root, options, 0);
    } catch (const FileError&) {
      told = true;
    } catch (const std::bad_alloc&) {
      told = true;
    } catch (const std::exception& error) {
      armed = -1;
      told = true;
      expect(kind == kMemory, what + ": " + error.what());
    }
    armed = -1;
    if (!told) expect(content(root / "data") == expected, what + ": not told, and other bytes");
    if (resumes && told) {
      work(root, options, 1);
      expect(content(root / "data") == expected, what + ": other bytes when done again");
    }
    if (!struck) return;
  }
}

}  // namespace

int main() {
  const fs::path root =
      fs::temp_directory_path() / ("faults-" + std::to_string(real::process_id()));
  CocoOptions coco;
  IohOptions ioh;
  const struct {
    Work work;
    bool resumes;
  } works[] = {{experiment, true}, {loop, false}};
  int tried = 0;
  for (const RecordOptions& options : {RecordOptions(coco), RecordOptions(ioh)}) {
    for (const auto& [work, resumes] : works) {
      fs::remove_all(root);
      fs::create_directories(root);
      work(root, options, 0);
      const auto expected = content(root / "data");
      expect(!expected.empty(), "nothing was recorded");
      for (int kind = 0; kind < kKinds; ++kind) {
        strike(root, work, options, static_cast<Kind>(kind), resumes, expected,
               kind == kMemory ? 1 : 0);
        ++tried;
      }
    }
  }
  for (const RecordOptions& options : {RecordOptions(coco), RecordOptions(ioh)}) {
    for (int kind = 0; kind < kKinds; ++kind) {
      long number = 0;
      do {
        in_turns(root, options, static_cast<Kind>(kind), number);
        number += kind == kMemory ? 1 + number / 40 : 1;
      } while (struck);
      ++tried;
    }
  }
  fs::remove_all(root);
  go_on(root);
  fs::remove_all(root);
  if (failures == 0) std::printf("%d kinds of faults: held\n", tried);
  return failures == 0 ? 0 : 1;
}
