#include "optimeter/errors.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace optimeter {
namespace {

// Levenshtein distance, for suggestions only.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, above + 1, diagonal + (a[i] == b[j] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

InvalidArgument unknown_name(std::string_view what, std::string_view name,
                             std::span<const std::string_view> accepted) {
  std::string all;
  for (const std::string_view one : accepted) all.append(all.empty() ? "" : ", ").append(one);
  const auto nearest = std::min_element(accepted.begin(), accepted.end(), [name](auto a, auto b) {
    return distance(name, a) < distance(name, b);
  });
  std::string text = "unknown " + std::string(what) + " '" + std::string(name) + "'; ";
  if (nearest != accepted.end() && 2 * distance(name, *nearest) <= nearest->size()) {
    text.append("did you mean '").append(*nearest).append("'? Accepted: ");
  } else {
    text += "accepted: ";
  }
  return InvalidArgument(text + all);
}

}  // namespace optimeter
