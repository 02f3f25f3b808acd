// Binary values whose weights change.
#include <bit>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "mathematics/mathematics.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/generators.hpp"
#include "pbo/functions.hpp"
#include "pbo/landscape.hpp"
#include "pbo/sequence.hpp"

namespace optimeter {
namespace {

class Weighted final : public pbo::BitFunction {
 public:
  explicit Weighted(std::vector<double> weights)
      : BitFunction(weights.size()), weights_(std::move(weights)) {}

  double value(const std::uint64_t* words) const override {
    double sum = 0.0;
    for (std::size_t w = 0; w < pbo::words_for(length()); ++w) {
      for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        sum += weights_[w * pbo::kWordBits + static_cast<std::size_t>(std::countr_zero(bits))];
      }
    }
    return sum;
  }
  std::optional<pbo::Bits> best() const override { return pbo::all_ones(length()); }

 private:
  std::vector<double> weights_;
};

}  // namespace

DynamicBinVal::DynamicBinVal(Kind kind, std::size_t dimension, std::int64_t instance)
    : kind_(kind),
      generator_(static_cast<std::uint32_t>(instance)),
      best_(dimension, 1.0),
      weights_(dimension, 1.0) {
  if (dimension == 0) throw InvalidArgument("a binary value has at least one bit; got dimension 0");
  if (instance < 0) {
    throw InvalidArgument("dynamic binary values have instances from 0 on; got instance " +
                          std::to_string(instance));
  }
  if (kind == Kind::kRanking) {
    const std::vector<double> numbers = pbo::uniform(draw(), dimension);
    for (std::size_t i = 0; i < dimension; ++i) best_[i] = numbers[i] >= 0.5 ? 1.0 : 0.0;
    order_.resize(dimension);
    std::iota(order_.begin(), order_.end(), 0U);
    return;
  }
  const std::vector<double> numbers = pbo::uniform(instance, dimension);
  for (std::size_t i = 0; i < dimension; ++i) best_[i] = numbers[i] >= 0.5 ? 0.0 : 1.0;
  draw_weights();
}

std::int64_t DynamicBinVal::draw() { return static_cast<std::int64_t>(generator_() & 1782677537U); }

void DynamicBinVal::step() {
  ++time_;
  if (kind_ != Kind::kRanking) {
    draw_weights();
    return;
  }
  if (order_.size() == 1) return;
  const std::size_t last = order_.size() - 1;
  const std::vector<double> numbers = pbo::uniform(draw(), last);
  for (std::size_t i = last; i > 0; --i) {
    const auto other = static_cast<std::size_t>(numbers[i - 1] * static_cast<double>(last));
    std::swap(order_[i], order_[other]);
  }
}

void DynamicBinVal::draw_weights() {
  weights_ = pbo::uniform(draw(), weights_.size());
  if (kind_ == Kind::kPowersOfTwo) {
    const auto most = 29.0 - static_cast<double>(std::bit_width(weights_.size()) - 1);
    for (double& one : weights_) {
      one = std::ldexp(1.0, static_cast<int>(std::round(one * most + 1.0)));
    }
  } else if (kind_ == Kind::kPareto) {
    for (double& one : weights_) one = mathematics::pow(1.0 - 0.75 * one, -10.0);
  }
}

Landscape DynamicBinVal::landscape(bool counted) const {
  pbo::Bits flips(best_.size());
  for (std::size_t i = 0; i < best_.size(); ++i) {
    if (best_[i] == 0.0) flips.set(i);
  }
  std::vector<double> weights = counted ? std::vector<double>(best_.size(), 1.0) : weights_;
  return pbo::flipped(std::make_unique<Weighted>(std::move(weights)), std::move(flips));
}

}  // namespace optimeter
