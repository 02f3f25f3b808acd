#include "callable.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace optimeter::python {
namespace {

enum class Row { finite, infinite, nan };

Row classify(const double* x, std::size_t d) {
  if (std::any_of(x, x + d, [](double v) { return std::isinf(v); })) return Row::infinite;
  if (std::any_of(x, x + d, [](double v) { return std::isnan(v); })) return Row::nan;
  return Row::finite;
}

std::vector<double> bounds(const nb::dict& arguments, const char* name) {
  return to_vector(nb::object(arguments[name]), name);
}

std::size_t count_argument(const nb::dict& arguments, const char* name, std::size_t smallest) {
  nb::object value = arguments[name];
  std::int64_t number = 0;
  if (!nb::try_cast(value, number) || number < static_cast<std::int64_t>(smallest)) {
    raise("InvalidValueError", std::string(name) + " must be an integer of at least " +
                                   std::to_string(smallest) + "; got " + nb::repr(value).c_str());
  }
  return static_cast<std::size_t>(number);
}

std::string text_argument(const nb::dict& arguments, const char* name) {
  nb::object value = arguments[name];
  std::string text;
  if (!nb::try_cast(value, text)) {
    raise("InvalidTypeError",
          std::string(name) + " must be a string; got " + nb::repr(value).c_str());
  }
  return text;
}

void check_bounds(const ProblemInfo& info) {
  if (info.lower_bounds.empty()) {
    raise("InvalidValueError", "lower must hold at least one bound; got none");
  }
  if (info.lower_bounds.size() != info.upper_bounds.size()) {
    raise("InvalidValueError", "lower and upper must be of equal length; got " +
                                   std::to_string(info.lower_bounds.size()) + " and " +
                                   std::to_string(info.upper_bounds.size()) + " bounds");
  }
  for (std::size_t i = 0; i < info.lower_bounds.size(); ++i) {
    if (!(info.lower_bounds[i] < info.upper_bounds[i])) {
      raise("InvalidValueError",
            "lower must be below upper; got " + std::to_string(info.lower_bounds[i]) + " and " +
                std::to_string(info.upper_bounds[i]) + " at position " + std::to_string(i));
    }
  }
  if (info.integer_variables > info.lower_bounds.size()) {
    raise("InvalidValueError", "integer_variables must be at most the dimension " +
                                   std::to_string(info.lower_bounds.size()) + "; got " +
                                   std::to_string(info.integer_variables));
  }
}

std::vector<double> middle(const ProblemInfo& info) {
  std::vector<double> x(info.dimension);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = info.lower_bounds[i] + 0.5 * (info.upper_bounds[i] - info.lower_bounds[i]);
    if (!std::isfinite(x[i])) x[i] = 0.0;
    if (i < info.integer_variables) x[i] = std::floor(x[i] + 0.5);
  }
  return x;
}

std::vector<double> optional_vector(const nb::dict& arguments, const char* name,
                                    std::size_t length) {
  nb::object value = arguments[name];
  if (value.is_none()) return {};
  std::vector<double> numbers;
  if (PyNumber_Check(value.ptr()) != 0 && PySequence_Check(value.ptr()) == 0) {
    numbers.push_back(nb::cast<double>(value));
  } else {
    numbers = to_vector(value, name);
  }
  if (numbers.size() != length) {
    raise("InvalidValueError", std::string(name) + " must hold " + std::to_string(length) +
                                   " numbers; got " + std::to_string(numbers.size()));
  }
  return numbers;
}

void require_callable(const nb::object& function, const char* name) {
  if (PyCallable_Check(function.ptr()) == 0) {
    raise("InvalidTypeError",
          std::string(name) + " must be callable; got " + nb::repr(function).c_str());
  }
}

}  // namespace

CallableMapping::CallableMapping(nb::object function, std::size_t dimension, std::size_t outputs,
                                 nb::dict description, std::string what)
    : Mapping(dimension, outputs),
      function_(std::move(function)),
      description_(std::move(description)),
      vectorized_(nb::cast<bool>(description_["vectorized"])),
      what_(std::move(what)) {}

CallableMapping::~CallableMapping() {
  const nb::gil_scoped_acquire lock;
  function_.reset();
  description_.reset();
}

void CallableMapping::evaluate(const double* x, std::size_t n, double* y) const {
  const nb::gil_scoped_acquire lock;
  const std::size_t d = dimension();
  const std::size_t m = outputs();
  std::size_t begin = 0;
  while (begin < n) {  // stretches of finite rows; the callable never sees another
    const Row row = classify(x + begin * d, d);
    if (row != Row::finite) {
      const double value = row == Row::infinite ? std::numeric_limits<double>::infinity()
                                                : std::numeric_limits<double>::quiet_NaN();
      std::fill_n(y + begin * m, m, value);
      ++begin;
      continue;
    }
    std::size_t end = begin + 1;
    while (vectorized_ && end < n && classify(x + end * d, d) == Row::finite) ++end;
    call_rows(x + begin * d, end - begin, y + begin * m);
    begin = end;
  }
}

