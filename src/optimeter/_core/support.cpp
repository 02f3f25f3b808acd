#include "support.hpp"

#include <numpy/arrayscalars.h>

#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <utility>

#include "optimeter/errors.hpp"

namespace optimeter::python {
namespace {

void set_error(const char* exception, const char* message) {
  PyErr_SetString(exception_type(exception).ptr(), message);
}

// Turns an exception of the engine that is being handled into a Python error; throws others again.
void set_engine_error() {
  try {
    throw;
  } catch (const StopElsewhere& error) {
    set_error("StopElsewhere", error.what());
  } catch (const Stop& error) {
    set_error("Stop", error.what());
  } catch (const InvalidArgument& error) {
    set_error("InvalidValueError", error.what());
  } catch (const FileError& error) {
    set_error("FileError", error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    const std::string place = error.path1().string();
    const std::string reason = error.code().message();
    if (place.empty()) {  // whoever called it knows the folder
      PyErr_SetObject(PyExc_OSError, nb::make_tuple(error.code().value(), reason).ptr());
    } else {
      set_error("FileError", ("cannot read or write " + place + ": " + reason).c_str());
    }
  } catch (const AccountError& error) {
    set_error("AccountError", error.what());
  } catch (const DeviceMemoryError& error) {
    set_error("DeviceMemoryError", error.what());
  } catch (const DeviceError& error) {
    set_error("DeviceError", error.what());
  }
}

std::string shape_text(PyArrayObject* array) {
  std::string text = "(";
  const int rank = PyArray_NDIM(array);
  for (int i = 0; i < rank; ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(PyArray_DIM(array, i));
  }
  return text + (rank == 1 ? ",)" : ")");
}

std::string type_name(PyObject* x) {
  return nb::str(nb::handle(x).type().attr("__name__")).c_str();
}

// float64, C order; raises InvalidTypeError for anything that is not made of real numbers.
nb::object to_doubles(PyObject* x, const std::string& what) {
  nb::object array = nb::steal(PyArray_FromAny(x, nullptr, 0, 0, 0, nullptr));
  if (!array.is_valid()) {
    PyErr_Clear();
    raise("InvalidTypeError", what +
                                  " takes real numbers in an array of shape (d,) or (n, d); got " +
                                  type_name(x) + " that is no such array");
  }
  auto* const raw = reinterpret_cast<PyArrayObject*>(array.ptr());
  const int type = PyArray_TYPE(raw);
  if (!(PyTypeNum_ISFLOAT(type) || PyTypeNum_ISINTEGER(type) || PyTypeNum_ISBOOL(type))) {
    nb::object dtype = nb::borrow(reinterpret_cast<PyObject*>(PyArray_DESCR(raw)));
    raise("InvalidTypeError", what + " takes real numbers; got " + type_name(x) + " of dtype " +
                                  nb::str(dtype).c_str());
  }
  nb::object doubles = nb::steal(
      PyArray_FROM_OTF(array.ptr(), NPY_DOUBLE, NPY_ARRAY_IN_ARRAY | NPY_ARRAY_FORCECAST));
  if (!doubles.is_valid()) throw nb::python_error();
  return doubles;
}

// A number of Python or numpy; false for everything else, among it integers of more than 64 bits,
// which numpy takes for objects.
bool read_number(PyObject* number, bool integers, double& value) {
  if (PyFloat_CheckExact(number)) {
    value = PyFloat_AS_DOUBLE(number);
    return !integers;
  }
  if (PyLong_Check(number)) {  // and bool
    int overflow = 0;
    value = static_cast<double>(PyLong_AsLongLongAndOverflow(number, &overflow));
    return overflow == 0;
  }
  if (PyFloat_Check(number)) {  // numpy's float64 is one
    value = PyFloat_AS_DOUBLE(number);
    return !integers;
  }
  if (!integers && PyArray_IsScalar(number, Float)) {
    value = static_cast<double>(PyArrayScalar_VAL(number, Float));
  } else if (PyArray_IsScalar(number, Long)) {
    value = static_cast<double>(PyArrayScalar_VAL(number, Long));
  } else if (PyArray_IsScalar(number, Int)) {
    value = static_cast<double>(PyArrayScalar_VAL(number, Int));
  } else {
    return false;
  }
  return true;
}

bool read_numbers(PyObject* const* numbers, std::size_t count, bool integers, double* values) {
  for (std::size_t i = 0; i < count; ++i) {
    if (!read_number(numbers[i], integers, values[i])) return false;
  }
  return true;
}

template <typename T>
void read_strided(const char* data, npy_intp stride, std::size_t count, double* values) {
  for (std::size_t i = 0; i < count; ++i, data += stride) {
    values[i] = static_cast<double>(*reinterpret_cast<const T*>(data));
  }
}

bool read_array(PyArrayObject* array, std::size_t count, bool integers, double* values) {
  if (integers && PyArray_ISFLOAT(array)) return false;
  if (!PyArray_ISALIGNED(array) || PyArray_ISBYTESWAPPED(array)) return false;
  const char* const data = PyArray_BYTES(array);
  const npy_intp stride = PyArray_STRIDE(array, 0);
  switch (PyArray_TYPE(array)) {
    case NPY_DOUBLE:
      read_strided<npy_double>(data, stride, count, values);
      return true;
    case NPY_FLOAT:
      read_strided<npy_float>(data, stride, count, values);
      return true;
    case NPY_LONG:
      read_strided<npy_long>(data, stride, count, values);
      return true;
    case NPY_INT:
      read_strided<npy_int>(data, stride, count, values);
      return true;
    case NPY_BYTE:
      read_strided<npy_byte>(data, stride, count, values);
      return true;
    case NPY_BOOL:
      read_strided<npy_bool>(data, stride, count, values);
      return true;
    default:
      return false;
  }
}

// Never destroyed: the interpreter may be gone when static objects are.
nb::dict things_provided() {
  static const nb::handle things = nb::dict().release();
  return nb::borrow<nb::dict>(things);
}

}  // namespace

void provide(const nb::kwargs& things) { things_provided().update(things); }

nb::object provided(const char* name) {
  const nb::dict things = things_provided();
  if (!things.contains(name)) {
    throw nb::import_error("optimeter._core is completed by optimeter.problems: import that");
  }
  return things[name];
}

nb::object exception_type(const char* name) {
  return nb::module_::import_("optimeter.exceptions").attr(name);
}

void raise(const char* exception, const std::string& message) {
  set_error(exception, message.c_str());
  throw nb::python_error();
}

void set_stop(const Stop& stop) noexcept {
  try {
    const bool elsewhere = dynamic_cast<const StopElsewhere*>(&stop) != nullptr;
    set_error(elsewhere ? "StopElsewhere" : "Stop", stop.what());
  } catch (nb::python_error& error) {
    error.restore();
  }
}

void set_python_error() noexcept {
  try {
    try {
      set_engine_error();
    } catch (nb::python_error& error) {
      error.restore();
    } catch (const std::bad_alloc&) {
      PyErr_NoMemory();
    } catch (const std::exception& error) {
      PyErr_SetString(PyExc_RuntimeError, error.what());
    }
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, "an unknown error in the engine");
  }
}

void register_exceptions() {
  nb::register_exception_translator(
      [](const std::exception_ptr& pointer, void*) {
        try {
          std::rethrow_exception(pointer);
        } catch (...) {
          set_engine_error();
        }
      },
      nullptr);
}

bool may_be_on_device(PyObject* x) {
  if (PyArray_Check(x) || PyList_Check(x) || PyTuple_Check(x)) return false;
  return PyObject_HasAttrString(x, "__dlpack_device__") != 0 ||
         PyObject_HasAttrString(x, "__cuda_array_interface__") != 0;
}

nb::object new_array(std::size_t rows, std::size_t columns, bool matrix) {
  npy_intp shape[2] = {static_cast<npy_intp>(rows), static_cast<npy_intp>(columns)};
  nb::object array = nb::steal(PyArray_SimpleNew(matrix ? 2 : 1, shape, NPY_DOUBLE));
  if (!array.is_valid()) throw nb::python_error();
  return array;
}

double* array_data(const nb::object& array) {
  return static_cast<double*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array.ptr())));
}

