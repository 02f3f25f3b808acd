#include "optimeter/suite.hpp"

namespace optimeter {

const std::vector<const SuiteDefinition*>& suites() {
  static const std::vector<const SuiteDefinition*> all = {};
  return all;
}

}  // namespace optimeter
