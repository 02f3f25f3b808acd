#include "optimeter/outcome.hpp"

#include <cmath>

#include "recorders/json_text.hpp"
#include "recorders/numbers.hpp"

namespace optimeter {

const char* word(Status status) {
  switch (status) {
    case Status::kDone:
      return "done";
    case Status::kFailed:
      return "failed";
    case Status::kTimeout:
      return "timeout";
  }
  return "";
}

std::string journal_line(const Outcome& outcome, bool timed) {
  std::string line = R"({"run": )" + std::to_string(outcome.run);
  line += R"(, "problem": )" + json_text(outcome.problem);
  line += R"(, "trial": )" + std::to_string(outcome.trial);
  line.append(R"(, "status": ")").append(word(outcome.status));
  line += R"(", "evaluations": )" + std::to_string(outcome.evaluations);
  line.append(R"(, "target_hit": )").append(outcome.target_hit ? "true" : "false");
  line += R"(, "restarts": )" + std::to_string(outcome.restarts);
  line += R"(, "message": )" + json_text(outcome.message);
  if (timed && std::isfinite(outcome.seconds)) {
    line += R"(, "seconds": )";
    append_shortest(line, outcome.seconds);
  }
  return line + "}\n";
}

}  // namespace optimeter
