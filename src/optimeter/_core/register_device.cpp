// GPUs: sources and tables of kernels for the compiler in Python, and problems with points there.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>

#include "interpreter.hpp"
#include "optimeter/device.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/problem.hpp"
#include "support.hpp"

namespace optimeter::python {
namespace {

template <typename T = void>
T* pointer(std::uintptr_t address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it came from Python as a number
  return reinterpret_cast<T*>(address);
}

DeviceProgram to_program(const nb::tuple& parts) {
  const auto image = nb::cast<nb::bytes>(parts[0]);
  return {std::string(image.c_str(), image.size()), nb::cast<unsigned>(parts[1]),
          nb::cast<unsigned>(parts[2])};
}

void load(const Problem& problem, int ordinal, const nb::list& objectives,
          const nb::object& constraints, const nb::tuple& common) {
  std::vector<DeviceProgram> programs;
  for (const nb::handle one : objectives) programs.push_back(to_program(nb::cast<nb::tuple>(one)));
  DeviceProgram of_constraints;
  if (!constraints.is_none()) of_constraints = to_program(nb::cast<nb::tuple>(constraints));
  const DeviceProgram shared = to_program(common);
  const Unlocked unlocked;
  problem.shared_landscape()->keep_device(
      ordinal, load_device(problem, ordinal, programs,
                           constraints.is_none() ? nullptr : &of_constraints, shared));
}

std::shared_ptr<DeviceEvaluator> evaluator(const Problem& problem, int ordinal) {
  auto found = problem.shared_landscape()->device(ordinal);
  if (!found) {
    throw DeviceError("problem " + problem.info().id + " was not brought to GPU " +
                      std::to_string(ordinal));
  }
  return found;
}

// y and g are addresses, or 0 for what is not asked for.
void evaluate(Problem& problem, int ordinal, std::uintptr_t x, std::size_t n, std::uintptr_t y,
              std::uintptr_t g, std::uintptr_t stream) {
  const Unlocked unlocked;
  const auto device = evaluator(problem, ordinal);
  const auto batch =
      device->batch(pointer<double>(x), n, pointer<double>(y), pointer<double>(g), pointer(stream));
  if (g == 0) {
    problem.evaluate(*batch);
  } else if (y == 0) {
    problem.evaluate_constraints(*batch);
  } else {
    problem.evaluate_all(*batch);
  }
}

nb::dict sources() {
  nb::dict all;
  for (const auto& [name, text] : device_sources()) {
    all[nb::str(name.data(), name.size())] = nb::str(text.data(), text.size());
  }
  return all;
}

nb::tuple facts(int ordinal) {
  const DeviceFacts found = device_facts(ordinal);
  return nb::make_tuple(found.name, found.architecture, found.driver, found.processors);
}

using AnyArray = nb::ndarray<nb::ro>;

// What a DLPack capsule says: address, shape, kind and bits of its numbers, whether they lie in C
// order, type and number of the device; and the array itself, which keeps the memory.
nb::tuple view(const AnyArray& array) {
  nb::list shape;
  bool ordered = true;
  std::int64_t step = 1;
  for (std::size_t i = array.ndim(); i-- > 0;) {
    ordered &= array.shape(i) <= 1 || array.stride(i) == step;
    step *= static_cast<std::int64_t>(array.shape(i));
  }
  for (std::size_t i = 0; i < array.ndim(); ++i) shape.append(array.shape(i));
  const auto type = array.dtype();
  return nb::make_tuple(reinterpret_cast<std::uintptr_t>(array.data()), nb::tuple(shape),
                        static_cast<int>(type.code), static_cast<int>(type.bits), ordered,
                        array.device_type(), array.device_id());
}

nb::object dlpack(const std::shared_ptr<DeviceMemory>& memory,
                  const std::vector<std::size_t>& shape) {
  const nb::capsule owner(new std::shared_ptr<DeviceMemory>(memory), [](void* kept) noexcept {
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): the capsule owns it
    delete static_cast<std::shared_ptr<DeviceMemory>*>(kept);
  });
  return nb::cast(nb::ndarray<double>(memory->data(), shape.size(), shape.data(), owner, nullptr,
                                      nb::dtype<double>(), nb::device::cuda::value,
                                      memory->ordinal()));
}

// So that Python and arrays made of it may hold the same memory.
struct Memory {
  std::shared_ptr<DeviceMemory> kept;
};

}  // namespace

