#include "optimeter/device.hpp"

namespace optimeter {
namespace {

#include "device_sources_data.hpp"

// What NVRTC does not have; all of them are one.
constexpr std::string_view kStandard[] = {"cstddef", "cstdint", "cstring", "utility"};

}  // namespace

const std::vector<std::pair<std::string_view, std::string_view>>& device_sources() {
  static const auto* const sources = [] {
    auto* const all = new std::vector<std::pair<std::string_view, std::string_view>>(
        std::begin(kDeviceSources), std::end(kDeviceSources));
    for (const std::string_view name : kStandard) {
      all->emplace_back(name, "#include \"device/standard.hpp\"\n");
    }
    return all;
  }();
  return *sources;
}

}  // namespace optimeter
