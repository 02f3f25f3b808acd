// Recording allocates nothing per evaluation, keeps its memory flat and survives failures.
#ifndef _WIN32
#include <sys/resource.h>
#endif

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "optimeter/errors.hpp"
#include "optimeter/memory_recorder.hpp"
#include "optimeter/observer.hpp"
#include "optimeter/run_sink.hpp"
#include "optimeter/suite.hpp"
#include "optimeter/unit.hpp"

using namespace optimeter;
namespace fs = std::filesystem;

namespace {
std::atomic<std::size_t> allocations{0};
int failures = 0;

void expect(bool fine, const char* what) {
  if (fine) return;
  ++failures;
  std::printf("failed: %s\n", what);
}

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace

// Not inlined: compilers would see through the pairs and complain.
__attribute__((noinline)) void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* memory) noexcept { std::free(memory); }
__attribute__((noinline)) void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace {

// Values that improve for a while, then never again.
double value_of(std::uint64_t evaluation) {
  return 80.0 + 1e3 / static_cast<double>(evaluation < 1000 ? evaluation : 900);
}

// A recorder whose run becomes a unit.
struct Recorded {
  Recorded(const Problem& problem, const RecordOptions& options, const fs::path& folder)
      : sink(holding_sink(folder)), recorder(make_recorder(problem, options, sink)) {}
  void save(const fs::path& path) const {
    recorder->finish();
    save_unit(path, *sink->finished(), false);
  }
  std::shared_ptr<HoldingSink> sink;
  std::shared_ptr<Recorder> recorder;
};

void feed(Recorder& recorder, std::uint64_t first, std::uint64_t last) {
  const double x[] = {0.1, 0.2};
  for (std::uint64_t i = first; i <= last; ++i) {
    const double y = value_of(i);
    recorder.record({i, 0, x, &y, &y});
  }
}

void check_allocations(const RecordOptions& options, const char* what, const fs::path& folder) {
  const auto problem = find_suite("bbob").problem(1, 2, 1);
  problem->landscape();
  const Recorded run(*problem, options, folder);
  const auto& recorder = run.recorder;
  feed(*recorder, 1, 2000);
  const std::size_t before = allocations;
  feed(*recorder, 2001, 1000000);
  std::printf("%s: %zu allocations in 998000 evaluations\n", what, allocations - before);
  expect(allocations - before < 30, what);
  run.save(folder / "unit");
  expect(read_unit({folder / "unit"}).evaluations == 1000000, "the unit counts all evaluations");
}

// Almost all evaluations that do not improve are skipped inline; `record` sees the others.
void check_skipped(const RecordOptions& options, const char* what, const fs::path& folder) {
  constexpr std::uint64_t kLast = 1000000;
  const auto problem = find_suite("bbob").problem(1, 2, 1);
  const Recorded run(*problem, options, folder);
  const auto& recorder = run.recorder;
  const double x[] = {0.1, 0.2};
  std::size_t seen = 0;
  for (std::uint64_t i = 1; i <= kLast; ++i) {
    const double y = value_of(i);
    if (recorder->skips(y, i, 0)) continue;
    recorder->record({i, 0, x, &y, &y});
    if (i > 1000) ++seen;
  }
  std::printf("%s: %zu of the evaluations without improvement looked at\n", what, seen);
  expect(seen < 200, what);
  run.save(folder / "unit");
  expect(read_unit({folder / "unit"}).evaluations == kLast, "skipped evaluations are counted");
}

// One batch and single calls lead to the same lines.
void check_batches(const RecordOptions& options, const fs::path& folder) {
  std::string texts[2];
  for (const bool batched : {false, true}) {
    const auto problem = find_suite("bbob").problem(1, 2, 1);
    const Recorded run(*problem, options, folder);
    const auto& recorder = run.recorder;
    std::vector<double> x;
    std::vector<double> y;
    for (std::uint64_t i = 1; i <= 5000; ++i) {
      x.insert(x.end(), {1.0 / static_cast<double>(i), 2.0});
      y.push_back(i % 7 == 0 ? NAN : value_of(i) + std::sin(static_cast<double>(i)));
    }
    if (batched) {
      recorder->record_batch({1, 0, 5000, 2, 1, x.data(), y.data(), y.data()});
    } else {
      for (std::uint64_t i = 0; i < 5000; ++i) {
        recorder->record({i + 1, 0, &x[2 * i], &y[i], &y[i]});
      }
    }
    run.save(folder / "unit");
    texts[batched ? 1 : 0] = slurp(folder / "unit");
  }
  expect(!texts[0].empty() && texts[0] == texts[1], "batches give the same unit as single calls");
}

// A landscape with constraints, for the digits and the merit of infeasible points.
class Sum final : public Mapping {
  static constexpr double kScales[] = {1.0, 1e-4, 1e-8};

 public:
  explicit Sum(std::size_t outputs) : Mapping(2, outputs) {}
  void evaluate(const double* x, std::size_t n, double* y) const override {
    for (std::size_t row = 0; row < n; ++row) {
      for (std::size_t i = 0; i < outputs(); ++i) {
        const double z = x[2 * row] * kScales[i] + x[2 * row + 1];
        y[row * outputs() + i] = z;
      }
    }
  }
};

/// Names of folders and files are what the user wrote, whatever the system's own encoding is.
void check_names(const fs::path& folder) {
  const fs::path place = folder / u8"Gr\u00f6\u00dfe \u6570 \U0001F642";
  const auto problem = find_suite("bbob").problem(1, 2, 1);
  for (const RecordOptions& options : {RecordOptions(CocoOptions{}), RecordOptions(IohOptions{})}) {
    Observer observer(place, options);
    observer.observe(*problem);
    const double x[] = {0.0, 0.0};
    double y = 0.0;
    problem->evaluate(x, &y);
    problem->attach(nullptr);
    observer.close();
    expect(fs::exists(observer.folder()), "a folder with any name");
    expect(observer.folder().filename().u8string().starts_with(place.filename().u8string()),
           "the name of the folder");
  }
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.file_size() > 0) ++files;
  }
  expect(files >= 4, "files in folders with any name");
}

