// Random numbers at the speed of the engine.
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <string>

#include "interpreter.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/uniform.hpp"
#include "support.hpp"

namespace optimeter::python {

void register_uniform(nb::module_& module) {
  using Seed = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  using Points = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
  nb::class_<UniformStream>(module, "UniformStream",
                            "A stream of uniform random numbers; the same on every machine and "
                            "however many are drawn at once.")
      .def(
          "__init__",
          [](UniformStream* self, const Seed& seed) {
            std::array<std::uint64_t, UniformStream::kSeedWords> words{};
            if (seed.size() != words.size()) {
              throw InvalidArgument("seed must have 32 words; got " + std::to_string(seed.size()));
            }
            std::copy_n(seed.data(), words.size(), words.begin());
            new (self) UniformStream(words);
          },
          nb::arg("seed"),
          nb::sig("def __init__(self, seed: numpy.typing.NDArray[numpy.uint64]) -> None"))
      .def(
          "fill",
          [](UniformStream& self, const Points& points, double low, double width) {
            const Unlocked unlocked;
            self.fill(low, width, points.data(), points.size());
          },
          nb::arg("points"), nb::arg("low"), nb::arg("width"),
          nb::sig("def fill(self, points: numpy.typing.NDArray[numpy.float64], low: float, width: "
                  "float) -> None"),
          "Fill the array, row by row, with low + width * u, u in [0, 1).")
      .def(
          "__reduce__",
          [](const nb::object& self) {
            const auto& words = nb::cast<const UniformStream&>(self).state();
            nb::object seed = nb::module_::import_("numpy").attr("array")(
                std::vector<std::uint64_t>(words.begin(), words.end()), "uint64");
            return nb::make_tuple(self.type(), nb::make_tuple(seed));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));
}

}  // namespace optimeter::python
