// A driver of CUDA and an NVRTC that use the processor: for tests of everything but the hardware.
//
// "Compiling" makes a shared library of the kernel with the host's compiler, one lane a vector and one
// thread a block; a "cubin" is the path of that library; "memory of the GPU" is memory of the
// process. What was called can be counted.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

std::recursive_mutex lock_;
std::map<std::string, long> calls_;
std::map<std::uint64_t, std::size_t> memory_;
void* context_ = nullptr;

struct Counted {
  explicit Counted(const char* name) : guard(lock_) { ++calls_[name]; }
  std::lock_guard<std::recursive_mutex> guard;
};

struct Index {
  unsigned x;
};
struct Kernel {
  void (*call)(void**);
  Index *block, *thread, *grid;
};
struct Program {
  std::string source;
  std::map<std::string, std::string> headers;
  std::string path;
  std::string log;
};

// Before and after the text of a kernel.
constexpr const char* kBefore = R"(
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#define __global__
#define __launch_bounds__(...)
#define __grid_constant__
#define __shared__
#define __align__(n) __attribute__((aligned(n)))
struct Index { unsigned x; };
extern "C" { Index blockIdx, threadIdx, gridDim; }
inline void __syncthreads() {}
inline void __syncwarp() {}
template <typename T> T __shfl_down_sync(unsigned, T value, int) { return value; }
inline void atomicMin(std::uint64_t* to, std::uint64_t v) { if (v < *to) *to = v; }
inline void atomicAdd(std::uint64_t* to, std::uint64_t v) { *to += v; }
)";
constexpr const char* kAfter = R"(
#ifdef OPTIMETER_DIMENSION
namespace optimeter::inline gpu { alignas(128) double shared_memory[1 << 16]; }
#endif
template <typename... A, std::size_t... i>
void call_with(void (*f)(A...), void** a, std::index_sequence<i...>) {
  f(*(std::remove_reference_t<A>*)a[i]...);
}
template <typename... A>
void call(void (*f)(A...), void** a) { call_with(f, a, std::index_sequence_for<A...>()); }
)";

std::string in_quotes(const fs::path& path) { return "'" + path.string() + "'"; }

}  // namespace

#define FAKE extern "C" __attribute__((visibility("default")))

FAKE long fake_calls(const char* name) {
  const std::lock_guard guard(lock_);
  return calls_[name];
}
std::size_t held() {
  std::size_t sum = 0;
  for (const auto& [address, bytes] : memory_) sum += bytes;
  return sum;
}
FAKE std::size_t fake_bytes() {
  const std::lock_guard guard(lock_);
  return held();
}

// ---------------------------------------------------------------- the driver

FAKE int cuInit(unsigned) { return std::getenv("FAKE_CUDA_ABSENT") != nullptr ? 100 : 0; }
FAKE int cuDriverGetVersion(int* v) { return *v = 13000, 0; }
FAKE int cuDeviceGetCount(int* n) { return *n = 2, 0; }
FAKE int cuDeviceGet(int* device, int ordinal) { return *device = ordinal, 0; }
FAKE int cuDeviceGetName(char* name, int size, int) {
  return std::snprintf(name, (std::size_t)size, "fake"), 0;
}
FAKE int cuDeviceGetAttribute(int* value, int which, int) {
  const char* const old = std::getenv("FAKE_CUDA_ARCHITECTURE");
  const int architecture = old != nullptr ? std::atoi(old) : 90;
  *value = which == 75 ? architecture / 10 : which == 76 ? architecture % 10 : 4;
  return 0;
}
FAKE int cuDevicePrimaryCtxRetain(void** context, int device) {
  return *context = (void*)(std::uintptr_t)(device + 1), 0;
}
FAKE int cuCtxGetCurrent(void** context) { return *context = context_, 0; }
FAKE int cuCtxPushCurrent_v2(void*) { return 0; }
FAKE int cuCtxPopCurrent_v2(void**) { return 0; }
FAKE int cuModuleLoadData(void** module, const void* image) {
  const Counted counted("module");
  *module = dlopen((const char*)image, RTLD_NOW | RTLD_LOCAL);
  if (*module == nullptr) std::fprintf(stderr, "%s\n", dlerror());
  return *module == nullptr ? 200 : 0;
}
FAKE int cuModuleUnload(void* module) { return dlclose(module), 0; }
FAKE int cuModuleGetFunction(void** function, void* module, const char* name) {
  auto* const call = (void (*)(void**))dlsym(module, ("call_" + std::string(name)).c_str());
  if (call == nullptr) return 500;
  *function = new Kernel{call, (Index*)dlsym(module, "blockIdx"),
                         (Index*)dlsym(module, "threadIdx"), (Index*)dlsym(module, "gridDim")};
  return 0;
}
FAKE int cuFuncSetAttribute(void*, int, int) { return 0; }
FAKE int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* n, void*, int, std::size_t) {
  return *n = 2, 0;
}
FAKE int cuLaunchKernel(void* function, unsigned blocks, unsigned, unsigned, unsigned threads,
                        unsigned, unsigned, unsigned, void*, void** arguments, void**) {
  const Counted counted("launch");
  const Kernel& kernel = *(const Kernel*)function;
  kernel.grid->x = blocks * threads;  // kernels have one thread a block here
  for (unsigned i = 0; i < blocks * threads; ++i) {
    kernel.block->x = i;
    kernel.call(arguments);
  }
  return 0;
}
FAKE int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  const Counted counted("alloc");
  const char* const most = std::getenv("FAKE_CUDA_MEMORY");
  if (most != nullptr && held() + bytes > (std::size_t)std::atol(most)) return 2;
  *address = (std::uint64_t)std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  memory_[*address] = bytes;
  return 0;
}
FAKE int cuMemFree_v2(std::uint64_t address) {
  const Counted counted("free");
  if (memory_.erase(address) == 0) return 1;
  std::free((void*)address);
  return 0;
}
FAKE int cuMemAllocAsync(std::uint64_t* address, std::size_t bytes, void*) {
  return cuMemAlloc_v2(address, bytes);
}
FAKE int cuMemFreeAsync(std::uint64_t address, void*) { return cuMemFree_v2(address); }
FAKE int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes) {
  return std::memcpy((void*)to, from, bytes), 0;
}
FAKE int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
  const Counted counted("wait");
  calls_["bytes to host"] += (long)bytes;
  return std::memcpy(to, (const void*)from, bytes), 0;
}
FAKE int cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t bytes, void*) {
  return cuMemcpyHtoD_v2(to, from, bytes);
}
FAKE int cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t bytes, void*) {
  return cuMemcpyDtoH_v2(to, from, bytes);
}
FAKE int cuStreamSynchronize(void*) { return Counted("wait"), 0; }
FAKE int cuStreamWaitEvent(void*, void*, unsigned) { return 0; }
FAKE int cuEventCreate(void** event, unsigned) { return *event = (void*)1, 0; }
FAKE int cuEventRecord(void*, void*) { return Counted("event"), 0; }
FAKE int cuEventSynchronize(void*) { return Counted("wait"), 0; }
FAKE int cuEventDestroy_v2(void*) { return 0; }
FAKE int cuPointerGetAttribute(void* value, int, std::uint64_t) { return *(int*)value = 0, 0; }
FAKE int cuGetErrorString(int code, const char** text) {
  return *text = code == 100 ? "no CUDA-capable device is detected" : "an error", 0;
}