void register_device(nb::module_& module) {
  nb::class_<DeviceKernel>(module, "DeviceKernel", "What one kernel of a problem is compiled from.")
      .def_ro("source", &DeviceKernel::source, "The name of its source.")
      .def_ro("family", &DeviceKernel::family, "The family of its function.")
      .def_ro("index", &DeviceKernel::index, "The number of its function there, from 0.")
      .def_ro("dimension", &DeviceKernel::dimension, "The number of variables.")
      .def_ro("block", &DeviceKernel::block, "Rows of the blocks of its matrices.")
      .def_ro("integers", &DeviceKernel::integers, "Integer variables.")
      .def_ro("boxed", &DeviceKernel::boxed, "Whether it is +inf outside of the box.")
      .def_ro("rotated", &DeviceKernel::rotated, "Whether it reads matrices.")
      .def_ro("peaks", &DeviceKernel::peaks, "The number of peaks, padded.")
      .def_ro("ends", &DeviceKernel::ends, "Where its tables end, in doubles.");

  nb::class_<Memory>(module, "DeviceMemory", "Memory of a GPU that no library owns.")
      .def(
          "__init__",
          [](Memory* self, int ordinal, std::size_t bytes, std::uintptr_t stream) {
            new (self) Memory{std::make_shared<DeviceMemory>(ordinal, bytes, pointer(stream))};
          },
          nb::arg("ordinal"), nb::arg("bytes"), nb::arg("stream"))
      .def_prop_ro(
          "address",
          [](const Memory& m) { return reinterpret_cast<std::uintptr_t>(m.kept->data()); },
          "Where it lies.")
      .def_prop_ro(
          "ordinal", [](const Memory& m) { return m.kept->ordinal(); }, "The number of the GPU.")
      .def(
          "wait", [](const Memory& m, std::uintptr_t stream) { m.kept->wait(pointer(stream)); },
          nb::arg("stream"), "Let a stream wait for the work so far.")
      .def(
          "to_host",
          [](const Memory& m) {
            nb::object array = new_array(m.kept->bytes() / sizeof(double), 1, false);
            double* const target = array_data(array);
            const Unlocked unlocked;
            m.kept->to_host(target);
            return array;
          },
          nb::sig("def to_host(self) -> numpy.typing.NDArray[numpy.float64]"),
          "Copy its numbers, once they are there.")
      .def(
          "from_host",
          [](Memory& m, const nb::object& numbers) {
            const std::vector<double> values = to_vector(numbers, "numbers");
            if (values.size() * sizeof(double) != m.kept->bytes()) {
              raise("InvalidValueError", "the memory takes " +
                                             std::to_string(m.kept->bytes() / sizeof(double)) +
                                             " numbers; got " + std::to_string(values.size()));
            }
            const Unlocked unlocked;
            m.kept->from_host(values.data());
          },
          nb::arg("numbers"),
          nb::sig("def from_host(self, numbers: numpy.typing.ArrayLike) -> None"),
          "Copy numbers there.")
      .def(
          "dlpack",
          [](const Memory& m, const std::vector<std::size_t>& shape) {
            return dlpack(m.kept, shape);
          },
          nb::arg("shape"),
          nb::sig("def dlpack(self, shape: collections.abc.Sequence[int]) -> object"),
          "A DLPack capsule.");

  nb::class_<DeviceUniform>(module, "DeviceUniform", "Uniform random points on a GPU.")
      .def(
          "__init__",
          [](DeviceUniform* self, int ordinal, const nb::tuple& common,
             const std::vector<double>& bounds, std::size_t integers, std::uint64_t key) {
            new (self) DeviceUniform(ordinal, to_program(common), bounds, integers, key);
          },
          nb::arg("ordinal"), nb::arg("common"), nb::arg("bounds"), nb::arg("integers"),
          nb::arg("key"))
      .def(
          "fill",
          [](DeviceUniform& self, std::uintptr_t x, std::size_t n, std::uintptr_t stream) {
            const Unlocked unlocked;
            self.fill(pointer<double>(x), n, pointer(stream));
          },
          nb::arg("address"), nb::arg("count"), nb::arg("stream"), "The next points.");

  module.def("device_sources", &sources, nb::sig("def device_sources() -> dict[str, str]"),
             "The sources of the kernels for GPUs and of their headers, by name.");
  module.def("device_count", &device_count, "The number of GPUs.");
  module.def("device_facts", &facts, nb::arg("ordinal"),
             nb::sig("def device_facts(ordinal: int) -> tuple[str, int, int, int]"),
             "Name, architecture (90 is 9.0), CUDA version of the driver (13000 is 13.0), and "
             "processors of a GPU.");
  module.def(
      "device_of_address",
      [](std::uintptr_t address) { return device_of_address(pointer(address)); },
      nb::arg("address"), "The GPU in whose memory an address lies.");
  module.def("device_view", &view, nb::arg("capsule"),
             nb::sig("def device_view(capsule: object) -> "
                     "tuple[int, tuple[int, ...], int, int, bool, int, int]"),
             "What a DLPack capsule says: address, shape, kind and bits of its numbers, whether "
             "they lie in C order, type and number of the device.");
  module.def(
      "device_kernels", [](const Problem& p) { return p.landscape().objectives->device_kernels(); },
      nb::arg("problem"),
      "The kernels of the objectives; none if they cannot be computed on a GPU.");
  module.def(
      "device_constraint_kernels",
      [](const Problem& p) {
        const auto& constraints = p.landscape().constraints;
        return constraints ? constraints->device_kernels() : std::vector<DeviceKernel>();
      },
      nb::arg("problem"), "The kernels of the constraints.");
  module.def(
      "device_loaded",
      [](const Problem& p, int ordinal) {
        return p.shared_landscape()->device(ordinal) != nullptr;
      },
      nb::arg("problem"), nb::arg("ordinal"), "Whether the problem was brought to that GPU.");
  module.def(
      "device_memory",
      [](const Problem& p, int ordinal) { return evaluator(p, ordinal)->memory(); },
      nb::arg("problem"), nb::arg("ordinal"), "Bytes that its tables take there.");
  module.def("device_load", &load, nb::arg("problem"), nb::arg("ordinal"), nb::arg("objectives"),
             nb::arg("constraints").none(), nb::arg("common"),
             nb::sig("def device_load(problem: Problem, ordinal: int, "
                     "objectives: list[tuple[bytes, int, int]], "
                     "constraints: tuple[bytes, int, int] | None, "
                     "common: tuple[bytes, int, int]) -> None"),
             "Bring a problem to a GPU: compiled kernels, each with threads a block and bytes of "
             "shared memory.");
  module.def("device_evaluate", &evaluate, nb::arg("problem"), nb::arg("ordinal"), nb::arg("x"),
             nb::arg("count"), nb::arg("y"), nb::arg("g"), nb::arg("stream"),
             "Evaluate points there; y and g are addresses, or 0 for what is not asked for.");
}

}  // namespace optimeter::python
