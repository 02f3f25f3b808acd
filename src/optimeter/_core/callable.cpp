#include "callable.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <numpy/arrayscalars.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine_function.hpp"
#include "interpreter.hpp"
#include "optimeter/value_noise.hpp"

namespace optimeter::python {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

thread_local std::vector<std::string> failures_of_last_call;

void tell_failures(std::size_t rows, const std::string& message) {
  const std::size_t left = kMostFailures - std::min(kMostFailures, failures_of_last_call.size());
  failures_of_last_call.insert(failures_of_last_call.end(), std::min(rows, left), message);
}

enum class Row { finite, infinite, nan };

Row classify(const double* x, std::size_t d) {
  if (std::any_of(x, x + d, [](double v) { return std::isinf(v); })) return Row::infinite;
  if (std::any_of(x, x + d, [](double v) { return std::isnan(v); })) return Row::nan;
  return Row::finite;
}

template <typename T>
T fact(const nb::object& description, const char* name) {
  return nb::cast<T>(description.attr(name));
}

std::vector<double> numbers(const nb::object& description, const char* name) {
  return fact<std::vector<double>>(description, name);
}

constexpr int kDeepest = 64;  // axes of an array

// Whether a value is masked or is bytes, or a sequence holds one that is: numpy finds numbers
// behind the mask and in the bytes, which are not meant.
bool hides_numbers(nb::handle value, int depth = 0) {
  if (depth < kDeepest && (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr()))) {
    return std::any_of(value.begin(), value.end(),
                       [depth](nb::handle one) { return hides_numbers(one, depth + 1); });
  }
  if (PyByteArray_Check(value.ptr()) || PyMemoryView_Check(value.ptr())) return true;
  if (!PyArray_Check(value.ptr()) || PyArray_CheckExact(value.ptr())) return false;
  const nb::object mask = nb::getattr(value, "mask", nb::none());
  if (mask.is_none()) return false;
  const nb::object array = nb::steal(PyArray_FromAny(mask.ptr(), nullptr, 0, 0, 0, nullptr));
  if (!array.is_valid()) throw nb::python_error();
  return nb::cast<bool>(nb::bool_(array.attr("any")()));
}

// Whether an object is a real number: it turns itself into a float, which None and texts do not.
bool is_real(PyObject* one) {
  if (PyArray_IsScalar(one, Generic)) {  // numpy's dates and complex numbers do, too
    if (PyArray_IsScalar(one, Timedelta)) return false;  // which numpy takes for an integer
    return PyArray_IsScalar(one, Floating) || PyArray_IsScalar(one, Integer) ||
           PyArray_IsScalar(one, Bool);
  }
  const PyNumberMethods* const how = Py_TYPE(one)->tp_as_number;
  return how != nullptr && (how->nb_float != nullptr || how->nb_index != nullptr);
}

// The float64 array of real numbers, and of nothing that numpy would turn into some; else invalid.
nb::object real_numbers(const nb::object& given) {
  if (hides_numbers(given)) return {};
  nb::object array = nb::steal(PyArray_FromAny(given.ptr(), nullptr, 0, 0, 0, nullptr));
  if (!array.is_valid()) return {};
  auto* const raw = reinterpret_cast<PyArrayObject*>(array.ptr());
  const int type = PyArray_TYPE(raw);
  if (type == NPY_OBJECT) {  // fractions, decimals, integers of more than 64 bits
    const nb::object all = array.attr("ravel")().attr("tolist")();
    for (const nb::handle one : all) {
      if (!is_real(one.ptr())) return {};
    }
  } else if (!(PyTypeNum_ISFLOAT(type) || PyTypeNum_ISINTEGER(type) || PyTypeNum_ISBOOL(type))) {
    return {};
  }
  return nb::steal(
      PyArray_FROM_OTF(array.ptr(), NPY_DOUBLE, NPY_ARRAY_IN_ARRAY | NPY_ARRAY_FORCECAST));
}

// Whether an array has a shape, axes of length 1 left out.
bool has_shape(PyArrayObject* array, std::size_t rows, std::size_t outputs) {
  std::vector<std::size_t> wanted;
  for (const std::size_t length : {rows, outputs}) {
    if (length != 1) wanted.push_back(length);
  }
  std::vector<std::size_t> shape;
  for (int axis = 0; axis < PyArray_NDIM(array); ++axis) {
    if (PyArray_DIM(array, axis) != 1) {
      shape.push_back(static_cast<std::size_t>(PyArray_DIM(array, axis)));
    }
  }
  return shape == wanted;
}

