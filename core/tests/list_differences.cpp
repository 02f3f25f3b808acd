// Makes every problem of every suite with the C library's functions and lists the arguments for
// which they do not give the correctly rounded result. The published instances were made with glibc
// (since 2.28, on processors with fused multiply-add; without, its results differ), so run it
// there:
//
//   build/tests/core/tests/list_differences core/data/mathematics-differences.bin
//
// and write the checksum of the file into core/CMakeLists.txt. This program defines the functions
// of mathematics.hpp itself: the linker takes these, and not the engine's.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "mathematics/accurate.hpp"
#include "mathematics/differences.hpp"
#include "mathematics/estimates.hpp"
#include "mathematics/mathematics.hpp"
#include "optimeter/suite.hpp"

namespace optimeter::mathematics {
namespace {

struct Survey {
  std::uint64_t calls = 0;
  std::uint64_t differing = 0;
  double farthest = 0.0;  // of a listed result from the middle between two doubles
};

constexpr std::array<const char*, kFunctions> kNames = {"log", "log10", "exp", "sin", "cos", "pow"};
std::array<Survey, kFunctions> surveys;
std::set<std::uint64_t> listed;
std::unordered_set<std::uint64_t> not_listed;  // the arguments that could be taken for a listed one
bool sound = true;

double noted(Function function, double x, double y, double result) {
  Survey& survey = surveys[static_cast<std::size_t>(function)];
  ++survey.calls;
  double estimate = 0.0;
  const bool doubtful = estimate_of(active_isa(), function)(&x, &y, &estimate, 1).close != 0;
  if (!doubtful && estimate == result) return result;
  const Two exact = accurate(function, x, y);
  const std::uint64_t hash = hash_of(function, x, y);
  if (result == exact.high || std::isnan(result)) {
    const double unit = std::fabs(std::nextafter(exact.high, 2 * exact.high) - exact.high);
    if (0.5 - std::fabs(exact.low) / unit < kDoubt) not_listed.insert(hash);
    return result;
  }
  if (std::nextafter(exact.high, result) != result) {
    std::printf("%a, %a: more than one unit off\n", x, y);
    sound = false;
  }
  ++survey.differing;
  listed.insert(hash);
  const double unit = std::fabs(result - exact.high);
  survey.farthest = std::max(survey.farthest, 0.5 - std::fabs(exact.low) / unit);
  return result;
}

}  // namespace

double log(double x) { return noted(Function::log, x, 0, std::log(x)); }
double log10(double x) { return noted(Function::log10, x, 0, std::log10(x)); }
double exp(double x) { return noted(Function::exp, x, 0, std::exp(x)); }
double sin(double x) { return noted(Function::sin, x, 0, std::sin(x)); }
double cos(double x) { return noted(Function::cos, x, 0, std::cos(x)); }
double pow(double x, double y) { return noted(Function::pow, x, y, std::pow(x, y)); }
void log(const double* x, std::size_t n, double* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] = log(x[i]);
}
void exp(const double* x, std::size_t n, double* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] = exp(x[i]);
}
void sin(const double* x, std::size_t n, double* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] = sin(x[i]);
}
void cos(const double* x, std::size_t n, double* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] = cos(x[i]);
}
void pow(const double* x, const double* y, std::size_t n, double* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] = pow(x[i], y[i]);
}

}  // namespace optimeter::mathematics

namespace {

using namespace optimeter;

/// All published instances, and the first fifteen.
std::set<std::int64_t> instances_of(const SuiteInfo& info) {
  std::set<std::int64_t> instances;
  for (std::int64_t i = 1; i <= 15; ++i) instances.insert(i);
  for (const auto& year : info.years) {
    instances.insert(year.instances.begin(), year.instances.end());
  }
  return instances;
}

void make_all(const SuiteDefinition& suite) {
  const SuiteInfo& info = suite.info();
  std::vector<double> values;
  for (const std::int64_t instance : instances_of(info)) {
    for (const FunctionInfo& function : info.functions) {
      for (const std::size_t dimension : info.dimensions) {
        const auto problem = suite.problem(function.number, dimension, instance);
        values.resize(problem->info().objectives);
        problem->evaluate(problem->initial_solution().data(), values.data());  // made when used
      }
    }
  }
}

void write(const std::string& path) {
  const std::vector<std::uint64_t> hashes(mathematics::listed.begin(), mathematics::listed.end());
  std::string bytes;
  for (int i = 0; i < 32; i += 8) bytes.push_back(static_cast<char>(hashes.size() >> i));
  std::string upper;
  std::size_t place = 0;
  std::uint64_t current = 0;
  for (const std::uint64_t hash : hashes) {
    bytes.push_back(static_cast<char>(hash));
    bytes.push_back(static_cast<char>(hash >> 8));
    bytes.push_back(static_cast<char>(hash >> 16));
    place += (hash >> 24) - current;
    current = hash >> 24;
    upper.resize(place / 8 + 1, '\0');
    upper[place / 8] = static_cast<char>(upper[place / 8] | 1 << (place % 8));
    ++place;
  }
  std::ofstream(path, std::ios::binary) << bytes << upper;
  std::printf("%zu hashes, %zu bytes\n", hashes.size(), bytes.size() + upper.size());
}

}  // namespace

int main(int count, char** arguments) {
  using namespace mathematics;
  if (count != 2) {
    std::fprintf(stderr, "list_differences FILE\n");
    return 2;
  }
  for (const SuiteDefinition* suite : suites()) {
    make_all(*suite);
    std::printf("%s\n", suite->info().name.c_str());
    std::fflush(stdout);
  }
  for (std::size_t i = 0; i < surveys.size(); ++i) {
    const Survey& survey = surveys[i];
    std::printf("%s: %llu calls, %llu differ, up to %.4f from the middle\n", kNames[i],
                static_cast<unsigned long long>(survey.calls),
                static_cast<unsigned long long>(survey.differing), survey.farthest);
    sound = sound && survey.farthest < kLargestDifference;
  }
  for (const std::uint64_t hash : not_listed) {
    if (listed.count(hash) == 0) continue;
    std::printf("%llx stands for two arguments: change the hash\n",
                static_cast<unsigned long long>(hash));
    sound = false;
  }
  write(arguments[1]);
  return sound ? 0 : 1;
}
