#include "optimeter/number_lists.hpp"

#include <cmath>

#include "recorders/numbers.hpp"

namespace optimeter {
namespace {

template <typename T, typename Append>
void append_list(std::string& text, std::span<const T> values, const Append& append) {
  text.push_back('[');
  for (const T value : values) {
    append(value);
    text.push_back(',');
  }
  if (values.empty()) {
    text.push_back(']');
  } else {
    text.back() = ']';
  }
}

}  // namespace

void append_rounded(std::string& text, std::span<const double> values, int digits) {
  append_list(text, values, [&](double value) {
    if (std::isfinite(value)) {
      append_significant(text, value, digits);
    } else {
      text.append("null");
    }
  });
}

void append_differences(std::string& text, std::span<const std::int64_t> values) {
  std::int64_t before = 0;
  append_list(text, values, [&](std::int64_t value) {
    append_integer(text, value - before);
    before = value;
  });
}

}  // namespace optimeter
