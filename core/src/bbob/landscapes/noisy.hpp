// The noisy functions: a noiseless function, changed a little, and a noise model around it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "bbob/kernels/noise.hpp"
#include "optimeter/mapping.hpp"
#include "optimeter/noise.hpp"

namespace optimeter {

inline constexpr int kFirstNoisy = 101;
inline constexpr int kLastNoisy = 130;

/// What one of these functions is made of.
struct NoisyFunction {
  int base;               ///< number of the noiseless function
  const char* base_name;  ///< short
  NoiseModel model;
  bool severe;
};

NoisyFunction noisy_function(int function);

/// The noise-free values.
Landscape noisy_landscape(int function, std::size_t d, std::int64_t instance);

/// The noise of a function with a stream of its own that depends on function, dimension, instance
/// and seed, at first 0; or, when a stream is given, with the numbers of that one.
std::unique_ptr<Noise> make_noise(int function, std::size_t d, std::int64_t instance,
                                  std::shared_ptr<CocoStream> coco);

}  // namespace optimeter
