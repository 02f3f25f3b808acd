#include "device/driver.hpp"

#include <array>
#include <cstdlib>
#include <mutex>

#include "optimeter/errors.hpp"

#if defined(_WIN32)
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace optimeter::cuda {
namespace {

constexpr const char* kVariable = "OPTIMETER_CUDA_DRIVER";
constexpr std::size_t kMostDevices = 64;

#if defined(_WIN32)
constexpr const char* kLibrary = "nvcuda.dll";
void* open_library(const char* name) { return reinterpret_cast<void*>(LoadLibraryA(name)); }
void* find(void* library, const char* name) {
  return reinterpret_cast<void*>(GetProcAddress(reinterpret_cast<HMODULE>(library), name));
}
#else
constexpr const char* kLibrary = "libcuda.so.1";
void* open_library(const char* name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }
void* find(void* library, const char* name) { return dlsym(library, name); }
#endif

template <typename F>
void load(void* library, const char* name, F& function) {
  void* const found = find(library, name);
  if (found == nullptr) {
    throw DeviceError(std::string("the CUDA driver has no function ") + name +
                      "; a driver of CUDA 12 or newer is needed");
  }
  function = reinterpret_cast<F>(found);
}

Driver load_driver() {
  const char* const named = std::getenv(kVariable);
  const char* const name = named != nullptr && *named != '\0' ? named : kLibrary;
  void* const library = open_library(name);
  if (library == nullptr) {
    throw DeviceError(std::string("the CUDA driver (") + name +
                      ") cannot be loaded: points on a GPU need one of NVIDIA's and its driver");
  }
  Driver d{};
#define OPTIMETER_LOAD(name) load(library, "cu" #name, d.name)
#define OPTIMETER_LOAD_V2(name) load(library, "cu" #name "_v2", d.name)
  OPTIMETER_LOAD(Init);
  OPTIMETER_LOAD(DriverGetVersion);
  OPTIMETER_LOAD(DeviceGetCount);
  OPTIMETER_LOAD(DeviceGet);
  OPTIMETER_LOAD(DeviceGetName);
  OPTIMETER_LOAD(DeviceGetAttribute);
  OPTIMETER_LOAD(DevicePrimaryCtxRetain);
  OPTIMETER_LOAD(CtxGetCurrent);
  OPTIMETER_LOAD_V2(CtxPushCurrent);
  OPTIMETER_LOAD_V2(CtxPopCurrent);
  OPTIMETER_LOAD(ModuleLoadData);
  OPTIMETER_LOAD(ModuleUnload);
  OPTIMETER_LOAD(ModuleGetFunction);
  OPTIMETER_LOAD(FuncSetAttribute);
  OPTIMETER_LOAD(OccupancyMaxActiveBlocksPerMultiprocessor);
  OPTIMETER_LOAD(LaunchKernel);
  OPTIMETER_LOAD_V2(MemAlloc);
  OPTIMETER_LOAD_V2(MemFree);
  OPTIMETER_LOAD(MemAllocAsync);
  OPTIMETER_LOAD(MemFreeAsync);
  OPTIMETER_LOAD_V2(MemcpyHtoD);
  OPTIMETER_LOAD_V2(MemcpyDtoH);
  OPTIMETER_LOAD_V2(MemcpyHtoDAsync);
  OPTIMETER_LOAD_V2(MemcpyDtoHAsync);
  OPTIMETER_LOAD(StreamSynchronize);
  OPTIMETER_LOAD(StreamWaitEvent);
  OPTIMETER_LOAD(EventCreate);
  OPTIMETER_LOAD(EventRecord);
  OPTIMETER_LOAD(EventSynchronize);
  OPTIMETER_LOAD_V2(EventDestroy);
  OPTIMETER_LOAD(PointerGetAttribute);
  OPTIMETER_LOAD(GetErrorString);
#undef OPTIMETER_LOAD
#undef OPTIMETER_LOAD_V2
  const int code = d.Init(0);
  if (code != 0) {
    const char* text = nullptr;
    d.GetErrorString(code, &text);
    throw DeviceError(std::string("the CUDA driver finds no GPU that it can use: ") +
                      (text != nullptr ? text : "an unknown error"));
  }
  return d;
}

// The context that torch, cupy and jax use, too; retained once and kept.
Context primary_context(int ordinal) {
  static std::mutex mutex;
  static std::array<Context, kMostDevices> contexts{};
  const Device which = device(ordinal);
  const std::lock_guard lock(mutex);
  Context& context = contexts[static_cast<std::size_t>(ordinal)];
  if (context == nullptr) {
    check(driver().DevicePrimaryCtxRetain(&context, which), "cuDevicePrimaryCtxRetain");
  }
  return context;
}

}  // namespace

const Driver& driver() {
  static const Driver loaded = load_driver();  // tried again if it fails
  return loaded;
}

void check(int code, const char* call) {
  if (code == 0) return;
  const char* text = nullptr;
  driver().GetErrorString(code, &text);
  const std::string message = std::string("the GPU reports an error: ") + call + " failed with " +
                              (text != nullptr ? text : std::to_string(code).c_str());
  constexpr int kOutOfMemory = 2;
  if (code == kOutOfMemory) throw DeviceMemoryError(message);
  throw DeviceError(message);
}

Device device(int ordinal) {
  int count = 0;
  check(driver().DeviceGetCount(&count), "cuDeviceGetCount");
  if (ordinal < 0 || ordinal >= count || ordinal >= static_cast<int>(kMostDevices)) {
    throw DeviceError("there is no GPU " + std::to_string(ordinal) + "; accepted: 0 to " +
                      std::to_string(count - 1));
  }
  Device result = 0;
  check(driver().DeviceGet(&result, ordinal), "cuDeviceGet");
  return result;
}

Current::Current(int ordinal) {
  const Driver& d = driver();
  const Context wanted = primary_context(ordinal);
  Context now = nullptr;
  check(d.CtxGetCurrent(&now), "cuCtxGetCurrent");
  if (now == wanted) return;
  check(d.CtxPushCurrent(wanted), "cuCtxPushCurrent");
  pushed_ = true;
}

// NOLINTNEXTLINE(bugprone-exception-escape): the driver was loaded when the context was pushed
Current::~Current() {
  Context ours = nullptr;
  if (pushed_) driver().CtxPopCurrent(&ours);
}

}  // namespace optimeter::cuda
