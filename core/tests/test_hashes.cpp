// The same bits and the same bytes everywhere: hashes of values of every suite and of recorded
// files are compared with those in hashes.txt, on whatever system and processor this runs.
//
// `test_hashes --print` prints them; a new suite adds its lines to hashes.txt by that.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "optimeter/observer.hpp"
#include "optimeter/suite.hpp"

using namespace optimeter;
namespace fs = std::filesystem;

namespace {

/// FNV-1a over the bytes of what is added.
class Hash {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) {
      state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
  }
  void add(const std::vector<double>& values) {
    for (const double value : values) {
      // The payload of a NaN is not part of the promise; bytes go in little-endian order.
      std::uint64_t bits = 0x7ff8000000000000ULL;
      if (value == value) std::memcpy(&bits, &value, sizeof bits);
      for (int i = 0; i < 64; i += 8) {
        state_ = (state_ ^ ((bits >> i) & 0xff)) * 0x100000001b3ULL;
      }
    }
  }
  std::string text() const {
    std::ostringstream out;
    out << std::hex << state_;
    return out.str();
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

/// Points from integers alone, so that they are the same everywhere.
class Points {
 public:
  explicit Points(std::uint64_t seed) : state_(seed * 2862933555777941757ULL + 3037000493ULL) {}

  std::vector<double> next(std::size_t n, const ProblemInfo& problem, double radius) {
    std::vector<double> x(n * problem.dimension);
    const bool bits = problem.integer_variables == problem.dimension;
    for (double& value : x) {
      state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
      const auto high = static_cast<double>(state_ >> 11);
      value = (high / 4503599627370496.0 - 1.0) * radius;  // 2^52: both steps are exact
      if (bits) value = value < 0.0 ? 0.0 : 1.0;
    }
    return x;
  }

 private:
  std::uint64_t state_;
};

constexpr std::size_t kLargest = 80;

void add_problem(Hash& hash, const SuiteDefinition& suite, int function, std::size_t dimension,
                 std::int64_t instance) {
  const auto problem = suite.problem(function, dimension, instance);
  Points points(static_cast<std::uint64_t>(function) * 1000 + dimension);
  const std::size_t objectives = problem->info().objectives;
  for (const double radius : {5.0, 40.0}) {
    const std::size_t n = 12;
    const std::vector<double> x = points.next(n, problem->info(), radius);
    std::vector<double> y(n * objectives);
    problem->evaluate(x.data(), n, y.data());
    hash.add(y);
    y.resize(objectives);
    problem->evaluate(x.data(), y.data());
    hash.add(y);
    if (problem->info().constraints > 0) {
      std::vector<double> g(n * problem->info().constraints);
      problem->evaluate_constraints(x.data(), n, g.data());
      hash.add(g);
    }
  }
  hash.add(problem->initial_solution());
  hash.add(problem->info().id);
}

std::string hash_of_values(const SuiteDefinition& suite) {
  Hash hash;
  for (const FunctionInfo& function : suite.info().functions) {
    for (const std::size_t dimension : suite.info().dimensions) {
      if (dimension > kLargest || !suite.info().has(function.number, dimension)) continue;
      for (const std::int64_t instance : {1, 2, 5}) {
        if (instance > suite.info().largest_instance) continue;
        add_problem(hash, suite, function.number, dimension, instance);
      }
    }
  }
  return hash.text();
}

/// The names and bytes of all files below the folder, in the order of their names.
std::string hash_of_files(const fs::path& folder) {
  std::map<std::string, fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[entry.path().lexically_relative(folder).generic_string()] = entry.path();
  }
  Hash hash;
  for (const auto& [name, path] : files) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream content;
    content << in.rdbuf();
    hash.add(name);
    hash.add(content.str());
  }
  return hash.text();
}

std::string hash_of_records(const SuiteDefinition& suite, const RecordOptions& options,
                            const fs::path& place) {
  fs::remove_all(place);
  {
    Observer observer(place, options);
    const std::size_t step = std::max<std::size_t>(1, suite.info().functions.size() / 6);
    for (std::size_t i = 0; i < suite.info().functions.size(); i += step) {
      const FunctionInfo& function = suite.info().functions[i];
      const std::size_t dimension =
          function.dimension == 0 ? suite.info().dimensions.front() : function.dimension;
      for (const std::int64_t instance : {1, 2}) {
        if (instance > suite.info().largest_instance) continue;
        const auto problem = suite.problem(function.number, dimension, instance);
        observer.observe(*problem);
        Points points(i + 1);
        std::vector<double> y(100 * problem->info().objectives);
        for (int batch = 0; batch < 5; ++batch) {
          const std::vector<double> x = points.next(100, problem->info(), 5.0 / (1 << batch));
          problem->evaluate(x.data(), 100, y.data());
        }
      }
    }
    observer.close();
  }
  const std::string text = hash_of_files(place);
  fs::remove_all(place);
  return text;
}

std::vector<std::string> all_hashes() {
  std::vector<std::string> lines;
  const fs::path place = fs::temp_directory_path() / "optimeter-hashes";
  for (const SuiteDefinition* suite : suites()) {
    lines.push_back(suite->info().name + " values " + hash_of_values(*suite));
    lines.push_back(suite->info().name + " coco " + hash_of_records(*suite, CocoOptions{}, place));
    if (suite->info().objectives > 1) continue;  // IOHprofiler's format holds one objective
    lines.push_back(suite->info().name + " ioh " + hash_of_records(*suite, IohOptions{}, place));
  }
  return lines;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> lines = all_hashes();
  if (count > 1 && std::string_view(arguments[1]) == "--print") {
    for (const std::string& line : lines) std::printf("%s\n", line.c_str());
    return 0;
  }
  std::ifstream in(OPTIMETER_HASHES);
  std::vector<std::string> expected;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) expected.push_back(line);
  }
  CHECK_FOR(lines.size() == expected.size(), "the number of lines in hashes.txt");
  for (std::size_t i = 0; i < std::min(lines.size(), expected.size()); ++i) {
    CHECK_FOR(lines[i] == expected[i], lines[i] + ", expected " + expected[i]);
  }
  return test::finish();
}
