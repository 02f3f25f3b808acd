#include "simd/dispatch.hpp"

#include <cstdlib>
#include <string>

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

}  // namespace optimeter