// ---------------------------------------------------------------- the compiler

FAKE int nvrtcVersion(int* major, int* minor) { return *major = 13, *minor = 0; }
FAKE int nvrtcGetNumSupportedArchs(int* n) { return *n = 3, 0; }
FAKE int nvrtcGetSupportedArchs(int* all) { return all[0] = 75, all[1] = 80, all[2] = 90, 0; }
FAKE int nvrtcCreateProgram(void** program, const char* source, const char*, int n,
                            const char* const* texts, const char* const* names) {
  auto* const made = new Program{source, {}, "", ""};
  for (int i = 0; i < n; ++i) made->headers[names[i]] = texts[i];
  *program = made;
  return 0;
}
FAKE int nvrtcDestroyProgram(void** program) { return delete (Program*)*program, 0; }
FAKE int nvrtcCompileProgram(void* given, int n, const char* const* options) {
  {
    const Counted counted("compile");
  }
  Program& program = *(Program*)given;
  std::string folder = std::string(std::getenv("FAKE_CUDA_FOLDER")) + "/kernel-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return 1;
  for (const auto& [name, text] : program.headers) {
    if (name.find('/') == std::string::npos) continue;  // the host has the standard ones
    fs::create_directories((fs::path(folder) / name).parent_path());
    std::ofstream(fs::path(folder) / name) << text;
  }
  std::string text = kBefore + program.source + kAfter;
  for (const char* name : {"evaluate", "constrain", "summarize", "fill"}) {
    if (program.source.find(std::string("    ") + name + "(") == std::string::npos) continue;
    text += std::string("extern \"C\" void call_") + name + "(void** a) { call(" + name + ", a); }\n";
  }
  std::ofstream(fs::path(folder) / "kernel.cpp") << text;
  const char* const compiler = std::getenv("CXX");
  // Kernels are inlined and unrolled whole for a GPU; here that would more than double the work.
  std::string command = std::string(compiler != nullptr ? compiler : "c++") +
                        " -std=c++20 -O0 -Dalways_inline=unused -ffp-contract=off -w -shared -fPIC -I" +
                        in_quotes(folder);
  const std::string define = "--define-macro=";
  for (int i = 0; i < n; ++i) {
    const std::string option = options[i];
    if (option.rfind(define, 0) != 0) continue;
    const std::string macro = option.substr(define.size());
    const std::string name = macro.substr(0, macro.find('='));
    if (name == "OPTIMETER_UNROLL" || name == "OPTIMETER_COLUMNS") continue;
    const bool one = name == "OPTIMETER_THREADS" || name == "OPTIMETER_WARP";
    command += " -D" + (one ? name + "=1" : macro);
  }
  program.path = folder + "/kernel.so";
  command += " " + in_quotes(fs::path(folder) / "kernel.cpp") + " -o " + in_quotes(program.path) + " 2> " +
             in_quotes(fs::path(folder) / "log");
  const int code = std::system(command.c_str());
  std::ostringstream log;
  log << std::ifstream(fs::path(folder) / "log").rdbuf();
  program.log = log.str();
  return code == 0 ? 0 : 6;
}
FAKE int nvrtcGetProgramLogSize(void* program, std::size_t* n) {
  return *n = ((Program*)program)->log.size() + 1, 0;
}
FAKE int nvrtcGetProgramLog(void* program, char* text) {
  return std::strcpy(text, ((Program*)program)->log.c_str()), 0;
}
FAKE int nvrtcGetCUBINSize(void* program, std::size_t* n) {
  return *n = ((Program*)program)->path.size() + 1, 0;
}
FAKE int nvrtcGetCUBIN(void* program, char* path) {
  return std::strcpy(path, ((Program*)program)->path.c_str()), 0;
}
