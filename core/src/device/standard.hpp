// What kernel headers use of the standard library and of the compiler, for NVRTC, which has
// neither. It stands for each of the standard headers that they include.
#pragma once

namespace std {
using size_t = decltype(sizeof 0);
using int64_t = long long;
using uint64_t = unsigned long long;
using uint32_t = unsigned int;

template <typename T, T... values>
struct integer_sequence {};
template <typename T, int n, T... rest>
struct sequence_maker : sequence_maker<T, n - 1, (T)(n - 1), rest...> {};
template <typename T, T... rest>
struct sequence_maker<T, 0, rest...> {
  using type = integer_sequence<T, rest...>;
};
template <typename T, T n>
using make_integer_sequence = typename sequence_maker<T, (int)n>::type;

using ::memcpy;
}  // namespace std

#define INT64_MIN (-9223372036854775807LL - 1)
#define __builtin_inf() __builtin_bit_cast(double, 0x7ff0000000000000ULL)
#define __builtin_nan(text) __builtin_bit_cast(double, 0x7ff8000000000000ULL)
#define __builtin_sqrt(x) __dsqrt_rn(x)
#define __builtin_fabs(x) ::fabs(x)
#define __builtin_floor(x) ::floor(x)
#define __builtin_clzll(x) __clzll((long long)(x))
