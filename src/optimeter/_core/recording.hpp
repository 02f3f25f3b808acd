// What the bindings of recorders, committers and the watchdog share.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "optimeter/observer.hpp"
#include "optimeter/run_sink.hpp"
#include "support.hpp"

namespace optimeter::python {

/// One run that is kept until it is committed.
class HeldRecording {
 public:
  HeldRecording(Problem& problem, const std::filesystem::path& folder, const RecordOptions& options)
      : sink_(holding_sink(folder)) {
    problem.attach(make_recorder(problem, options, sink_));
  }

  void abandon() { sink_->discard("abandoned"); }
  std::shared_ptr<const HoldingSink> sink() const { return sink_; }

 private:
  std::shared_ptr<HoldingSink> sink_;
};

}  // namespace optimeter::python
