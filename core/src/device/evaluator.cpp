// The kernels of a problem on a GPU, and batches of points there.
#include <algorithm>
#include <mutex>
#include <utility>

#include "device/driver.hpp"
#include "device/memory.hpp"
#include "device/program.hpp"
#include "device/state.hpp"
#include "optimeter/device.hpp"
#include "optimeter/errors.hpp"

namespace optimeter {
namespace {

using namespace cuda;

static_assert(kChunk == RemoteBatch::kChunk);
constexpr DeviceState kNothing = {~std::uint64_t{0}, 0};

Address address(const void* pointer) { return reinterpret_cast<Address>(pointer); }

// A kernel with its tables.
struct Loaded {
  Loaded(int ordinal, const DeviceKernel& kernel, const DeviceProgram& compiled)
      : program(ordinal, compiled, kernel.function.c_str()),
        image(ordinal, kernel.image.size() * sizeof(double)),
        parameter(kernel.parameter),
        factor(kernel.factor),
        outputs(kernel.outputs) {
    const Current current(ordinal);
    check(driver().MemcpyHtoD(image.address(), kernel.image.data(), image.bytes()), "cuMemcpyHtoD");
  }

  Program program;
  Buffer image;
  std::vector<std::byte> parameter;
  double factor;
  std::size_t outputs;
};

// Sums in the memory of the GPU. Work on any stream adds to them; an event for each stream tells
// when it is done.
class DeviceTally final : public RemoteTally {
 public:
  explicit DeviceTally(int ordinal) : ordinal_(ordinal), state_(ordinal, sizeof(DeviceState)) {
    const Current current(ordinal_);
    check(driver().MemcpyHtoD(state_.address(), &kNothing, sizeof kNothing), "cuMemcpyHtoD");
  }
  ~DeviceTally() override {
    in_context(ordinal_, [this] {
      for (const auto& [stream, event] : events_) {
        driver().EventSynchronize(event);
        driver().EventDestroy(event);
      }
    });
  }

  Address address() const { return state_.address(); }

  // To be called after each launch that adds to it.
  void note(Stream stream) {
    const auto found = std::find_if(events_.begin(), events_.end(),
                                    [stream](const auto& one) { return one.first == stream; });
    if (found != events_.end()) {
      check(driver().EventRecord(found->second, stream), "cuEventRecord");
      return;
    }
    Event event = nullptr;
    check(driver().EventCreate(&event, kWithoutTiming), "cuEventCreate");
    events_.emplace_back(stream, event);
    check(driver().EventRecord(event, stream), "cuEventRecord");
  }

  Sums collect() override {
    const Current current(ordinal_);
    for (const auto& [stream, event] : events_) {
      check(driver().EventSynchronize(event), "cuEventSynchronize");
    }
    DeviceState state{};
    check(driver().MemcpyDtoH(&state, state_.address(), sizeof state), "cuMemcpyDtoH");
    check(driver().MemcpyHtoD(state_.address(), &kNothing, sizeof kNothing), "cuMemcpyHtoD");
    const bool none = state.lowest == kNothing.lowest;
    return {none ? std::numeric_limits<double>::infinity() : from_ordered(state.lowest),
            state.skipped};
  }

 private:
  int ordinal_;
  Buffer state_;
  std::vector<std::pair<Stream, Event>> events_;
};

struct Kernels {
  int ordinal = 0;
  std::size_t dimension = 0;
  std::vector<std::unique_ptr<const Loaded>> objectives;
  std::unique_ptr<const Loaded> constraints;
  std::unique_ptr<const Program> summarize;
};

class DeviceBatch final : public RemoteBatch {
 public:
  DeviceBatch(const Kernels& kernels, const double* x, std::size_t n, double* y, double* g,
              Stream stream)
      : RemoteBatch(n),
        kernels_(kernels),
        current_(kernels.ordinal),
        x_(x),
        y_(y),
        g_(g),
        stream_(stream) {}

