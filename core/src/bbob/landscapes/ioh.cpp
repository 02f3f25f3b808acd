#include "bbob/landscapes/ioh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "bbob/landscapes/bbob.hpp"
#include "bbob/landscapes/scratch.hpp"
#include "bbob/landscapes/tables.hpp"
#include "bbob/landscapes/wrappers.hpp"
#include "bbob/table.hpp"
#include "finite.hpp"
#include "mathematics/mathematics.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/generators.hpp"

namespace optimeter {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTwoPi = 2 * std::numbers::pi;

double rounded(double v) { return std::floor(v + 0.5); }

// The value of one point: its vectors, and what a step leaves for the core.
class Evaluation {
 public:
  Evaluation(const Row& row, const KernelData& data, const double* x, double* memory)
      : row_(row), k_(data), d_(data.d), x_(x), v_(memory), w_(v_ + d_), a_(w_ + d_), b_(a_ + d_) {}

  static constexpr std::size_t kVectors = 4;

  double value() {
    for (std::size_t i = 0; row_.steps[i].action != Action::none; ++i) {
      make(row_.steps[i], k_.step[i]);
    }
    const double core = this->core();
    if (row_.penalty.factor == 0.0) return core + k_.optimal_value;
    if (row_.penalty.last) return (core + k_.optimal_value) + k_.penalty * outside();
    return (core + k_.penalty * outside()) + k_.optimal_value;
  }

 private:
  template <typename Term>
  double sum(std::size_t n, const Term& term) const {
    double total = 0.0;
    for (std::size_t i = 0; i < n; ++i) total += term(i);
    return total;
  }

  double outside() const {
    return sum(d_, [&](std::size_t i) {
      const double excess = std::max(std::fabs(x_[i]) - 5.0, 0.0);
      return excess * excess;
    });
  }

  void make(const Step& step, const StepTables& t) {
    switch (step.action) {
      case Action::take:
        std::copy_n(x_, d_, v_);
        break;
      case Action::shift:
        for (std::size_t i = 0; i < d_; ++i) v_[i] = x_[i] - t.location[i];
        break;
      case Action::scale:
        for (std::size_t i = 0; i < d_; ++i) v_[i] = t.factors[i] * v_[i];
        break;
      case Action::skew:
        for (std::size_t i = 0; i < d_; ++i) {
          v_[i] = (v_[i] > 0.0 ? t.skew.factors_of_positive[i] : t.skew.factors[i]) * v_[i];
        }
        break;
      case Action::rotate:
        rotate(t.rotate.matrix.columns, step.start);
        break;
      case Action::enlarge:
        for (std::size_t i = 0; i < d_; ++i) v_[i] = t.enlargement * v_[i] + 1.0;
        break;
      case Action::add:
        for (std::size_t i = 0; i < d_; ++i) v_[i] = v_[i] + step.start;
        break;
      case Action::oscillate:
      case Action::oscillate_closely:
        oscillate(v_, d_);
        break;
      case Action::asymmetry:
        asymmetry(t.asymmetry);
        break;
      case Action::plateaus:
        for (std::size_t i = 0; i < d_; ++i) {
          v_[i] = std::fabs(v_[i]) > 0.5 ? rounded(v_[i]) : rounded(10 * v_[i]) / 10;
        }
        kept_ = std::fabs(v_[0]) * 1e-4;  // of the rounded coordinate, other than in COCO
        break;
      case Action::parabolas:
        parabolas(t.parabolas);
        break;
      case Action::none:
      case Action::centre:  // of constrained problems only
        break;
    }
  }

  void rotate(const double* columns, double start) {
    std::fill_n(w_, d_, start);
    for (std::size_t j = 0; j < d_; ++j, columns += k_.padded) {
      for (std::size_t i = 0; i < d_; ++i) w_[i] += v_[j] * columns[i];
    }
    std::swap(v_, w_);
  }

