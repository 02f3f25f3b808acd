// Options that are declared once.
//
// A struct of options has a member with a default for each, and a function `each` that tells for
// each of them, in the order of the documentation, its name, its member, what is accepted and what
// it means:
//
//     template <typename Visit>
//     static void each(const Visit& visit) {
//       visit("triggers", &Options::triggers, {"at least 0", [](const int& n) { return n >= 0; }},
//             "Targets per decade; 0 for none.");
//     }
//
// Checks, messages, the keywords of other languages and their documentation follow from it.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "optimeter/errors.hpp"

namespace optimeter {

/// Which values of an option are accepted; all of its type unless it says so.
template <typename T>
struct Limits {
  const char* accepted = nullptr;  ///< goes behind "must be"
  bool (*fits)(const T&) = nullptr;
};

/// Values as messages show them.
std::string option_text(std::int64_t value);
std::string option_text(std::uint64_t value);
std::string option_text(double value);
std::string option_text(const std::string& value);
std::string option_text(const std::vector<std::uint64_t>& values);
std::string option_text(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& values);
inline std::string option_text(int value) { return option_text(std::int64_t{value}); }

/// Enumerations whose values are words in all languages.
template <typename T>
concept Choice = std::is_enum_v<T> && requires(T value) { words(value); };

/// Throws InvalidArgument that names an option whose value is not accepted, what is, and what was
/// given.
template <typename T>
void check_option(const char* name, const T& value, const Limits<T>& limits) {
  if constexpr (requires { option_text(value); }) {
    if (limits.fits == nullptr || limits.fits(value)) return;
    throw InvalidArgument(std::string(name) + " must be " + limits.accepted + "; got " +
                          option_text(value));
  }
}
template <typename Options>
void check_options(const Options& options) {
  Options::each(
      [&]<typename T>(const char* name, T Options::* member, const Limits<T>& limits,
                      const char* /*text*/) { check_option(name, options.*member, limits); });
}

}  // namespace optimeter
