// The form of COCO's format for several objectives.
#pragma once

#include <memory>

#include "optimeter/coco_recorder.hpp"

namespace optimeter {

/// Records the indicator of the archive and the archive itself. With more than two objectives the
/// indicator is written once, at the end of the run.
std::shared_ptr<Recorder> biobj_recorder(const Problem& problem, const ProblemInfo& info,
                                         CocoOptions options, std::shared_ptr<RunSink> sink);

}  // namespace optimeter
