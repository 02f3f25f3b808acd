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

namespace {

std::string numbers_text(const std::vector<double>& numbers) {
  std::string text = "[";
  for (const double number : numbers) {
    if (text.size() > 1) text += ", ";
    append_shortest(text, number);
  }
  return text + "]";
}

std::string failures_text(const std::vector<Failure>& failures) {
  std::string text = "[";
  for (const Failure& failure : failures) {
    text += text.size() > 1 ? R"(, {"x": )" : R"({"x": )";
    text += numbers_text(failure.x) + R"(, "message": )" + json_text(failure.message) + "}";
  }
  return text + "]";
}

}  // namespace

std::string journal_line(const Outcome& outcome, bool timed) {
  std::string line = R"({"run": )" + std::to_string(outcome.run);
  line += R"(, "problem": )" + json_text(outcome.problem);
  line += R"(, "trial": )" + std::to_string(outcome.trial);
  line.append(R"(, "status": ")").append(word(outcome.status));
  line += R"(", "evaluations": )" + std::to_string(outcome.evaluations);
  line.append(R"(, "target_hit": )").append(outcome.target_hit ? "true" : "false");
  line += R"(, "restarts": )" + std::to_string(outcome.restarts);
  line += R"(, "message": )" + json_text(outcome.message);
  if (!outcome.best_x.empty() && std::isfinite(outcome.best_value)) {
    line += R"(, "best_value": )";
    append_shortest(line, outcome.best_value);
    line += R"(, "best_x": )" + numbers_text(outcome.best_x);
  }
  if (outcome.failed_evaluations > 0) {
    line += R"(, "failed_evaluations": )" + std::to_string(outcome.failed_evaluations);
    line += R"(, "failures": )" + failures_text(outcome.failures);
  }
  if (timed && std::isfinite(outcome.seconds)) {
    line += R"(, "seconds": )";
    append_shortest(line, outcome.seconds);
  }
  return line + "}\n";
}

}  // namespace optimeter