void check_constraints(const fs::path& folder) {
  ProblemInfo info;
  info.suite = "bbob-constrained";
  info.id = "constrained";
  info.function = 1;
  info.dimension = 2;
  info.instance = 1;
  info.constraints = 3;
  const auto landscape = std::make_shared<LazyLandscape>([] {
    Landscape made;
    made.objectives = std::make_unique<Sum>(1);
    made.constraints = std::make_unique<Sum>(3);
    made.optimal_value = {-1.0};
    return made;
  });
  Problem problem(info, landscape);
  Observer observer(folder / "constrained", CocoOptions{});
  observer.observe(problem);
  double y = 0.0;
  double g[3];
  const double points[][2] = {{1.0, 0.0}, {1.0, -0.5}, {0.0, -3.0}, {2.0, -2.5}};
  for (const auto& point : points) {
    problem.evaluate(point, &y);
    problem.evaluate_constraints(point, 1, g);
  }
  observer.close();
  const std::string dat = slurp(folder / "constrained/data_f1/bbobexp_f1_DIM2.dat");
  const std::string expected =
      "% f evaluations | g evaluations | best noise-free fitness - Fopt (-1.000000000000e+00) + "
      "sum "
      "g_i+ | measured fitness | best measured fitness or single-digit g-values | x1 | x2...\n"
      // g = 1, 1e-4, 1e-8; f = 1: merit 2.00010001
      "1 0 +3.000100010e+00 +1.000000000e+00 841 +1.0000e+00 +0.0000e+00\n"
      // g = 0.5, < 0, < 0; f = 0.5: merit 1
      "2 1 +2.000000000e+00 +5.000000000e-01 800 +1.0000e+00 -5.0000e-01\n"
      // feasible; f = -3 counts as the optimum: merit -1
      "3 2 +0.000000000e+00 -3.000000000e+00 000 +0.0000e+00 -3.0000e+00\n"
      // the end shows the best values
      "4 3 +0.000000000e+00 -1.000000000e+00 -1.000000000e+00 +0.0000e+00 -3.0000e+00\n";
  expect(dat == expected, "the lines of a constrained problem");
  if (dat != expected) std::printf("%s", dat.c_str());
}