  int place() const override { return kernels_.ordinal; }
  std::unique_ptr<RemoteTally> new_tally() const override {
    return std::make_unique<DeviceTally>(kernels_.ordinal);
  }

  void evaluate(std::size_t begin, std::size_t rows, RemoteTally* tally) override {
    const std::size_t m = kernels_.objectives.size();
    for (std::size_t i = 0; i < m; ++i) {
      const Loaded& kernel = *kernels_.objectives[i];
      Address image = kernel.image.address();
      double factor = kernel.factor;
      const double* x = x_ + begin * kernels_.dimension;
      std::uint64_t n = rows;
      double* y = y_ + begin * m + i;
      auto stride = static_cast<std::uint32_t>(m);
      Address state = i == 0 ? state_of(tally) : 0;
      void* arguments[] = {parameter(kernel), &image, &factor, &x, &n, &y, &stride, &state};
      kernel.program.launch(rows, stream_, arguments);
    }
    note(tally);
  }

  void evaluate_constraints(std::size_t begin, std::size_t rows, RemoteTally* tally) override {
    const Loaded& kernel = *kernels_.constraints;
    Address image = kernel.image.address();
    const double* x = x_ + begin * kernels_.dimension;
    std::uint64_t n = rows;
    double* g = g_ + begin * kernel.outputs;
    Address state = state_of(tally);
    void* arguments[] = {parameter(kernel), &image, &x, &n, &g, &state};
    kernel.program.launch(rows, stream_, arguments);
    note(tally);
  }

  std::vector<RowsSummary> summaries(std::size_t begin, std::size_t rows) override {
    const std::size_t chunks = (rows + kChunk - 1) / kChunk;
    std::vector<ChunkSummary> found(chunks);
    const StreamBuffer buffer(chunks * sizeof(ChunkSummary), stream_);
    auto stride = static_cast<std::uint32_t>(kernels_.objectives.size());
    const double* y = y_ + begin * stride;
    std::uint64_t n = rows;
    Address target = buffer.address();
    void* arguments[] = {&y, &n, &stride, &target};
    constexpr std::size_t kWarp = 32;
    // Every thread gets work of its own: a warp for a chunk.
    kernels_.summarize->launch(chunks * kWarp, stream_, arguments);
    fetch(found.data(), target, chunks * sizeof(ChunkSummary));
    std::vector<RowsSummary> result;
    result.reserve(chunks);
    for (const ChunkSummary& one : found) result.push_back({one.lowest, one.strange});
    return result;
  }

  double* values(std::size_t begin, std::size_t rows) override {
    const std::size_t m = kernels_.objectives.size();
    values_.resize(rows * m);
    fetch(values_.data(), address(y_ + begin * m), rows * m * sizeof(double));
    return values_.data();
  }

  void put_values(std::size_t begin, std::size_t rows, const double* y) override {
    const std::size_t m = kernels_.objectives.size();
    check(driver().MemcpyHtoDAsync(address(y_ + begin * m), y, rows * m * sizeof(double), stream_),
          "cuMemcpyHtoDAsync");
    check(driver().StreamSynchronize(stream_), "cuStreamSynchronize");
  }

  // Rows one by one at first, a chunk at a time where many are wanted.
  const double* point(std::size_t row) override {
    const std::size_t d = kernels_.dimension;
    if (row >= points_begin_ && row < points_end_) {
      return points_.data() + (row - points_begin_) * d;
    }
    const std::size_t chunk = row / kChunk;
    wanted_ = chunk == chunk_ ? wanted_ + 1 : 1;
    chunk_ = chunk;
    constexpr int kFew = 4;
    if (wanted_ <= kFew) return points(row, 1);
    const std::size_t end = std::min(size(), (chunk + 1) * kChunk);
    return points(row, end - row);
  }

