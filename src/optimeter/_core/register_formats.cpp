// What the formats of files are called and how they word their indices and headers.
#include <nanobind/stl/string.h>

#include "optimeter/coco_format.hpp"
#include "optimeter/committer.hpp"
#include "optimeter/failure.hpp"
#include "optimeter/ioh_recorder.hpp"
#include "optimeter/observer.hpp"
#include "support.hpp"

namespace optimeter::python {

void register_formats(nb::module_& module) {
  module.attr("COCO_VERSION") = kCocoVersion;
  module.attr("IOH_VERSION") = kIohVersion;
  module.attr("COCO_PRECISION") = kCocoPrecision;
  module.attr("COCO_PREFIX") = kCocoPrefix;
  module.attr("JOURNAL_FILE") = kJournalFile;
  module.attr("COSTS_FILE") = kCostsFile;
  module.attr("UNDER_WAY_FILE") = kUnderWayFile;
  module.attr("MOST_FAILURES") = kMostFailures;
  module.def("coco_quoted", &coco_quoted, nb::arg("text"),
             "Return a text between quotes; what an index cannot hold there is written as %XX.");
  module.def("coco_stem", &coco_stem, nb::arg("function"), nb::arg("dimension"),
             "Return the path of the data files of a function and dimension, without ending.");
  module.def(
      "coco_index_keys",
      [](const std::string& suite, int function, std::size_t dimension, double precision,
         const std::string& algorithm) {
        return coco_index_keys(
            {suite, function, dimension, precision, algorithm, coco_logger(suite)});
      },
      nb::kw_only(), nb::arg("suite"), nb::arg("function"), nb::arg("dimension"),
      nb::arg("precision"), nb::arg("algorithm"),
      "Return what an index says of runs on one function and dimension.");
  module.def("coco_run_header", &coco_run_header, nb::kw_only(), nb::arg("optimum_known"),
             nb::arg("reference"), "Return the line before the data of a run.");
  module.def(
      "coco_indicator_keys",
      [](const std::string& suite, const std::string& algorithm, const std::string& folder) {
        return coco_indicator_keys({suite, algorithm, folder});
      },
      nb::kw_only(), nb::arg("suite"), nb::arg("algorithm"), nb::arg("folder"),
      "Return what an index says of runs with several objectives.");
  module.def(
      "coco_indicator_run_header",
      [](std::int64_t index, const std::string& name, std::int64_t instance,
         const std::string& reference, bool targets) {
        return coco_indicator_run_header({index, name, instance, reference, targets});
      },
      nb::kw_only(), nb::arg("index"), nb::arg("name"), nb::arg("instance"), nb::arg("reference"),
      nb::arg("targets"), "Return the lines before the data of a run with several objectives.");
}

}  // namespace optimeter::python
