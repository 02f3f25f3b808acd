// Archives between Python and the engine.
#pragma once

#include <cstdint>
#include <vector>

#include "optimeter/archive.hpp"
#include "support.hpp"

namespace optimeter::python {

struct ArchivePoints {
  std::vector<double> y;
  std::vector<std::uint64_t> evaluations;
};

/// The points as a tuple of arrays: objectives (n, m) and evaluation numbers (n,).
nb::tuple archive_points(const Archive& archive);

/// The inverse; raises unless the shapes are (n, m) and (n,).
ArchivePoints to_archive_points(const nb::object& objectives, const nb::object& evaluations,
                                std::size_t m);

}  // namespace optimeter::python
