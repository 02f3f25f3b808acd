// GPUs: what a mapping needs there, and problems whose points lie there.
//
// The engine brings tables and compiled kernels to a GPU by the CUDA driver, which is loaded when
// first used; compiling is up to the caller (NVRTC), who gets the sources from `device_sources` and
// the constants to compile them with from `device_kernels`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "optimeter/problem.hpp"

namespace optimeter {

/// The sources of all kernels and of the headers that they include, by name.
const std::vector<std::pair<std::string_view, std::string_view>>& device_sources();

/// A kernel that was compiled, and how it is to be launched.
struct DeviceProgram {
  std::string image;  ///< cubin
  unsigned threads = 128;
  unsigned shared_bytes = 0;
};

struct DeviceFacts {
  std::string name;
  int architecture = 0;  ///< 90: compute capability 9.0
  int driver = 0;        ///< 13000: CUDA 13.0
  int processors = 0;
};

/// The GPU of that number. Throws DeviceError where there is no driver, or no such GPU.
DeviceFacts device_facts(int ordinal);
int device_count();

/// The kernels of a problem on one GPU, with their tables. Shared by copies of a problem, and freed
/// with the last of them. Thread-safe.
class DeviceEvaluator {
 public:
  DeviceEvaluator() = default;
  virtual ~DeviceEvaluator() = default;
  DeviceEvaluator(const DeviceEvaluator&) = delete;
  DeviceEvaluator& operator=(const DeviceEvaluator&) = delete;

  /// Points in the memory of the GPU, for work on a stream. `y` receives objectives, `g`
  /// constraints; either may be null.
  virtual std::unique_ptr<RemoteBatch> batch(const double* x, std::size_t n, double* y, double* g,
                                             void* stream) const = 0;
  /// Bytes on the GPU.
  virtual std::size_t memory() const = 0;
};

/// Loads kernels that were compiled for a problem: those of the objectives, of the constraints
/// where it has some, and the common ones.
std::shared_ptr<DeviceEvaluator> load_device(const Problem& problem, int ordinal,
                                             const std::vector<DeviceProgram>& objectives,
                                             const DeviceProgram* constraints,
                                             const DeviceProgram& common);

/// Memory of a GPU that no library owns.
class DeviceMemory {
 public:
  DeviceMemory(int ordinal, std::size_t bytes, void* stream);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  void* data() const { return data_; }
  int ordinal() const { return ordinal_; }
  std::size_t bytes() const { return bytes_; }
  void* stream() const { return stream_; }
  /// Makes another stream wait for the work so far on the one it was made for.
  void wait(void* stream) const;
  void to_host(void* target) const;
  void from_host(const void* source);

 private:
  int ordinal_;
  std::size_t bytes_;
  void* stream_;
  void* data_ = nullptr;
};

/// Uniform random points on a GPU: a stream of numbers that does not depend on how many are drawn
/// at a time.
class DeviceUniform {
 public:
  /// `bounds` holds lower bound, width and upper bound of each variable; the leading ones are
  /// integers, which are rounded down before the lower bound is added.
  DeviceUniform(int ordinal, const DeviceProgram& common, const std::vector<double>& bounds,
                std::size_t integers, std::uint64_t key);
  ~DeviceUniform();
  DeviceUniform(const DeviceUniform&) = delete;
  DeviceUniform& operator=(const DeviceUniform&) = delete;

  /// The next n points.
  void fill(double* x, std::size_t n, void* stream);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The GPU in whose memory an address lies.
int device_of_address(const void* pointer);

}  // namespace optimeter
