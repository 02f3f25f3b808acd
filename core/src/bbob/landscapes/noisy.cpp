#include "bbob/landscapes/noisy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bbob/instances/instance.hpp"
#include "bbob/instances/random.hpp"
#include "bbob/kernels/noise.hpp"
#include "bbob/landscapes/bbob.hpp"
#include "bbob/table.hpp"
#include "keyed_draws.hpp"
#include "simd/dispatch.hpp"
#include "simd/split_mix.hpp"

OPTIMETER_TABLES(NoiseKernels, noise_kernels)

namespace optimeter {
namespace {

constexpr std::array<NoiseModel, 3> kModels = {NoiseModel::gaussian, NoiseModel::uniform,
                                               NoiseModel::cauchy};

// The noiseless function of three noise models each, and what is changed in its row.
struct Base {
  int function;
  const char* name;
  double condition = bbob_row(function).condition;
  double factor = 1.0;
};
constexpr std::array<Base, 10> kBases = {{
    {1, "Sphere"},
    {8, "Rosenbrock"},
    {1, "Sphere"},
    {8, "Rosenbrock"},
    {7, "Step-ellipsoid"},
    {.function = 10, .name = "Ellipsoid", .condition = 1e4},
    {14, "Different powers"},
    {17, "Schaffer F7"},
    {.function = 19, .name = "Griewank-Rosenbrock", .factor = 0.1},
    {21, "Gallagher"},
}};
static_assert(kBases.size() * kModels.size() == kLastNoisy - kFirstNoisy + 1);
constexpr int kLastModerate = 106;

NoiseConstants constants(const NoisyFunction& function, std::size_t d, std::int64_t instance) {
  NoiseConstants c;
  c.optimal_value = optimal_value(instance_seed(function.base, instance));
  const double level = function.severe ? 1.0 : 0.01;
  c.beta = level;
  c.alpha = level;
  if (function.model == NoiseModel::uniform) {
    c.alpha = level * (0.49 + 1.0 / static_cast<double>(d));
  }
  c.probability = function.severe ? 0.2 : 0.05;
  return c;
}

const Base& base_of(int function) {
  return kBases[static_cast<std::size_t>(function - kFirstNoisy) / kModels.size()];
}

// Applies the model to as many points as fit its buffers at a time. A source of random numbers
// derives from it.
class ModelNoise : public Noise {
 public:
  ModelNoise(NoiseModel model, const NoiseConstants& noise_constants, std::size_t dimension)
      : model_(model),
        constants_(noise_constants),
        dimension_(dimension),
        kernels_(&noise_kernels(active_isa())) {}

  void disturb(const double* x, const double* noise_free, std::size_t n, double* y) final {
    for (std::size_t begin = 0; begin < n; begin += kRows) {
      const std::size_t rows = std::min(kRows, n - begin);
      some(x + begin * dimension_, noise_free + begin, rows, y + begin);
    }
  }

 protected:
  static constexpr std::size_t kRows = 64;
  using Numbers = double[kRows];

  // The random numbers of n evaluations, as many rows as the model needs; a row is padded with
  // anything that is a number.
  virtual void draw(std::size_t n, Numbers* rows) = 0;

  NoiseModel model() const { return model_; }
  const NoiseKernels& kernels() const { return *kernels_; }
  const NoiseConstants& values() const { return constants_; }
  std::size_t dimension() const { return dimension_; }

 private:
  void some(const double* x, const double* noise_free, std::size_t n, double* y) {
    alignas(64) Numbers drawn[3];
    alignas(64) Numbers value;
    alignas(64) Numbers penalty;
    const std::size_t padded = (n + 7) / 8 * 8;
    for (std::size_t i = 0; i < n; ++i) {
      value[i] = noise_free[i];
      penalty[i] = noise_penalty(x + i * dimension_, dimension_);
    }
    std::fill(value + n, value + padded, 0.0);
    std::fill(penalty + n, penalty + padded, 0.0);
    for (Numbers& row : drawn) std::fill(row + n, row + padded, 0.5);
    draw(n, drawn);
    switch (model_) {
      case NoiseModel::gaussian:
        kernels_->gaussian(constants_, value, penalty, drawn[0], n, value);
        break;
      case NoiseModel::uniform:
        kernels_->uniform(constants_, value, penalty, drawn[0], drawn[1], n, value);
        break;
      case NoiseModel::cauchy:
        kernels_->cauchy(constants_, value, penalty, drawn[0], drawn[1], drawn[2], n, value);
        break;
    }
    std::copy_n(value, n, y);
  }

