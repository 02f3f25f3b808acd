// Problems inside programs that jax compiles: what XLA calls, on the processor and on GPUs.
#include <cstdint>
#include <string>

#include "interpreter.hpp"
#include "optimeter/device.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/problem.hpp"
#include "support.hpp"
#include "xla_call.hpp"

namespace optimeter::python {
namespace {

// Whether the call only asks what the handler is. It fits every minor version of the interface, and
// says so by naming the caller's.
bool describes(const xla::Call& call) {
  for (xla::Extension* one = call.extensions; one != nullptr; one = one->next) {
    if (one->kind != xla::kMetadata) continue;
    xla::Metadata& metadata = *reinterpret_cast<xla::MetadataExtension*>(one)->metadata;
    metadata.version.major = call.api != nullptr ? call.api->version.major : 0;
    metadata.version.minor = call.api != nullptr ? call.api->version.minor : 1;
    metadata.traits = 0;
    return true;
  }
  return false;
}

xla::Error* failure(const xla::Call& call, const char* message, int code) {
  xla::ErrorRequest request{sizeof(xla::ErrorRequest), nullptr, message, code};
  return call.api->make_error(&request);
}

// The problem that the only attribute of a call names.
nb::object problem_of(const xla::Call& call) {
  const auto* const scalar = static_cast<const xla::Scalar*>(call.attributes.values[0]);
  return provided("jax_problem")(*static_cast<const std::int64_t*>(scalar->value));
}

// Evaluates what a call brings by `evaluate(problem, x, n, y)`.
template <typename Evaluate>
xla::Error* handle(xla::Call* call, const Evaluate& evaluate) {
  const Locked locked;
  try {
    const xla::Buffer& x = *call->arguments.buffers[0];
    std::size_t n = 1;
    for (std::int64_t i = 0; i + 1 < x.rank; ++i) n *= static_cast<std::size_t>(x.dimensions[i]);
    const nb::object object = problem_of(*call);
    auto& problem = nb::cast<Problem&>(object);
    if (n > 0) {
      const Unlocked unlocked;
      evaluate(problem, static_cast<const double*>(x.data), n,
               static_cast<double*>(call->results.buffers[0]->data));
    }
    return nullptr;
  } catch (const Stop& stop) {
    return failure(*call, stop.what(), xla::kAborted);
  } catch (const std::exception& error) {  // those of Python among them
    return failure(*call, error.what(), xla::kInternal);
  }
}

xla::Error* on_processor(xla::Call* call) {
  if (describes(*call)) return nullptr;
  return handle(call, [](Problem& problem, const double* x, std::size_t n, double* y) {
    problem.evaluate(x, n, y);
  });
}

xla::Error* on_gpu(xla::Call* call) {
  if (describes(*call)) return nullptr;
  xla::StreamRequest request{sizeof(xla::StreamRequest), nullptr, call->context, nullptr};
  if (xla::Error* const error = call->api->get_stream(&request)) return error;
  return handle(call, [&](Problem& problem, const double* x, std::size_t n, double* y) {
    const int ordinal = device_of_address(x);
    const auto device = problem.shared_landscape()->device(ordinal);
    if (!device) {
      throw DeviceError("problem " + problem.info().id + " cannot be evaluated on GPU " +
                        std::to_string(ordinal) + "; have jax compute on the processor");
    }
    const auto batch = device->batch(x, n, y, nullptr, request.stream);
    problem.evaluate(*batch);
  });
}

nb::capsule handler(xla::Error* (*function)(xla::Call*)) {
  return nb::capsule(reinterpret_cast<void*>(function), "xla._CUSTOM_CALL_TARGET");
}

}  // namespace

void register_jax(nb::module_& module) {
  module.def(
      "jax_handlers", [] { return nb::make_tuple(handler(&on_processor), handler(&on_gpu)); },
      nb::sig("def jax_handlers() -> tuple[object, object]"),
      "What XLA calls to evaluate points in the memory of the process, and of a GPU.");
}

}  // namespace optimeter::python