const double* QuickPoint::copy(PyObject* x, std::size_t dimension, bool integers) {
  const bool is_list = PyList_CheckExact(x);
  const bool is_array = !is_list && PyArray_CheckExact(x);
  if (!is_list && !is_array && !PyTuple_CheckExact(x)) return nullptr;
  auto* const array = reinterpret_cast<PyArrayObject*>(x);
  if (is_array && PyArray_NDIM(array) != 1) return nullptr;
  const Py_ssize_t size = is_array  ? PyArray_DIM(array, 0)
                          : is_list ? PyList_GET_SIZE(x)
                                    : PyTuple_GET_SIZE(x);
  if (static_cast<std::size_t>(size) != dimension) return nullptr;
  double* values = few_;
  if (dimension > kFew) {
    many_.resize(dimension);
    values = many_.data();
  }
  const bool done = is_array ? read_array(array, dimension, integers, values)
                             : read_numbers(PySequence_Fast_ITEMS(x), dimension, integers, values);
  return done ? values : nullptr;
}

Points to_points(PyObject* x, std::size_t dimension, const std::string& what) {
  nb::object doubles = to_doubles(x, what);
  auto* const raw = reinterpret_cast<PyArrayObject*>(doubles.ptr());
  const int rank = PyArray_NDIM(raw);
  const auto expected = static_cast<npy_intp>(dimension);
  if ((rank != 1 && rank != 2) || PyArray_DIM(raw, rank - 1) != expected) {
    const std::string d = std::to_string(dimension);
    raise("InvalidValueError", what + " takes an array of shape (" + d + ",) or (n, " + d +
                                   "); got shape " + shape_text(raw));
  }
  const std::size_t count = rank == 2 ? static_cast<std::size_t>(PyArray_DIM(raw, 0)) : 1;
  return {doubles, static_cast<const double*>(PyArray_DATA(raw)), count, rank == 2};
}

std::vector<double> to_vector(const nb::object& values, const char* name) {
  nb::object doubles = to_doubles(values.ptr(), name);
  auto* const raw = reinterpret_cast<PyArrayObject*>(doubles.ptr());
  if (PyArray_NDIM(raw) != 1) {
    raise("InvalidValueError",
          std::string(name) + " must be one-dimensional; got shape " + shape_text(raw));
  }
  const auto* data = static_cast<const double*>(PyArray_DATA(raw));
  return {data, data + PyArray_DIM(raw, 0)};
}

}  // namespace optimeter::python