  // T_osz, of n <= d numbers.
  void oscillate(double* v, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) a_[i] = v[i] == 0.0 ? 1.0 : std::fabs(v[i]);
    mathematics::log(a_, n, a_);
    for (std::size_t i = 0; i < n; ++i) {
      a_[i] /= 0.1;
      b_[i] = v[i] > 0.0 ? a_[i] : 0.55 * a_[i];
    }
    double* const c = v == v_ ? w_ : &single_;
    for (std::size_t i = 0; i < n; ++i) c[i] = (v[i] > 0.0 ? 0.79 : 0.31) * a_[i];
    mathematics::sin(b_, n, b_);
    mathematics::sin(c, n, c);
    for (std::size_t i = 0; i < n; ++i) a_[i] = a_[i] + 0.49 * (b_[i] + c[i]);
    mathematics::exp(a_, n, a_);
    std::fill_n(b_, n, 0.1);
    mathematics::pow(a_, b_, n, a_);
    for (std::size_t i = 0; i < n; ++i) v[i] = v[i] == 0.0 ? 0.0 : std::copysign(a_[i], v[i]);
  }

  double oscillated(double v) {
    oscillate(&v, 1);
    return v;
  }

  // T_asy.
  void asymmetry(const double* factors) {
    for (std::size_t i = 0; i < d_; ++i) {
      const bool positive = v_[i] > 0.0;
      a_[i] = positive ? v_[i] : 1.0;
      b_[i] = positive ? 1 + factors[i] * std::sqrt(v_[i]) : 1.0;
    }
    mathematics::pow(a_, b_, d_, a_);
    for (std::size_t i = 0; i < d_; ++i) v_[i] = v_[i] > 0.0 ? a_[i] : v_[i];
  }

  void parabolas(const ParabolaTables& t) {
    double near = 0.0;
    double far = 0.0;
    for (std::size_t i = 0; i < d_; ++i) {
      const double x = (2.0 * x_[i]) * t.signs[i];
      const double to_far = x - t.far[i];
      v_[i] = x - t.near[i];
      near += v_[i] * v_[i];
      far += to_far * to_far;
    }
    kept_ = std::min(near, static_cast<double>(d_) + t.far_factor * far);
  }

  double core() {
    const CoreTables& t = k_.core;
    switch (row_.core) {
      case Core::sphere:
        return squares();
      case Core::ellipsoid:
      case Core::discus:
      case Core::cigar:
        return weighted_squares(t.weights);
      case Core::rastrigin:
      case Core::bueche_rastrigin:
        return 10 * (size() - cosines()) + squares();
      case Core::slope:
        return sum(d_, [&](std::size_t i) {
          const double w = x_[i] * t.slope.corner[i] < 25.0 ? x_[i] : t.slope.corner[i];
          return t.slope.offsets[i] - t.slope.slopes[i] * w;
        });
      case Core::sector:
        return mathematics::pow(oscillated(sum(d_,
                                               [&](std::size_t i) {
                                                 const double square = v_[i] * v_[i];
                                                 return t.location[i] * v_[i] > 0.0 ? square * 1e4
                                                                                    : square;
                                               })),
                                0.9);
      case Core::step_ellipsoid:
        return 0.1 * std::max(kept_, weighted_squares(t.weights));
      case Core::rosenbrock:
        return rosenbrock();
      case Core::ridge:
        return ridge(t.ridge);
      case Core::different_powers:
        for (std::size_t i = 0; i < d_; ++i) a_[i] = std::fabs(v_[i]);
        mathematics::pow(a_, t.exponents, d_, a_);
        return std::sqrt(sum(d_, [&](std::size_t i) { return a_[i]; }));
      case Core::weierstrass:
        return weierstrass(t.weierstrass_offset);
      case Core::schaffer:
        return schaffer();
      case Core::griewank_rosenbrock:
        return griewank_rosenbrock();
      case Core::schwefel:
        return schwefel(t.schwefel);
      case Core::peaks:
        return peaks(t.peaks);
      case Core::katsuura:
        return katsuura(t.katsuura);
      case Core::lunacek:
        return kept_ + 10 * (size() - cosines());
      case Core::none:
        break;
    }
    return 0.0;
  }