// Whether an exception is the function's: neither an interrupt nor the end of the run.
bool is_failure(const nb::python_error& error) {
  for (const char* const passes : {"Stop", "FileError"}) {
    if (error.matches(exception_type(passes))) return false;
  }
  return error.matches(PyExc_Exception) || error.matches(PyExc_SystemExit);
}

// Raises an exception again, with the place it came from.
[[noreturn]] void raise_again(const nb::object& error) {
  PyErr_Restore(Py_NewRef(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr()))),
                Py_NewRef(error.ptr()), PyException_GetTraceback(error.ptr()));
  throw nb::python_error();
}

std::shared_ptr<const Landscape> engine_of(const nb::object& function) {
  if (!nb::isinstance<EngineFunction>(function)) return nullptr;
  return nb::cast<const EngineFunction&>(function).landscape;
}

}  // namespace

void CallNotes::note_best(const double* x, std::size_t n, std::size_t d, const double* y) {
  for (std::size_t row = 0; row < n; ++row) {
    if (!(y[row] < best) && !(std::isnan(best) && !std::isnan(y[row]))) continue;
    best = y[row];
    best_x.assign(x + row * d, x + (row + 1) * d);
  }
}

void CallNotes::note_failed(const double* x, std::size_t n, std::size_t d,
                            const std::string& message) {
  count += n;
  last = message;
  for (std::size_t row = 0; row < n && first.size() < kMostFailures; ++row) {
    first.push_back({{x + row * d, x + (row + 1) * d}, message});
  }
}

void answer_failures(Problem& problem, const double* x, std::size_t n, double* y) {
  constexpr std::uint64_t kHopeless = 20;  // a mistake in the code must not take a night
  const CallableMapping* const own = callable_of(problem);
  if (own == nullptr || !own->notes()) return;
  const std::shared_ptr<CallNotes> kept = own->notes();
  const bool suspicious = !kept->raises && !kept->any_value && kept->count >= kHopeless;
  if (suspicious && std::isfinite(problem.progress().best_value)) {
    kept->any_value = true;  // in another process
  } else if (suspicious) {
    if (!problem.elsewhere()) {
      const Progress now = problem.progress();
      problem.limit(now.evaluations + now.evaluations_constraints, true);
    }
    if (kept->hopeless.is_valid()) raise_again(kept->hopeless);
    raise("InvalidValueError", "each of the first " + std::to_string(kept->count) +
                                   " evaluations of problem " + problem.info().id +
                                   " failed; the last one " + kept->last);
  }
  if (const auto raised = kept->raised.find(PyThread_get_thread_ident());
      raised != kept->raised.end()) {
    const nb::object error = raised->second;
    kept->raised.erase(raised);
    raise_again(error);
  }
  if (std::isnan(kept->answer)) return;
  const std::size_t d = problem.info().dimension;
  const std::size_t m = problem.info().objectives;
  for (std::size_t row = 0; row < n; ++row) {
    if (std::isnan(y[row * m]) && classify(x + row * d, d) == Row::finite) {
      std::fill_n(y + row * m, m, kept->answer);
    }
  }
}

CallableMapping::CallableMapping(nb::object function, std::size_t dimension, std::size_t outputs,
                                 nb::object description, bool judges, std::string what)
    : Mapping(dimension, outputs),
      function_(std::move(function)),
      description_(std::move(description)),
      engine_(engine_of(function_)),
      vectorized_(fact<bool>(description_, "vectorized")),
      maximize_(fact<bool>(description_, "maximize")),
      judges_(judges),
      what_(std::move(what)) {}

CallableMapping::~CallableMapping() {
  const Locked lock;
  forget();
}

int CallableMapping::traverse(visitproc visit, void* arg) const {
  Py_VISIT(function_.ptr());
  Py_VISIT(description_.ptr());
  if (notes_) {
    Py_VISIT(notes_->hopeless.ptr());
    for (const auto& [thread, error] : notes_->raised) Py_VISIT(error.ptr());
  }
  return 0;
}