void CallableMapping::call_rows(const double* x, std::size_t n, double* y) const {
  // A fresh array each time: the callable may keep or change it.
  nb::object point = new_array(vectorized_ ? n : dimension(), dimension(), vectorized_);
  std::copy_n(x, n * dimension(), array_data(point));
  store(function_(point), n, y);
}

void CallableMapping::store(const nb::object& result, std::size_t rows, double* y) const {
  const std::size_t wanted = rows * outputs();
  if (wanted == 1 && PyFloat_CheckExact(result.ptr())) {
    y[0] = PyFloat_AS_DOUBLE(result.ptr());
    return;
  }
  nb::object array;
  if (!result.is_none()) {  // numpy would take it for NaN
    array = nb::steal(PyArray_FROM_OTF(result.ptr(), NPY_DOUBLE, NPY_ARRAY_IN_ARRAY));
  }
  if (!array.is_valid()) {
    PyErr_Clear();
    raise("InvalidTypeError", what_ + " must return real numbers; got " + nb::repr(result).c_str());
  }
  auto* const raw = reinterpret_cast<PyArrayObject*>(array.ptr());
  const auto size = static_cast<std::size_t>(PyArray_SIZE(raw));
  if (size != wanted) {
    raise("InvalidValueError", what_ + " must return " + std::to_string(wanted) +
                                   (wanted == 1 ? " number" : " numbers") + "; got " +
                                   std::to_string(size));
  }
  std::copy_n(static_cast<const double*>(PyArray_DATA(raw)), wanted, y);
}

std::unique_ptr<Problem> problem_from_callable(const nb::dict& arguments) {
  ProblemInfo info;
  info.lower_bounds = bounds(arguments, "lower");
  info.upper_bounds = bounds(arguments, "upper");
  info.integer_variables = count_argument(arguments, "integer_variables", 0);
  check_bounds(info);
  info.dimension = info.lower_bounds.size();
  info.objectives = count_argument(arguments, "objectives", 1);
  info.constraints = count_argument(arguments, "constraints", 0);
  info.function = static_cast<int>(count_argument(arguments, "function_number", 0));
  info.instance = static_cast<std::int64_t>(count_argument(arguments, "instance", 0));
  info.suite = text_argument(arguments, "suite");
  info.group = text_argument(arguments, "group");
  info.name = text_argument(arguments, "name");
  nb::object id = arguments["id"];
  info.id = id.is_none() ? info.name + "_i" + std::to_string(info.instance) + "_d" +
                               std::to_string(info.dimension)
                         : text_argument(arguments, "id");
  info.target_precision = nb::cast<double>(arguments["target_precision"]);
  info.initial_solution = optional_vector(arguments, "initial_solution", info.dimension);
  if (info.initial_solution.empty()) info.initial_solution = middle(info);

  nb::object function = arguments["function"];
  require_callable(function, "function");
  nb::object constraint = arguments["constraint"];
  if (info.constraints > 0) require_callable(constraint, "constraint");
  if (info.constraints == 0 && !constraint.is_none()) {
    raise("InvalidValueError", "constraints must say how many values constraint(x) returns; got 0");
  }

  auto landscape = std::make_shared<Landscape>();
  landscape->objectives = std::make_unique<CallableMapping>(
      function, info.dimension, info.objectives, arguments, "the function of problem " + info.id);
  if (info.constraints > 0) {
    landscape->constraints =
        std::make_unique<CallableMapping>(constraint, info.dimension, info.constraints, arguments,
                                          "the constraint function of problem " + info.id);
  }
  landscape->best_value = optional_vector(arguments, "best_value", info.objectives);
  landscape->nadir = optional_vector(arguments, "nadir", info.objectives);
  if (!landscape->nadir.empty()) {
    if (info.objectives < 2 || landscape->best_value.empty()) {
      raise("InvalidValueError",
            "nadir is for several objectives and needs best_value, the ideal point");
    }
    Archive(landscape->best_value, landscape->nadir);  // throws unless they span a region
  }
  landscape->best_parameter = optional_vector(arguments, "best_parameter", info.dimension);
  auto lazy = std::make_shared<const LazyLandscape>([landscape] { return std::move(*landscape); });
  static_cast<void>(
      lazy->get());  // nothing to prepare; and see callable_of in register_problem.cpp
  return std::make_unique<Problem>(std::move(info), std::move(lazy));
}

}  // namespace optimeter::python