  double size() const { return static_cast<double>(d_); }

  double squares() const {
    return sum(d_, [&](std::size_t i) { return v_[i] * v_[i]; });
  }

  double weighted_squares(const double* weights) const {
    return sum(d_, [&](std::size_t i) { return (weights[i] * v_[i]) * v_[i]; });
  }

  double cosines() {
    for (std::size_t i = 0; i < d_; ++i) a_[i] = kTwoPi * v_[i];
    mathematics::cos(a_, d_, a_);
    return sum(d_, [&](std::size_t i) { return a_[i]; });
  }

  double rosenbrock() const {
    const double first = sum(d_ - 1, [&](std::size_t i) {
      const double a = v_[i] * v_[i] - v_[i + 1];
      return a * a;
    });
    const double second = sum(d_ - 1, [&](std::size_t i) {
      const double b = v_[i] - 1;
      return b * b;
    });
    return 100 * first + second;
  }

  // Beyond forty variables the ridge has several axes.
  double ridge(const RidgeTables& t) const {
    const auto axes = static_cast<double>(t.axes);
    double value = 100 * std::sqrt(weighted_squares(t.weights) / axes);
    for (std::size_t i = 0; i < t.axes; ++i) value += v_[i] * v_[i] / axes;
    return value;
  }

  double weierstrass(double offset) {
    constexpr std::size_t kTerms = 12;
    double total = 0.0;
    for (std::size_t i = 0; i < d_; ++i) {
      double phases[kTerms];
      double frequency = 1.0;
      for (double& phase : phases) {
        phase = (kTwoPi * (v_[i] + 0.5)) * frequency;
        frequency *= 3.0;
      }
      mathematics::cos(phases, kTerms, phases);
      double amplitude = 1.0;
      for (const double phase : phases) {
        total += phase * amplitude;
        amplitude *= 0.5;
      }
    }
    const double base = total / size() - offset;
    return 10 * std::copysign(mathematics::pow(std::fabs(base), 3.0), base);
  }

  double schaffer() {
    const std::size_t n = d_ - 1;
    for (std::size_t i = 0; i < n; ++i) w_[i] = v_[i] * v_[i] + v_[i + 1] * v_[i + 1];
    std::fill_n(b_, n, 0.1);
    mathematics::pow(w_, b_, n, a_);
    for (std::size_t i = 0; i < n; ++i) a_[i] = 50 * a_[i];
    mathematics::sin(a_, n, a_);
    std::fill_n(b_, n, 0.25);
    mathematics::pow(w_, b_, n, b_);
    const double mean =
        sum(n, [&](std::size_t i) { return b_[i] * (1 + a_[i] * a_[i]); }) / static_cast<double>(n);
    return mean * mean;
  }

  double griewank_rosenbrock() {
    const std::size_t n = d_ - 1;
    for (std::size_t i = 0; i < n; ++i) {
      const double a = v_[i] * v_[i] - v_[i + 1];
      const double b = 1 - v_[i];
      w_[i] = 100 * (a * a) + b * b;
    }
    mathematics::cos(w_, n, a_);
    const double total = sum(n, [&](std::size_t i) { return w_[i] / 4000 - a_[i]; });
    return 10 + 10 * total / static_cast<double>(n);
  }

  double schwefel(const SchwefelTables& t) {
    constexpr double kCentre = 2 * (0.5 * 4.2096874637);
    for (std::size_t i = 0; i < d_; ++i) w_[i] = 2 * (t.signs[i] * x_[i]);
    v_[0] = w_[0];
    for (std::size_t i = 1; i < d_; ++i) v_[i] = w_[i] + 0.25 * (w_[i - 1] - kCentre);
    for (std::size_t i = 0; i < d_; ++i) {
      v_[i] = 100 * (t.factors[i] * (v_[i] - kCentre) + kCentre);
      a_[i] = std::sqrt(std::fabs(v_[i]));
    }
    mathematics::sin(a_, d_, a_);
    const double penalty = sum(d_, [&](std::size_t i) {
      const double excess = std::max(std::fabs(v_[i]) - 500, 0.0);
      return excess * excess;
    });
    const double total = sum(d_, [&](std::size_t i) { return v_[i] * a_[i]; });
    return 0.01 * (penalty + 418.9828872724339 - total / size());
  }