  NoiseModel model_;
  NoiseConstants constants_;
  std::size_t dimension_;
  const NoiseKernels* kernels_;
};

class OwnNoise final : public ModelNoise {
 public:
  OwnNoise(NoiseModel model, const NoiseConstants& noise_constants, std::size_t dimension,
           std::uint64_t identity)
      : ModelNoise(model, noise_constants, dimension), draws_(identity) {}

  void reseed(std::uint64_t seed) override { draws_.reseed(seed); }
  NoiseState state() const override { return draws_.state(); }
  void restore(const NoiseState& state) override { draws_.restore(state); }
  std::unique_ptr<Noise> clone() const override {
    auto other = std::make_unique<OwnNoise>(model(), values(), dimension(), draws_.identity());
    other->restore(state());
    return other;
  }

 private:
  void draw(std::size_t n, Numbers* rows) override {
    for (std::size_t i = 0; i < n; ++i) {
      rows[0][i] = draws_.next();
      rows[1][i] = draws_.next();
    }
    if (model() == NoiseModel::gaussian) kernels().normal(rows[0], rows[1], n, rows[0]);
    if (model() == NoiseModel::cauchy) kernels().circle(rows[1], n, rows[1], rows[2]);
  }

  KeyedDraws draws_;
};

class CocoNoise final : public ModelNoise {
 public:
  CocoNoise(NoiseModel model, const NoiseConstants& noise_constants, std::size_t dimension,
            std::shared_ptr<CocoStream> stream)
      : ModelNoise(model, noise_constants, dimension), stream_(std::move(stream)) {}

  void reseed(std::uint64_t) override {}
  NoiseState state() const override { return stream_->state(); }
  void restore(const NoiseState& state) override { stream_->restore(state); }
  std::unique_ptr<Noise> clone() const override {
    return std::make_unique<CocoNoise>(model(), values(), dimension(), stream_);
  }

 private:
  void draw(std::size_t n, Numbers* rows) override {
    CocoStream::Draws draws(*stream_);
    for (std::size_t i = 0; i < n; ++i) {
      if (model() == NoiseModel::gaussian) {
        rows[0][i] = draws.normal();
        continue;
      }
      rows[0][i] = draws.uniform();
      if (model() == NoiseModel::uniform) {
        rows[1][i] = draws.uniform();
        continue;
      }
      rows[1][i] = draws.normal();
      rows[2][i] = draws.normal();
    }
  }

  std::shared_ptr<CocoStream> stream_;
};

std::uint64_t advance(std::uint64_t& counter) {
  counter = counter >= 1'000'000'000 ? 1 : counter + 1;
  return counter;
}

}  // namespace

double CocoStream::Draws::uniform() {
  return legacy_first_uniform(static_cast<std::int64_t>(advance(stream_.uniform_)));
}

double CocoStream::Draws::normal() {
  return legacy_first_normal(static_cast<std::int64_t>(advance(stream_.normal_)));
}

NoiseState CocoStream::state() const {
  const std::lock_guard lock(mutex_);
  return {true, uniform_, normal_};
}

void CocoStream::restore(const NoiseState& state) {
  const std::lock_guard lock(mutex_);
  uniform_ = state.first;
  normal_ = state.second;
}

NoisyFunction noisy_function(int function) {
  const Base& base = base_of(function);
  const auto place = static_cast<std::size_t>(function - kFirstNoisy);
  return {base.function, base.name, kModels[place % kModels.size()], function > kLastModerate};
}

Landscape noisy_landscape(int function, std::size_t d, std::int64_t instance) {
  const Base& base = base_of(function);
  Row row = bbob_row(base.function);
  row.condition = base.condition;
  row.factor = base.factor;
  row.penalty = {};  // it belongs to the noise model here: it is added to the disturbed value
  return row_landscape(row, d, instance);
}

std::unique_ptr<Noise> make_noise(int function, std::size_t d, std::int64_t instance,
                                  std::shared_ptr<CocoStream> coco) {
  const NoisyFunction which = noisy_function(function);
  const NoiseConstants c = constants(which, d, instance);
  if (coco) return std::make_unique<CocoNoise>(which.model, c, d, std::move(coco));
  std::uint64_t identity = mixed(static_cast<std::uint64_t>(function));
  identity = mixed(identity ^ static_cast<std::uint64_t>(d));
  identity = mixed(identity ^ static_cast<std::uint64_t>(instance));
  return std::make_unique<OwnNoise>(which.model, c, d, identity);
}

}  // namespace optimeter