  const double* points(std::size_t begin, std::size_t rows) override {
    const std::size_t d = kernels_.dimension;
    points_.resize(rows * d);
    fetch(points_.data(), address(x_ + begin * d), rows * d * sizeof(double));
    points_begin_ = begin;
    points_end_ = begin + rows;
    return points_.data();
  }

 private:
  static void* parameter(const Loaded& kernel) {
    return const_cast<std::byte*>(kernel.parameter.data());  // the driver copies it
  }
  static Address state_of(RemoteTally* tally) {
    return tally == nullptr ? 0 : static_cast<DeviceTally*>(tally)->address();
  }
  void note(RemoteTally* tally) const {
    if (tally != nullptr) static_cast<DeviceTally*>(tally)->note(stream_);
  }
  void fetch(void* target, Address source, std::size_t bytes) const {
    check(driver().MemcpyDtoHAsync(target, source, bytes, stream_), "cuMemcpyDtoHAsync");
    check(driver().StreamSynchronize(stream_), "cuStreamSynchronize");
  }

  const Kernels& kernels_;
  Current current_;
  const double* x_;
  double* y_;
  double* g_;
  Stream stream_;
  std::vector<double> values_;
  std::vector<double> points_;
  std::size_t points_begin_ = 0;
  std::size_t points_end_ = 0;
  std::size_t chunk_ = ~std::size_t{0};
  int wanted_ = 0;
};

class Evaluator final : public DeviceEvaluator {
 public:
  explicit Evaluator(Kernels kernels) : kernels_(std::move(kernels)) {}

  std::unique_ptr<RemoteBatch> batch(const double* x, std::size_t n, double* y, double* g,
                                     void* stream) const override {
    return std::make_unique<DeviceBatch>(kernels_, x, n, y, g, stream);
  }
  std::size_t memory() const override {
    std::size_t bytes = kernels_.constraints ? kernels_.constraints->image.bytes() : 0;
    for (const auto& kernel : kernels_.objectives) bytes += kernel->image.bytes();
    return bytes;
  }

 private:
  Kernels kernels_;
};

}  // namespace

std::shared_ptr<DeviceEvaluator> load_device(const Problem& problem, int ordinal,
                                             const std::vector<DeviceProgram>& objectives,
                                             const DeviceProgram* constraints,
                                             const DeviceProgram& common) {
  const Landscape& landscape = problem.landscape();
  const std::vector<DeviceKernel> kernels = landscape.objectives->device_kernels();
  if (kernels.empty() || kernels.size() != objectives.size()) {
    throw InvalidArgument("problem " + problem.info().id + " needs " +
                          std::to_string(kernels.size()) + " compiled kernels; got " +
                          std::to_string(objectives.size()));
  }
  Kernels loaded;
  loaded.ordinal = ordinal;
  loaded.dimension = problem.info().dimension;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    loaded.objectives.push_back(std::make_unique<Loaded>(ordinal, kernels[i], objectives[i]));
  }
  if (constraints != nullptr && landscape.constraints) {
    loaded.constraints = std::make_unique<Loaded>(
        ordinal, landscape.constraints->device_kernels().at(0), *constraints);
  }
  loaded.summarize = std::make_unique<Program>(ordinal, common, "summarize");
  return std::make_shared<Evaluator>(std::move(loaded));
}

int device_count() {
  int count = 0;
  check(driver().DeviceGetCount(&count), "cuDeviceGetCount");
  return count;
}

DeviceFacts device_facts(int ordinal) {
  const Driver& d = driver();
  const Device which = device(ordinal);
  char name[256] = {};
  int major = 0;
  int minor = 0;
  DeviceFacts facts;
  check(d.DeviceGetName(name, sizeof name - 1, which), "cuDeviceGetName");
  check(d.DeviceGetAttribute(&major, kMajor, which), "cuDeviceGetAttribute");
  check(d.DeviceGetAttribute(&minor, kMinor, which), "cuDeviceGetAttribute");
  check(d.DeviceGetAttribute(&facts.processors, kProcessors, which), "cuDeviceGetAttribute");
  check(d.DriverGetVersion(&facts.driver), "cuDriverGetVersion");
  facts.name = name;
  facts.architecture = 10 * major + minor;
  return facts;
}