  double peaks(const PeakTables& t) {
    const double factor = -0.5 / size();
    double exponents[kMostPeaks] = {};
    for (std::size_t j = 0; j < d_; ++j) {
      const double* const centres = t.centres + j * t.count;
      const double* const conditions = t.conditions + j * t.count;
      for (std::size_t p = 0; p < t.count; ++p) {
        const double difference = v_[j] - centres[p];
        exponents[p] += conditions[p] * (difference * difference);
      }
    }
    // Those whose logarithm is clearly below the largest one cannot be the highest.
    double best = -kInfinity;
    for (std::size_t p = 0; p < t.count; ++p) {
      exponents[p] *= factor;
      best = std::max(best, exponents[p] + t.log_heights[p]);
    }
    double highest = 0.0;
    for (std::size_t p = 0; p < t.count; ++p) {
      if (exponents[p] + t.log_heights[p] >= best - 1e-9) {
        highest = std::max(highest, t.heights[p] * mathematics::exp(exponents[p]));
      }
    }
    const double depth = oscillated(10 - highest);
    return depth * depth;
  }

  double katsuura(const KatsuuraTables& t) {
    for (std::size_t i = 0; i < d_; ++i) {
      double total = 0.0;
      double power = 1.0;
      for (int j = 1; j <= 32; ++j) {
        power *= 2.0;
        const double z = power * v_[i];
        total += std::fabs(z - rounded(z)) / power;
      }
      a_[i] = 1 + t.weights[i] * total;
    }
    std::fill_n(b_, d_, t.exponent);
    mathematics::pow(a_, b_, d_, a_);
    double product = 1.0;
    for (std::size_t i = 0; i < d_; ++i) product *= a_[i];
    return t.factor * (product - 1);
  }

  const Row& row_;
  const KernelData& k_;
  std::size_t d_;
  const double* x_;
  double* v_;
  double* w_;
  double* a_;
  double* b_;
  double single_ = 0.0;
  double kept_ = 0.0;
};

class ByTheLetter final : public Mapping {
 public:
  ByTheLetter(const Row& row, KernelTables tables)
      : Mapping(tables.data.d, 1), row_(row), tables_(std::move(tables)) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    Scratch<ByTheLetter> scratch(Evaluation::kVectors * dimension());
    for (std::size_t p = 0; p < n; ++p, x += dimension()) {
      y[p] = not_finite(x, dimension());
      if (y[p] == 0.0) y[p] = Evaluation(row_, tables_.data, x, scratch.data()).value();
    }
  }

 private:
  Row row_;
  KernelTables tables_;
};

// The one in the box, the other outside of it, where only finite values matter: the elementary
// functions that are correctly rounded have none for huge arguments.
class InsideAndOutside final : public Mapping {
 public:
  InsideAndOutside(std::unique_ptr<const Mapping> inside, std::unique_ptr<const Mapping> outside)
      : Mapping(inside->dimension(), 1), inside_(std::move(inside)), outside_(std::move(outside)) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    for (std::size_t p = 0; p < n; ++p, x += dimension()) {
      const bool in_box =
          std::all_of(x, x + dimension(), [](double v) { return std::fabs(v) <= 5.0; });
      (in_box ? inside_ : outside_)->evaluate(x, 1, y + p);
    }
  }

 private:
  std::unique_ptr<const Mapping> inside_;
  std::unique_ptr<const Mapping> outside_;
};

