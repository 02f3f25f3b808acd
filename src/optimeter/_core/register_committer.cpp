// The committer of a writer: makes finished runs durable while the next ones are under way.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <utility>

#include "optimeter/committer.hpp"
#include "support.hpp"

namespace optimeter::python {

void register_committer(nb::module_& module) {
  using Path = std::filesystem::path;
  using Unlocked = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<Committer>(module, "Committer",
                        "Flushes finished runs to the disk, gives them their names and notes them "
                        "in the journal, in a thread of its own.")
      .def(nb::init<Path>(), nb::arg("journal"))
      .def(
          "submit",
          [](Committer& self, std::optional<Path> staged, Path place, std::string line) {
            self.submit({std::move(staged).value_or(Path()), std::move(place), std::move(line)});
          },
          nb::arg("staged").none(), nb::arg("place"), nb::arg("line"), Unlocked(),
          "Hand over a finished run; None as `staged` stands for one without a file.")
      .def("committed", &Committer::committed, Unlocked(), "How many runs have been committed.")
      .def("flush", &Committer::flush, Unlocked(), "Wait until all are committed; how many.");
}

}  // namespace optimeter::python