DeviceMemory::DeviceMemory(int ordinal, std::size_t bytes, void* stream)
    : ordinal_(ordinal), bytes_(bytes), stream_(stream) {
  const Current current(ordinal);
  Address found = 0;
  check(driver().MemAllocAsync(&found, bytes == 0 ? 1 : bytes, stream), "cuMemAllocAsync");
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of the device
  data_ = reinterpret_cast<void*>(found);
}

DeviceMemory::~DeviceMemory() {
  in_context(ordinal_, [this] { driver().MemFreeAsync(address(data_), stream_); });
}

void DeviceMemory::wait(void* stream) const {
  if (stream == stream_) return;
  const Current current(ordinal_);
  Event event = nullptr;
  check(driver().EventCreate(&event, kWithoutTiming), "cuEventCreate");
  check(driver().EventRecord(event, stream_), "cuEventRecord");
  check(driver().StreamWaitEvent(stream, event, 0), "cuStreamWaitEvent");
  check(driver().EventDestroy(event), "cuEventDestroy");
}

void DeviceMemory::to_host(void* target) const {
  const Current current(ordinal_);
  check(driver().MemcpyDtoHAsync(target, address(data_), bytes_, stream_), "cuMemcpyDtoHAsync");
  check(driver().StreamSynchronize(stream_), "cuStreamSynchronize");
}

void DeviceMemory::from_host(const void* source) {
  const Current current(ordinal_);
  check(driver().MemcpyHtoDAsync(address(data_), source, bytes_, stream_), "cuMemcpyHtoDAsync");
  check(driver().StreamSynchronize(stream_), "cuStreamSynchronize");
}

struct DeviceUniform::Parts {
  Parts(int where, const DeviceProgram& common, std::size_t bytes)
      : ordinal(where), program(where, common, "fill"), bounds(where, bytes) {}
  int ordinal;
  Program program;
  Buffer bounds;
  std::uint32_t dimension = 0;
  std::uint32_t integers = 0;
  std::uint64_t key = 0;
  std::uint64_t drawn = 0;
};

DeviceUniform::DeviceUniform(int ordinal, const DeviceProgram& common,
                             const std::vector<double>& bounds, std::size_t integers,
                             std::uint64_t key)
    : parts_(std::make_unique<Parts>(ordinal, common, bounds.size() * sizeof(double))) {
  const Current current(ordinal);
  check(driver().MemcpyHtoD(parts_->bounds.address(), bounds.data(), parts_->bounds.bytes()),
        "cuMemcpyHtoD");
  parts_->dimension = static_cast<std::uint32_t>(bounds.size() / 3);
  parts_->integers = static_cast<std::uint32_t>(integers);
  parts_->key = key;
}

DeviceUniform::~DeviceUniform() = default;

void DeviceUniform::fill(double* x, std::size_t n, void* stream) {
  Parts& p = *parts_;
  const Current current(p.ordinal);
  std::uint64_t size = n * p.dimension;
  std::uint64_t first = p.drawn + 1;
  Address bounds = p.bounds.address();
  void* arguments[] = {&x, &size, &p.dimension, &bounds, &p.integers, &p.key, &first};
  p.program.launch(static_cast<std::size_t>(size), stream, arguments);
  p.drawn += size;
}

int device_of_address(const void* pointer) {
  constexpr int kOrdinal = 9;  // CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
  int ordinal = 0;
  check(driver().PointerGetAttribute(&ordinal, kOrdinal, address(pointer)),
        "cuPointerGetAttribute");
  return ordinal;
}

}  // namespace optimeter
