// An evaluation that failed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace optimeter {

/// The function raised, or gave no number.
struct Failure {
  std::vector<double> x;
  std::string message;

  template <typename Snapshot>
  void carry(Snapshot& state) {
    state(x, message);
  }
};

/// So many failures of a run are told with point and message; the others are counted.
inline constexpr std::size_t kMostFailures = 100;

}  // namespace optimeter
