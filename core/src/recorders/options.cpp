#include "optimeter/options.hpp"

#include "recorders/numbers.hpp"

namespace optimeter {
namespace {

template <typename T>
std::string joined(const std::vector<T>& values, std::string (*text)(const T&)) {
  std::string all;
  for (const T& value : values) all.append(all.empty() ? "" : ", ").append(text(value));
  return all.empty() ? "none" : all;
}

}  // namespace

std::string option_text(std::int64_t value) { return std::to_string(value); }
std::string option_text(std::uint64_t value) { return std::to_string(value); }
std::string option_text(const std::string& value) { return "'" + value + "'"; }

std::string option_text(double value) {
  std::string text;
  append_shortest(text, value);
  return text;
}

std::string option_text(const std::vector<std::uint64_t>& values) {
  return joined<std::uint64_t>(values,
                               [](const std::uint64_t& value) { return std::to_string(value); });
}

std::string option_text(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& values) {
  using Pair = std::pair<std::uint64_t, std::uint64_t>;
  return joined<Pair>(values, [](const Pair& pair) {
    return std::to_string(pair.first) + " to " + std::to_string(pair.second);
  });
}

}  // namespace optimeter
