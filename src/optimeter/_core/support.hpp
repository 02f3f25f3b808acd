// What the register_*.cpp files share: numpy arrays, exceptions.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL optimeter_numpy_api
#ifndef OPTIMETER_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

#include "optimeter/errors.hpp"

namespace optimeter::python {

namespace nb = nanobind;

/// The exception of that name from `optimeter.exceptions`.
nb::object exception_type(const char* name);

/// What Python provides for the classes of this module: how they show themselves, what their
/// results are, how they are made again. `optimeter.problems` hands it over when it is imported.
nb::object provided(const char* name);
void provide(const nb::kwargs& things);

/// Throws the exception of that name from `optimeter.exceptions`.
[[noreturn]] void raise(const char* exception, const std::string& message);

/// Turns the C++ exception in flight into the current Python error. For slots, where nanobind's own
/// translation does not reach.
void set_python_error() noexcept;
/// The same for an exception that was caught: without throwing it again, which takes long.
void set_stop(const Stop& stop) noexcept;

/// Makes nanobind translate the engine's exceptions in bound functions.
void register_exceptions();

/// A new array of one dimension; `data` is where its values go.
template <typename T>
nb::object empty_array(std::size_t size, T*& data);
/// A new array with the given values.
template <typename T>
nb::object to_array(const std::vector<T>& values);
/// A new float64 array of one or two dimensions.
nb::object new_array(std::size_t rows, std::size_t columns, bool matrix);
double* array_data(const nb::object& array);

/// Points as the engine wants them: float64, C order, and how many there are.
struct Points {
  nb::object array;  ///< keeps the data alive
  const double* data;
  std::size_t count;
  bool batch;  ///< (n, d) was given rather than (d,)
};

/// The data of a float64 array of shape (d,) in C order, the common case, recognised without a
/// conversion; null for anything else.
inline const double* plain_point(PyObject* x, std::size_t dimension) {
  if (!PyArray_CheckExact(x)) return nullptr;
  auto* const array = reinterpret_cast<PyArrayObject*>(x);
  if (PyArray_TYPE(array) != NPY_DOUBLE || PyArray_NDIM(array) != 1) return nullptr;
  if (PyArray_DIM(array, 0) != static_cast<npy_intp>(dimension)) return nullptr;
  if (!PyArray_ISCARRAY_RO(array)) return nullptr;
  return static_cast<const double*>(PyArray_DATA(array));
}

/// A point in one of the forms in which people write points: float64 arrays are taken as they are;
/// lists and tuples of numbers, and arrays of other numbers and strides, are copied without numpy's
/// help, which would take many times as long as an evaluation.
class QuickPoint {
 public:
  QuickPoint() = default;
  QuickPoint(const QuickPoint&) = delete;
  QuickPoint& operator=(const QuickPoint&) = delete;

  /// The coordinates, valid as long as `x` and this live; null for whatever takes the long way,
  /// which knows what is wrong with it, among it floats where only integers are wanted.
  const double* read(PyObject* x, std::size_t dimension, bool integers = false) {
    if (!integers) {
      if (const double* const plain = plain_point(x, dimension)) return plain;
    }
    return copy(x, dimension, integers);
  }

 private:
  static constexpr std::size_t kFew = 48;

  const double* copy(PyObject* x, std::size_t dimension, bool integers);

  double few_[kFew];  // not initialised: what is not used costs nothing
  std::vector<double> many_;
};

/// Accepts anything numpy can turn into real numbers of shape (d,) or (n, d).
/// `what` names the receiver in messages.
Points to_points(PyObject* x, std::size_t dimension, const std::string& what);

/// Whether an object looks like an array that may lie in the memory of a GPU; what Python provides
/// as `on_device` then evaluates it there, or returns NotImplemented if it lies here.
bool may_be_on_device(PyObject* x);

/// A list of real numbers for an argument called `name`.
std::vector<double> to_vector(const nb::object& values, const char* name);

template <typename T>
nb::object empty_array(std::size_t size, T*& data) {
  constexpr int kType = std::is_same_v<T, double>          ? NPY_FLOAT64
                        : std::is_same_v<T, std::int64_t>  ? NPY_INT64
                        : std::is_same_v<T, std::uint64_t> ? NPY_UINT64
                        : std::is_same_v<T, std::int32_t>  ? NPY_INT32
                        : std::is_same_v<T, std::uint8_t>  ? NPY_UINT8
                                                           : NPY_NOTYPE;
  static_assert(kType != NPY_NOTYPE);
  npy_intp length = static_cast<npy_intp>(size);
  nb::object array = nb::steal(PyArray_SimpleNew(1, &length, kType));
  if (!array.is_valid()) throw nb::python_error();
  data = static_cast<T*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array.ptr())));
  return array;
}

template <typename T>
nb::object to_array(const std::vector<T>& values) {
  T* data = nullptr;
  nb::object array = empty_array(values.size(), data);
  std::copy(values.begin(), values.end(), data);
  return array;
}

}  // namespace optimeter::python