#ifndef _WIN32  // which has no limit on the size of files
void check_full_disk(const fs::path& folder) {
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_IGN);
  Observer observer(folder / "full", CocoOptions{});
  const auto finished = find_suite("bbob").problem(1, 2, 1);
  observer.observe(*finished);
  const double x[] = {0.0, 0.0};
  double y = 0.0;
  finished->evaluate(x, &y);
  finished->attach(nullptr);
  const std::string intact = slurp(folder / "full/data_f1/bbobexp_f1_DIM2.dat");
  rlimit small = before;
  small.rlim_cur = 300;
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto problem = find_suite("bbob").problem(1, 2, 2);
  observer.observe(*problem);
  problem->evaluate(x, &y);
  std::string message;
  try {
    problem->attach(nullptr);
  } catch (const FileError& error) {
    message = error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  expect(message.find("bbobexp_f1_DIM2.dat: File too large") != std::string::npos,
         "a full disk is reported with path and reason");
  problem->evaluate(x, &y);
  expect(problem->progress().evaluations == 2, "the problem stays usable");
  expect(slurp(folder / "full/data_f1/bbobexp_f1_DIM2.dat") == intact, "finished runs are intact");
  try {
    observer.close();
    expect(false, "closing reports the failure again");
  } catch (const FileError&) {
  }
}

// A folder that nothing can be written to, nor taken back from: the run is reported once and
// forgotten, and its problem may go away before the observer.
void check_unusable_folder(const fs::path& folder) {
  for (const bool ioh : {false, true}) {
    const fs::path place = folder / (ioh ? "unusable-ioh" : "unusable");
    Observer observer(place, ioh ? RecordOptions(IohOptions{}) : RecordOptions(CocoOptions{}));
    const double x[] = {0.0, 0.0};
    double y = 0.0;
    auto first = find_suite("bbob").problem(1, 2, 1);
    observer.observe(*first);
    first->evaluate(x, &y);
    auto second = find_suite("bbob").problem(2, 2, 1);
    observer.observe(*second);
    fs::remove_all(place);
    std::ofstream(place) << "in the way";
    try {
      second->evaluate(x, &y);  // the first one cannot be written as finished
      expect(false, "an unusable folder is reported at the next evaluation");
    } catch (const std::exception&) {
    }
    first.reset();
    second.reset();
    const auto third = find_suite("bbob").problem(3, 2, 1);
    observer.observe(*third);
    try {
      observer.close();
      expect(false, "closing reports the failure");
    } catch (const FileError&) {
    }
  }
}
#endif

}  // namespace

int main() {
  const fs::path folder =
      fs::temp_directory_path() / ("optimeter-" + std::to_string(std::random_device{}()));
  fs::create_directories(folder);
  IohOptions always;
  always.triggers = {Always{}};
  always.positions = true;
  IohOptions positions;
  positions.positions = true;
  check_allocations(CocoOptions{}, "coco", folder);
  check_allocations(IohOptions{}, "ioh", folder);
  check_allocations(positions, "ioh with positions", folder);
  check_allocations(always, "ioh, every evaluation", folder);
  check_skipped(CocoOptions{}, "coco", folder);
  check_skipped(IohOptions{}, "ioh", folder);
  for (const RecordOptions& options :
       {RecordOptions(CocoOptions{}), RecordOptions(IohOptions{}), RecordOptions(always)}) {
    check_batches(options, folder);
  }
  check_names(folder / "names");
  check_constraints(folder);
#ifndef _WIN32
  check_full_disk(folder);
  check_unusable_folder(folder);  // Windows removes no folder with open files
#endif
  fs::remove_all(folder);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