void CallableMapping::forget() const {
  notes_.reset();
  function_.reset();
  description_.reset();
}

void CallableMapping::evaluate(const double* x, std::size_t n, double* y) const {
  if (engine_ != nullptr) {
    engine_->objectives->evaluate(x, n, y);
    return;
  }
  const Locked lock;
  const std::size_t d = dimension();
  const std::size_t m = outputs();
  const bool in_run = notes_ != nullptr;
  if (in_run) failures_of_last_call.clear();
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
    if (in_run) {
      call_or_fail(x + begin * d, end - begin, y + begin * m);
    } else {
      call_rows(x + begin * d, end - begin, y + begin * m);
      require_values(y + begin * m, end - begin);
    }
    if (maximize_) {
      for (std::size_t i = begin * m; i < end * m; ++i) y[i] = -y[i];
    }
    if (notes_ && m == 1) notes_->note_best(x + begin * d, end - begin, d, y + begin);
    begin = end;
  }
}

// In a run, what fails has no value: NaN in all outputs.
void CallableMapping::call_or_fail(const double* x, std::size_t n, double* y) const {
  const std::shared_ptr<CallNotes> kept = notes_;
  const std::size_t d = dimension();
  const std::size_t m = outputs();
  try {
    call_rows(x, n, y);
  } catch (nb::python_error& error) {
    if (!is_failure(error)) throw;
    const auto message = nb::cast<std::string>(provided("failure")(error.value()));
    kept->note_failed(x, n, d, message);
    tell_failures(n, message);
    if (!kept->any_value) kept->hopeless = nb::borrow(error.value());
    if (kept->raises) kept->raised[PyThread_get_thread_ident()] = nb::borrow(error.value());
    std::fill_n(y, n * m, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  for (std::size_t row = 0; row < n; ++row) {
    double* const values = y + row * m;
    const char* const fault = fault_of(values);
    if (fault == nullptr) {
      kept->any_value = true;
      kept->hopeless.reset();
      continue;
    }
    std::fill_n(values, m, std::numeric_limits<double>::quiet_NaN());
    const std::string message = std::string("returned ") + fault;
    kept->note_failed(x + row * d, 1, d, message);
    tell_failures(1, message);
  }
}

// What is no value of an objective, in words: NaN, and what is infinitely good, which no function
// is. Null of values.
const char* CallableMapping::fault_of(const double* values) const {
  const double best = maximize_ ? kInfinity : -kInfinity;
  const auto* const end = values + outputs();
  if (std::any_of(values, end, [](double v) { return std::isnan(v); })) return "nan";
  if (std::any_of(values, end, [best](double v) { return v == best; })) {
    return maximize_ ? "inf" : "-inf";
  }
  return nullptr;
}

// Outside of runs NaN is the value that it is.
void CallableMapping::require_values(const double* y, std::size_t n) const {
  if (!judges_) return;
  const double best = maximize_ ? kInfinity : -kInfinity;
  std::size_t left = n * outputs();
  while (left > 0 && y[left - 1] != best) --left;
  if (left == 0) return;
  raise("InvalidValueError",
        what_ + " must not return an infinitely good value; got " + (maximize_ ? "inf" : "-inf"));
}

std::vector<std::string> CallableMapping::failures() const { return failures_of_last_call; }

void CallableMapping::call_rows(const double* x, std::size_t n, double* y) const {
  // A fresh array each time: the callable may keep or change it.
  nb::object point = new_array(vectorized_ ? n : dimension(), dimension(), vectorized_);
  std::copy_n(x, n * dimension(), array_data(point));
  if (!function_.is_valid()) raise("InvalidValueError", what_ + " is gone");
  const nb::object result = nb::steal(call_user(function_.ptr(), point.ptr()));
  if (!result.is_valid()) throw nb::python_error();
  store(result, n, y);
}

void CallableMapping::store(const nb::object& result, std::size_t rows, double* y) const {
  const std::size_t wanted = rows * outputs();
  if (wanted == 1 && PyFloat_CheckExact(result.ptr())) {
    y[0] = PyFloat_AsDouble(result.ptr());
    return;
  }
  const nb::object array = real_numbers(result);
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
  if (!has_shape(raw, rows, outputs())) {
    const nb::object shape = array.attr("shape");
    raise("InvalidValueError", what_ + " must return an array of shape (" + std::to_string(rows) +
                                   ", " + std::to_string(outputs()) + "); got one of shape " +
                                   nb::repr(shape).c_str());
  }
  std::copy_n(static_cast<const double*>(PyArray_DATA(raw)), wanted, y);
}

namespace {

// A landscape of its own for each problem: what it holds of Python belongs to that problem alone,
// which the garbage collector relies on.
std::shared_ptr<const LazyLandscape> landscape_of(const nb::object& description,
                                                  const ProblemInfo& info) {
  auto landscape = std::make_shared<Landscape>();
  const auto mapping = [&](const char* name, std::size_t outputs, bool judges,
                           const std::string& what) {
    return std::make_unique<CallableMapping>(description.attr(name), info.dimension, outputs,
                                             description, judges, what + " of problem " + info.id);
  };
  landscape->objectives = mapping("function", info.objectives, true, "the function");
  if (info.constraints > 0) {
    landscape->constraints =
        mapping("constraint", info.constraints, false, "the constraint function");
  }
  if (const auto engine = engine_of(description.attr("function"))) {
    landscape->optimal_value = engine->optimal_value;
    landscape->best_parameter = engine->best_parameter;
    landscape->shown = engine->shown;
  } else {
    landscape->optimal_value = numbers(description, "optimum");
    landscape->best_parameter = numbers(description, "best_parameter");
    landscape->nadir = numbers(description, "nadir");
    landscape->shown.maximize = info.maximize;
    if (info.maximize) {
      for (double& value : landscape->optimal_value) value = -value;
    }
  }
  auto lazy = std::make_shared<const LazyLandscape>([landscape] { return std::move(*landscape); });
  // Nothing to prepare; and see callable_of.
  static_cast<void>(lazy->get());
  return lazy;
}

// What happens to values on their way to the optimizer; null where nothing does.
std::unique_ptr<Noise> noise_of(const nb::object& description, const ProblemInfo& info) {
  const auto kind = fact<std::string>(description, "value_noise");
  if (kind.empty()) return nullptr;
  std::uint64_t identity = 0xcbf29ce484222325U;  // FNV-1a of the id
  for (const char letter : info.id) {
    identity = (identity ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
  }
  const ValueNoise what = kind == "noisy"       ? ValueNoise::noisy
                          : kind == "truncated" ? ValueNoise::truncated
                                                : ValueNoise::failing;
  return make_value_noise(what, fact<double>(description, "noise_level"), identity);
}

}  // namespace

std::unique_ptr<Problem> problem_from_callable(const nb::object& description) {
  ProblemInfo info;
  info.suite = fact<std::string>(description, "suite");
  info.id = fact<std::string>(description, "id");
  info.name = fact<std::string>(description, "name");
  info.group = fact<std::string>(description, "group");
  info.function = fact<int>(description, "function_number");
  info.instance = fact<std::int64_t>(description, "instance");
  info.objectives = fact<std::size_t>(description, "objectives");
  info.constraints = fact<std::size_t>(description, "constraints");
  info.integer_variables = fact<std::size_t>(description, "integer_variables");
  info.lower_bounds = numbers(description, "lower");
  info.upper_bounds = numbers(description, "upper");
  info.initial_solution = numbers(description, "initial_solution");
  info.dimension = info.lower_bounds.size();
  info.maximize = fact<bool>(description, "maximize");
  info.target_precision = fact<double>(description, "target_precision");

  auto landscape = landscape_of(description, info);
  auto noise = noise_of(description, info);
  return std::make_unique<Problem>(std::move(info), std::move(landscape), std::move(noise));
}

const CallableMapping* callable_of(const Problem& problem) {
  if (!problem.shared_landscape()->ready()) return nullptr;
  return dynamic_cast<const CallableMapping*>(problem.landscape().objectives.get());
}

std::unique_ptr<Problem> copy(const Problem& problem) {
  const CallableMapping* const callable = callable_of(problem);
  if (callable == nullptr) return problem.copy();
  const auto landscape = landscape_of(callable->description(), problem.info());
  static_cast<const CallableMapping&>(*landscape->get().objectives).keep_notes(callable->notes());
  return problem.copy(landscape);
}

}  // namespace optimeter::python