// The one where it has a value, and the other where its cosines have none: those of Griewank and
// Rosenbrock have huge arguments at a distance of some hundreds already.
class WhereDefined final : public Mapping {
 public:
  WhereDefined(std::unique_ptr<const Mapping> exact, std::unique_ptr<const Mapping> everywhere)
      : Mapping(exact->dimension(), 1),
        exact_(std::move(exact)),
        everywhere_(std::move(everywhere)) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    exact_->evaluate(x, n, y);
    for (std::size_t p = 0; p < n; ++p, x += dimension()) {
      if (std::isnan(y[p])) everywhere_->evaluate(x, 1, y + p);
    }
  }

 private:
  std::unique_ptr<const Mapping> exact_;
  std::unique_ptr<const Mapping> everywhere_;
};

// Those whose penalty is a constraint in IOHprofiler; that of others is a part of the function.
bool penalty_is_apart(int function) {
  return function == 4 || (function >= 16 && function <= 18) || function == 23;
}

void set_best_of_schwefel(const Row& row, Landscape& landscape) {
  if (row.core != Core::schwefel) return;
  for (double& v : landscape.best_parameter) v = std::copysign(0.5 * 4.2096874637, v);
}

Landscape by_the_letter(const Row& row, std::size_t d, std::int64_t instance, bool whole = true) {
  auto [location, tables] = row_tables(row, d, instance);
  const double optimal_value = tables.data.optimal_value;
  if (!whole) tables.data.optimal_value = 0.0;
  Landscape result;
  result.best_parameter = std::move(location);
  set_best_of_schwefel(row, result);
  if (row.core == Core::ridge) {
    const std::size_t axes = (d + 39) / 40;
    tables.data.core.ridge = {tables.table(core_weights(row.core, row.condition, axes, d)), axes};
  }
  result.optimal_value = {optimal_value};
  result.objectives = std::make_unique<ByTheLetter>(row, std::move(tables));
  return result;
}

}  // namespace

Landscape ioh_landscape(int function, std::size_t d, std::int64_t instance) {
  const Row& row = bbob_row(function);
  Landscape made = by_the_letter(row, d, instance);
  if (row.core == Core::griewank_rosenbrock) {
    Landscape kernel = bbob_landscape(function, d, instance);
    made.objectives =
        std::make_unique<WhereDefined>(std::move(made.objectives), std::move(kernel.objectives));
  }
  return made;
}

FunctionInParts function_in_parts(bool boxed, int function, std::size_t d, std::int64_t instance) {
  if (function < 1 || function > static_cast<int>(ManyAffine::kFunctions) || d < 2) {
    throw InvalidArgument("functions are 1 to 24 and dimensions at least 2; got function " +
                          std::to_string(function) + " and dimension " + std::to_string(d));
  }
  FunctionInParts made;
  Row row = boxed ? boxed_row(function) : bbob_row(function);
  if (penalty_is_apart(function)) {
    made.penalty = row.penalty.factor / (row.penalty.per_variable ? static_cast<double>(d) : 1.0);
  }
  // The values of one function differ from those of the kernels by more than the rounding.
  const bool only_by_the_letter = row.core == Core::step_ellipsoid;
  Landscape quick;
  if (!only_by_the_letter) quick = landscape_without(row, d, instance, made.penalty != 0.0);
  if (boxed || only_by_the_letter) {
    if (made.penalty != 0.0) row.penalty = {};
    made.landscape = by_the_letter(row, d, instance, false);
    if (!only_by_the_letter) {
      made.landscape.objectives = std::make_unique<InsideAndOutside>(
          std::move(made.landscape.objectives), std::move(quick.objectives));
    }
  } else {
    made.landscape = std::move(quick);
    set_best_of_schwefel(row, made.landscape);
  }
  return made;
}

Landscape sbox_landscape(int function, std::size_t d, std::int64_t instance) {
  Landscape result = by_the_letter(boxed_row(function), d, instance);
  result.objectives = boxed(std::move(result.objectives));
  return result;
}

}  // namespace optimeter
