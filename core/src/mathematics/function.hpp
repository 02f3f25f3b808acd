// The functions of this folder by name.
#pragma once

namespace optimeter::mathematics {

enum class Function { log, log10, exp, sin, cos, pow };
inline constexpr int kFunctions = 6;

}  // namespace optimeter::mathematics
