#include "simd/dispatch.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "kernels/vecmath_array.hpp"

OPTIMETER_TABLES(MathTable, math_table)

namespace optimeter {
namespace {

constexpr const char* kVariable = "OPTIMETER_ISA";

std::string available_names() {
  std::string names;
  for (const Isa isa : available_isas()) {
    if (!names.empty()) names += ", ";
    names += isa_name(isa);
  }
  return names;
}

Isa choose_isa() {
  const char* forced = std::getenv(kVariable);
  if (forced == nullptr || *forced == '\0') return available_isas().back();
  try {
    return isa_from_name(forced);
  } catch (const IsaError& error) {
    throw IsaError("environment variable " + std::string(kVariable) + ": " + error.what());
  }
}

}  // namespace

std::string_view isa_name(Isa isa) {
  switch (isa) {
    case Isa::avx512:
      return "avx512";
    case Isa::avx2:
      return "avx2";
    case Isa::baseline:
      break;
  }
  return "baseline";
}

Isa isa_from_name(std::string_view name) {
  const auto available = available_isas();
  for (const Isa isa : available) {
    if (isa_name(isa) == name) return isa;
  }
  const bool known = name == isa_name(Isa::avx2) || name == isa_name(Isa::avx512);
  throw IsaError("instruction set '" + std::string(name) + "' is " +
                 (known ? "not available on this machine" : "unknown") +
                 "; accepted: " + available_names());
}

std::vector<Isa> available_isas() {
  std::vector<Isa> isas{Isa::baseline};
#if defined(OPTIMETER_X86_64)
  // These also ask whether the operating system saves the wide registers.
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) isas.push_back(Isa::avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    isas.push_back(Isa::avx512);
  }
#endif
  return isas;
}

Isa active_isa() {
  static const Isa isa = choose_isa();
  return isa;
}

void apply(Isa isa, MathFunction function, const double* x, const double* y, double* out,
           std::size_t n) {
  const auto available = available_isas();
  if (std::find(available.begin(), available.end(), isa) == available.end()) {
    throw IsaError("instruction set '" + std::string(isa_name(isa)) +
                   "' is not available on this machine; accepted: " + available_names());
  }
  const MathTable& table = math_table(isa);
  switch (function) {
    case MathFunction::exp:
      return table.exp(x, out, n);
    case MathFunction::log:
      return table.log(x, out, n);
    case MathFunction::sin:
      return table.sin(x, out, n);
    case MathFunction::cos:
      return table.cos(x, out, n);
    case MathFunction::pow:
      return table.pow(x, y, out, n);
    case MathFunction::quick_sin:
      return table.quick_sin(x, out, n);
    case MathFunction::quick_cos:
      return table.quick_cos(x, out, n);
    case MathFunction::quick_cos_of_turns:
      return table.quick_cos_of_turns(x, out, n);
    case MathFunction::quick_log2:
      return table.quick_log2(x, out, n);
    case MathFunction::quick_exp2:
      return table.quick_exp2(x, out, n);
    case MathFunction::oscillate:
      return table.oscillate(x, out, n);
  }
}

}  // namespace optimeter
