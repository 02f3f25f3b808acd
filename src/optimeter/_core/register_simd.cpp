// The instruction set of the kernels, and their vector math for tests.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "mathematics/mathematics.hpp"
#include "optimeter/errors.hpp"
#include "simd/math_arrays.hpp"
#include "support.hpp"

namespace optimeter::python {
namespace {

MathFunction math_function(const std::string& name) {
  std::string known;
  for (std::size_t i = 0; i < kMathFunctionNames.size(); ++i) {
    if (name == kMathFunctionNames[i]) return static_cast<MathFunction>(i);
    known += std::string(known.empty() ? "" : ", ") + kMathFunctionNames[i];
  }
  raise("UnknownNameError", "unknown function '" + name + "'; accepted: " + known);
}

nb::object vecmath(const std::string& name, const std::string& isa, const nb::object& x,
                   const std::optional<nb::object>& y) {
  const MathFunction function = math_function(name);
  const Isa kernels = isa_from_name(isa);
  const std::vector<double> first = to_vector(x, "x");
  std::vector<double> second;
  if (y) second = to_vector(*y, "y");
  if (y.has_value() != (function == MathFunction::pow)) {
    raise("InvalidTypeError", "y is for pow, which needs it, and for no other function; got '" +
                                  name + "' " + (y ? "with" : "without") + " y");
  }
  if (y && first.size() != second.size()) {
    throw InvalidArgument("x and y must have the same length; got " + std::to_string(first.size()) +
                          " and " + std::to_string(second.size()));
  }
  nb::object out = new_array(first.size(), 1, false);
  apply(kernels, function, first.data(), second.data(), array_data(out), first.size());
  return out;
}

// The functions that make instances, one by one; for tests.
nb::object of_mathematics(const std::string& name, const nb::object& x,
                          const std::optional<nb::object>& y) {
  using Function = double (*)(double);
  const std::vector<double> first = to_vector(x, "x");
  nb::object out = new_array(first.size(), 1, false);
  double* const results = array_data(out);
  if (name == "pow" && y) {
    const std::vector<double> second = to_vector(*y, "y");
    if (first.size() != second.size()) throw InvalidArgument("x and y must have the same length");
    mathematics::pow(first.data(), second.data(), first.size(), results);
    return out;
  }
  Function function = nullptr;
  if (name == "log") function = mathematics::log;
  if (name == "log10") function = mathematics::log10;
  if (name == "exp") function = mathematics::exp;
  if (name == "sin") function = mathematics::sin;
  if (name == "cos") function = mathematics::cos;
  if (function == nullptr) {
    raise("UnknownNameError",
          "unknown function '" + name + "'; accepted: log, log10, exp, sin, cos, pow with y");
  }
  for (std::size_t i = 0; i < first.size(); ++i) results[i] = function(first[i]);
  return out;
}

}  // namespace

void register_simd(nb::module_& module) {
  module.def(
      "isa", [] { return std::string(isa_name(active_isa())); },
      "The instruction set of the kernels: the fastest available one, or the one that the "
      "environment variable OPTIMETER_ISA names. It changes the speed, never a result.");
  module.def(
      "available_isas",
      [] {
        std::vector<std::string> names;
        for (const Isa isa : available_isas()) names.emplace_back(isa_name(isa));
        return names;
      },
      "The instruction sets that this machine and this build support, from slowest to fastest.");
  module.def("_vecmath", &vecmath, nb::arg("name"), nb::arg("isa"), nb::arg("x"),
             nb::arg("y") = nb::none(),
             "A function of the vector math of an array by the kernels of an instruction set.");
  module.def("_mathematics", &of_mathematics, nb::arg("name"), nb::arg("x"),
             nb::arg("y") = nb::none(),
             "A function of those that make instances, correctly rounded.");
}

}  // namespace optimeter::python
