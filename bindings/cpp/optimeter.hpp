// Optimeter in C++17: suites, problems and observers that give themselves back, errors as
// exceptions.
//
//     optimeter::Suite suite("bbob", optimeter::Selection().dimensions({2, 5}).instances({1, 2}));
//     optimeter::Observer observer("exdata/mine", optimeter::Options::coco().text("algorithm",
//     "mine")); for (optimeter::Problem problem : suite) {
//       observer.observe(problem);
//       double y = problem(x);   // x: any std::vector, std::array, std::span ... of doubles
//     }
//
// A header on top of optimeter.h (link liboptimeter). Points are never copied: the functions read
// them where they are. Objects can be moved, not copied.
#ifndef OPTIMETER_HPP
#define OPTIMETER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "optimeter.h"

namespace optimeter {
// The engine has classes of the same names; no symbol of a program is one of them.
inline namespace cpp {

/// Any failure; `status` tells which kind.
class Error : public std::runtime_error {
 public:
  Error(optimeter_status status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  optimeter_status status() const noexcept { return status_; }

 private:
  optimeter_status status_;
};

/// Unknown name, number out of range, wrong length, a handle that was given back.
class InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// The limit of a problem is reached.
class Stopped : public Error {
 public:
  using Error::Error;
};

/// A file could not be written.
class FileError : public Error {
 public:
  using Error::Error;
};

namespace detail {

[[noreturn]] inline void raise() {
  const optimeter_status status = optimeter_last_status();
  const std::string message = optimeter_last_message();
  switch (status) {
    case OPTIMETER_INVALID_ARGUMENT:
    case OPTIMETER_INVALID_HANDLE:
    case OPTIMETER_EMPTY_SELECTION:
      throw InvalidArgument(status, message);
    case OPTIMETER_STOPPED:
      throw Stopped(status, message);
    case OPTIMETER_FILE_ERROR:
      throw FileError(status, message);
    case OPTIMETER_OUT_OF_MEMORY:
      throw std::bad_alloc();
    default:
      throw Error(status, message);
  }
}

inline void check(optimeter_status status) {
  if (status != OPTIMETER_OK) raise();
}

template <typename T>
T* check(T* handle) {
  if (handle == nullptr) raise();
  return handle;
}

/// What a getter returned, unless it failed, which its value does not tell.
template <typename T>
T value(T result) {
  if (optimeter_last_status() != OPTIMETER_OK) raise();
  return result;
}

}  // namespace detail

/// Doubles that lie one behind the other and belong to somebody else: std::span<const double> where
/// there is none. Made from any container with `data` and `size`.
class View {
 public:
  View(const double* data, std::size_t size) noexcept : data_(data), size_(size) {}
  template <typename Container,
            typename = std::enable_if_t<std::is_convertible_v<
                decltype(std::declval<const Container&>().data()), const double*>>>
  View(const Container& values) noexcept : data_(values.data()), size_(values.size()) {}

  const double* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  const double* begin() const noexcept { return data_; }
  const double* end() const noexcept { return data_ + size_; }
  double operator[](std::size_t i) const noexcept { return data_[i]; }
  std::vector<double> copy() const { return {begin(), end()}; }

 private:
  const double* data_;
  std::size_t size_;
};

/// The same for doubles that are to be written.
class Span {
 public:
  Span(double* data, std::size_t size) noexcept : data_(data), size_(size) {}
  template <typename Container, typename = std::enable_if_t<std::is_convertible_v<
                                    decltype(std::declval<Container&>().data()), double*>>>
  Span(Container&& values) noexcept : data_(values.data()), size_(values.size()) {}

  double* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

 private:
  double* data_;
  std::size_t size_;
};

namespace detail {

template <typename T, void (*Free)(T*)>
struct Deleter {
  void operator()(T* handle) const noexcept { Free(handle); }
};
template <typename T, void (*Free)(T*)>
using Handle = std::unique_ptr<T, Deleter<T, Free>>;

}  // namespace detail

inline std::string_view version() { return optimeter_version(); }

/// A problem, with its counters. It may outlive the suite that it came from.
class Problem {
 public:
  /// Any possible dimension and instance, published or not.
  Problem(const std::string& suite, std::int64_t function, std::int64_t dimension,
          std::int64_t instance = 1)
      : Problem(
            detail::check(optimeter_problem_new(suite.c_str(), function, dimension, instance))) {}
  /// Takes over a handle.
  explicit Problem(optimeter_problem* handle) : handle_(handle) {}

  /// The value at a point, of a problem with one objective.
  double operator()(View x) {
    double y = 0.0;
    detail::check(optimeter_problem_evaluate(get(), x.data(), x.size(), &y, 1));
    return y;
  }
  void evaluate(View x, Span y) {
    detail::check(optimeter_problem_evaluate(get(), x.data(), x.size(), y.data(), y.size()));
  }
  /// Points one behind the other.
  void evaluate_batch(std::size_t points, View x, Span y) {
    detail::check(
        optimeter_problem_evaluate_batch(get(), points, x.data(), x.size(), y.data(), y.size()));
  }
  void evaluate_constraints(View x, Span g) {
    detail::check(
        optimeter_problem_evaluate_constraints(get(), x.data(), x.size(), g.data(), g.size()));
  }
  void recommend(View x) { detail::check(optimeter_problem_recommend(get(), x.data(), x.size())); }
  void restart() { detail::check(optimeter_problem_restart(get())); }
  void limit(std::uint64_t evaluations, bool at_target = false) {
    detail::check(optimeter_problem_limit(get(), evaluations, at_target ? 1 : 0));
  }
  void reseed(std::uint64_t seed) { detail::check(optimeter_problem_reseed(get(), seed)); }
  /// Completes the record.
  void release() { detail::check(optimeter_problem_release(get())); }
  void set_attribute(const std::string& name, double value) {
    detail::check(optimeter_problem_set_attribute(get(), name.c_str(), value));
  }
  Problem copy() const { return Problem(detail::check(optimeter_problem_copy(get()))); }

  std::string_view id() const { return detail::check(optimeter_problem_id(get())); }
  std::string_view name() const { return detail::check(optimeter_problem_name(get())); }
  std::string_view suite() const { return detail::check(optimeter_problem_suite(get())); }
  std::string_view group() const { return detail::check(optimeter_problem_group(get())); }
  std::int64_t function() const { return optimeter_problem_function(get()); }
  std::int64_t instance() const { return optimeter_problem_instance(get()); }
  std::size_t dimension() const { return optimeter_problem_dimension(get()); }
  std::size_t objectives() const { return optimeter_problem_objectives(get()); }
  std::size_t constraints() const { return optimeter_problem_constraints(get()); }
  std::size_t integer_variables() const { return optimeter_problem_integer_variables(get()); }
  View lower_bounds() const { return {optimeter_problem_lower_bounds(get()), dimension()}; }
  View upper_bounds() const { return {optimeter_problem_upper_bounds(get()), dimension()}; }
  View initial_solution() const { return {optimeter_problem_initial_solution(get()), dimension()}; }
  /// Empty where it is not known.
  View nadir() const { return known(optimeter_problem_nadir(get())); }
  View ideal() const { return known(optimeter_problem_ideal(get())); }

  std::uint64_t evaluations() const { return optimeter_problem_evaluations(get()); }
  std::uint64_t evaluations_constraints() const {
    return optimeter_problem_evaluations_constraints(get());
  }
  double best_value() const { return optimeter_problem_best_value(get()); }
  bool target_hit() const { return optimeter_problem_target_hit(get()) != 0; }
  double indicator() const {
    optimeter_clear_error();
    return detail::value(optimeter_problem_indicator(get()));
  }
  bool observed() const { return optimeter_problem_is_observed(get()) != 0; }
  double optimal_value() const { return optimeter_problem_optimal_value(get()); }
  /// The optimum; a record tells that the user looked at it.
  std::vector<double> reveal() {
    std::vector<double> x(dimension());
    detail::check(optimeter_problem_reveal(get(), x.data(), x.size(), 0));
    return x;
  }

  optimeter_problem* get() const noexcept { return handle_.get(); }

 private:
  View known(const double* values) const { return {values, values == nullptr ? 0 : objectives()}; }

  detail::Handle<optimeter_problem, optimeter_problem_free> handle_;
};

/// Which problems of a suite; what is not set is as usual.
class Selection {
 public:
  using Numbers = std::vector<std::int64_t>;
  Selection& functions(Numbers numbers) { return functions_ = std::move(numbers), *this; }
  Selection& dimensions(Numbers numbers) { return dimensions_ = std::move(numbers), *this; }
  Selection& instances(Numbers numbers) { return instances_ = std::move(numbers), *this; }
  Selection& year(std::int64_t year) { return year_ = year, *this; }
  /// Noisy problems take the numbers of COCO.
  Selection& coco_noise() { return coco_noise_ = true, *this; }

 private:
  friend class Suite;
  optimeter_selection get() const {
    const auto part = [](const Numbers& numbers) {
      return numbers.empty() ? nullptr : numbers.data();
    };
    optimeter_selection all{};
    all.size = sizeof(all);
    all.functions = part(functions_);
    all.number_of_functions = functions_.size();
    all.dimensions = part(dimensions_);
    all.number_of_dimensions = dimensions_.size();
    all.instances = part(instances_);
    all.number_of_instances = instances_.size();
    all.year = year_;
    all.coco_noise = coco_noise_ ? 1 : 0;
    return all;
  }

  Numbers functions_;
  Numbers dimensions_;
  Numbers instances_;
  std::int64_t year_ = 0;
  bool coco_noise_ = false;
};

/// An ordered collection of problems that are made when asked for.
class Suite {
 public:
  explicit Suite(const std::string& name, const Selection& selection = {}) {
    const optimeter_selection chosen = selection.get();
    handle_.reset(detail::check(optimeter_suite_new(name.c_str(), &chosen)));
  }
  /// The suite that COCO's strings describe.
  static Suite of_strings(const std::string& name, const std::string& instances,
                          const std::string& options) {
    return Suite(detail::check(optimeter_suite_of_strings(name.c_str(), instances.c_str(),
                                                          options.c_str(), nullptr, nullptr)));
  }

  std::string_view name() const { return detail::check(optimeter_suite_name(get())); }
  std::size_t size() const { return optimeter_suite_size(get()); }
  Problem operator[](std::size_t position) const {
    return Problem(detail::check(optimeter_suite_problem(get(), position)));
  }
  Problem problem(std::int64_t function, std::int64_t dimension, std::int64_t instance) const {
    optimeter_clear_error();
    return (*this)[detail::value(optimeter_suite_find(get(), function, dimension, instance))];
  }

  /// Makes each problem anew.
  class Iterator {
   public:
    Iterator(const Suite& suite, std::size_t position) : suite_(&suite), position_(position) {}
    Problem operator*() const { return (*suite_)[position_]; }
    Iterator& operator++() { return ++position_, *this; }
    bool operator!=(const Iterator& other) const { return position_ != other.position_; }

   private:
    const Suite* suite_;
    std::size_t position_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

  optimeter_suite* get() const noexcept { return handle_.get(); }

 private:
  explicit Suite(optimeter_suite* handle) : handle_(handle) {}
  detail::Handle<optimeter_suite, optimeter_suite_free> handle_;
};

/// What is recorded and how.
class Options {
 public:
  static Options coco() { return Options("coco"); }
  static Options ioh() { return Options("ioh"); }

  Options&& text(const std::string& name, const std::string& value) && {
    return done(optimeter_options_set_text(get(), name.c_str(), value.c_str()));
  }
  Options&& integer(const std::string& name, std::int64_t value) && {
    return done(optimeter_options_set_integer(get(), name.c_str(), value));
  }
  Options&& real(const std::string& name, double value) && {
    return done(optimeter_options_set_real(get(), name.c_str(), value));
  }
  Options&& integers(const std::string& name, const std::vector<std::int64_t>& values) && {
    return done(optimeter_options_set_integers(get(), name.c_str(), values.data(), values.size()));
  }
  Options&& add(const std::string& name, const std::string& value) && {
    return done(optimeter_options_add_text(get(), name.c_str(), value.c_str()));
  }
  Options&& trigger(const std::string& name, const std::vector<double>& values = {}) && {
    return done(optimeter_options_add_trigger(get(), name.c_str(), values.data(), values.size()));
  }

  optimeter_options* get() const noexcept { return handle_.get(); }

 private:
  explicit Options(const char* format) : handle_(detail::check(optimeter_options_new(format))) {}
  Options&& done(optimeter_status status) {
    detail::check(status);
    return std::move(*this);
  }
  detail::Handle<optimeter_options, optimeter_options_free> handle_;
};

/// Records runs in one folder.
class Observer {
 public:
  explicit Observer(const std::string& folder, const Options& options = Options::coco())
      : handle_(detail::check(optimeter_observer_new(folder.c_str(), options.get()))) {}

  void observe(Problem& problem) {
    detail::check(optimeter_observer_observe(get(), problem.get()));
  }
  /// Completes all records and tells what went wrong, which the destructor cannot.
  void close() { detail::check(optimeter_observer_close(get())); }
  std::string_view folder() const { return detail::check(optimeter_observer_folder(get())); }

  optimeter_observer* get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<optimeter_observer, optimeter_observer_free> handle_;
};

/// The generator of COCO's programs.
class Random {
 public:
  explicit Random(std::uint32_t seed) : handle_(detail::check(optimeter_random_new(seed))) {}
  double uniform() { return optimeter_random_uniform(handle_.get()); }
  double normal() { return optimeter_random_normal(handle_.get()); }

 private:
  detail::Handle<optimeter_random, optimeter_random_free> handle_;
};

}  // namespace cpp
}  // namespace optimeter

#endif
