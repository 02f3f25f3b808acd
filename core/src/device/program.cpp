#include "device/program.hpp"

#include <algorithm>

#include "optimeter/errors.hpp"

namespace optimeter::cuda {
namespace {

// Blocks for each that runs at a time: the last ones to end leave less of the GPU idle.
constexpr std::size_t kWaves = 8;

}  // namespace

Program::Program(int ordinal, const DeviceProgram& compiled, const char* function)
    : ordinal_(ordinal), threads_(compiled.threads), shared_bytes_(compiled.shared_bytes) {
  const Current current(ordinal);
  const Driver& d = driver();
  check(d.ModuleLoadData(&module_, compiled.image.data()), "cuModuleLoadData");
  try {
    check(d.ModuleGetFunction(&function_, module_, function), "cuModuleGetFunction");
    if (shared_bytes_ > 0) {
      check(d.FuncSetAttribute(function_, kMaxSharedBytes, static_cast<int>(shared_bytes_)),
            "cuFuncSetAttribute");
    }
    int blocks = 0;
    check(d.OccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function_,
                                                      static_cast<int>(threads_), shared_bytes_),
          "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    int processors = 0;
    check(d.DeviceGetAttribute(&processors, kProcessors, device(ordinal)), "cuDeviceGetAttribute");
    most_blocks_ = kWaves * static_cast<std::size_t>(std::max(1, blocks) * std::max(1, processors));
  } catch (const DeviceError&) {
    d.ModuleUnload(module_);
    throw;
  }
}

Program::~Program() {
  in_context(ordinal_, [this] { driver().ModuleUnload(module_); });
}

void Program::launch(std::size_t n, Stream stream, void** arguments) const {
  const std::size_t blocks = std::min(most_blocks_, (n + threads_ - 1) / threads_);
  check(driver().LaunchKernel(function_, static_cast<unsigned>(blocks), 1, 1, threads_, 1, 1,
                              shared_bytes_, stream, arguments, nullptr),
        "cuLaunchKernel");
}

}  // namespace optimeter::cuda
