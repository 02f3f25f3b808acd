#include "optimeter/coco_format.hpp"

#include <string_view>

#include "optimeter/suite.hpp"
#include "recorders/coco_text.hpp"
#include "recorders/numbers.hpp"

namespace optimeter {

std::string coco_quoted(const std::string& text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const std::size_t first = text.find_first_not_of(' ');
  const std::size_t last = text.find_last_not_of(' ');
  const auto hex_at = [&](std::size_t at) {
    return at < text.size() && kHex.find(text[at]) != std::string_view::npos;
  };
  std::string out = "'";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = static_cast<unsigned char>(text[i]);
    const bool outer = code == ' ' && (first == std::string::npos || i < first || i > last);
    const bool percent = code == '%' && hex_at(i + 1) && hex_at(i + 2);
    if (outer || percent || code < 0x20 || code == 0x7f || code == '\'') {
      out.append({'%', kHex[code >> 4U], kHex[code & 15U]});
    } else {
      out.push_back(text[i]);
    }
  }
  return out + "'";
}

std::string coco_logger(const std::string& suite) {
  const SuiteDefinition* const known = known_suite(suite);
  return known != nullptr && !known->info().coco_observer.empty() ? suite : "bbob";
}

std::string coco_stem(int function, std::size_t dimension) {
  const std::string name = "_f" + std::to_string(function);
  return "data" + name + "/" + kCocoPrefix + name + "_DIM" + std::to_string(dimension);
}

std::string coco_index_keys(const CocoIndexKeys& keys) {
  std::string text = "suite = " + coco_quoted(keys.suite);
  text += ", funcId = " + std::to_string(keys.function);
  text += ", DIM = " + std::to_string(keys.dimension);
  text += ", Precision = ";
  append_scientific(text, keys.precision, 3);
  text += ", algId = " + coco_quoted(keys.algorithm);
  text += ", coco_version = " + coco_quoted(kCocoVersion);
  text += ", logger = " + coco_quoted(keys.logger);
  return text + ", data_format = 'bbob-new2'";
}

std::string coco_run_header(bool optimum_known, const std::string& reference) {
  return std::string("% f evaluations | g evaluations | best noise-free fitness - ") +
         (optimum_known ? "Fopt (" : "Fref (") + reference +
         ") + sum g_i+ | measured fitness | best measured fitness or single-digit g-values | x1 | "
         "x2...\n";
}

std::string coco_indicator_keys(const CocoIndicatorKeys& keys) {
  std::string text = "suite = " + coco_quoted(keys.suite);
  text += ", algorithm = " + coco_quoted(keys.algorithm);
  text += ", indicator = 'hyp', folder = " + coco_quoted(keys.folder);
  return text + ", coco_version = " + coco_quoted(kCocoVersion);
}

std::string coco_indicator_run_header(const CocoIndicatorRun& run) {
  return "%\n% index = " + std::to_string(run.index) + ", name = " + one_line(run.name) +
         "\n% instance = " + std::to_string(run.instance) + ", reference value = " + run.reference +
         "\n% function evaluation | indicator value" + (run.targets ? " | target hit\n" : "\n");
}

}  // namespace optimeter
