// What the bindings of recorders, committers and the watchdog share.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "optimeter/observer.hpp"
#include "optimeter/run_sink.hpp"
#include "support.hpp"

namespace optimeter::python {

/// Options of the format "coco" or "ioh" from a dictionary.
RecordOptions record_options(const std::string& format, const nb::dict& options);

/// One run that is kept until it is committed.
class HeldRecording {
 public:
  HeldRecording(const std::filesystem::path& folder, const std::string& format,
                const nb::dict& options)
      : options_(record_options(format, options)), sink_(holding_sink(folder)) {}

  void attach(Problem& problem) { problem.attach(make_recorder(problem, options_, sink_)); }
  void abandon() { sink_->discard("abandoned"); }
  std::shared_ptr<const FinishedUnit> finished() const { return sink_->finished(); }

 private:
  RecordOptions options_;
  std::shared_ptr<HoldingSink> sink_;
};

}  // namespace optimeter::python
