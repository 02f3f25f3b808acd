// The CUDA driver, loaded when first used: nothing of CUDA is needed to build or to import.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace optimeter::cuda {

using Device = int;
using Context = void*;
using Module = void*;
using Function = void*;
using Stream = void*;
using Event = void*;
using Address = std::uint64_t;

// Constants of the driver's interface.
inline constexpr int kMaxSharedBytes = 8;        // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
inline constexpr int kMajor = 75;                // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
inline constexpr int kMinor = 76;                // ... MINOR
inline constexpr int kProcessors = 16;           // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
inline constexpr unsigned kWithoutTiming = 0x2;  // CU_EVENT_DISABLE_TIMING

/// The functions that are used, under their names without `cu`.
struct Driver {
  int (*Init)(unsigned);
  int (*DriverGetVersion)(int*);
  int (*DeviceGetCount)(int*);
  int (*DeviceGet)(Device*, int);
  int (*DeviceGetName)(char*, int, Device);
  int (*DeviceGetAttribute)(int*, int, Device);
  int (*DevicePrimaryCtxRetain)(Context*, Device);
  int (*CtxGetCurrent)(Context*);
  int (*CtxPushCurrent)(Context);
  int (*CtxPopCurrent)(Context*);
  int (*ModuleLoadData)(Module*, const void*);
  int (*ModuleUnload)(Module);
  int (*ModuleGetFunction)(Function*, Module, const char*);
  int (*FuncSetAttribute)(Function, int, int);
  int (*OccupancyMaxActiveBlocksPerMultiprocessor)(int*, Function, int, std::size_t);
  int (*LaunchKernel)(Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned, Stream, void**, void**);
  int (*MemAlloc)(Address*, std::size_t);
  int (*MemFree)(Address);
  int (*MemAllocAsync)(Address*, std::size_t, Stream);
  int (*MemFreeAsync)(Address, Stream);
  int (*MemcpyHtoD)(Address, const void*, std::size_t);
  int (*MemcpyDtoH)(void*, Address, std::size_t);
  int (*MemcpyHtoDAsync)(Address, const void*, std::size_t, Stream);
  int (*MemcpyDtoHAsync)(void*, Address, std::size_t, Stream);
  int (*StreamSynchronize)(Stream);
  int (*StreamWaitEvent)(Stream, Event, unsigned);
  int (*EventCreate)(Event*, unsigned);
  int (*EventRecord)(Event, Stream);
  int (*EventSynchronize)(Event);
  int (*EventDestroy)(Event);
  int (*PointerGetAttribute)(void*, int, Address);
  int (*GetErrorString)(int, const char**);
};

/// The driver. Throws DeviceError if it cannot be loaded or finds no GPU. The environment variable
/// OPTIMETER_CUDA_DRIVER names another file than the system's.
const Driver& driver();

/// Throws DeviceError that names the call unless `code` is 0.
void check(int code, const char* call);

/// The GPU of that number. Throws DeviceError if there is none.
Device device(int ordinal);

/// Makes the context that all libraries share current, for as long as it lives.
class Current {
 public:
  explicit Current(int ordinal);
  ~Current();
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  bool pushed_ = false;
};

/// Does something at the end of an object's life: when the driver has gone before, nothing.
template <typename Work>
void in_context(int ordinal, const Work& work) noexcept {
  try {
    const Current current(ordinal);
    work();
  } catch (...) {  // NOLINT(bugprone-empty-catch): the driver is gone
  }
}

}  // namespace optimeter::cuda
