// A compiled kernel on a GPU.
#pragma once

#include <cstddef>

#include "device/driver.hpp"
#include "optimeter/device.hpp"

namespace optimeter::cuda {

class Program {
 public:
  /// Loads the entry of that name.
  Program(int ordinal, const DeviceProgram& compiled, const char* function);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// One thread for each of n rows, or fewer threads that each do several. The context must be
  /// current.
  void launch(std::size_t n, Stream stream, void** arguments) const;

 private:
  int ordinal_;
  Module module_ = nullptr;
  Function function_ = nullptr;
  unsigned threads_;
  unsigned shared_bytes_;
  std::size_t most_blocks_ = 0;
};

}  // namespace optimeter::cuda
