#include "least_squares/landscape.hpp"

#include <utility>

#include "finite.hpp"

namespace optimeter::least_squares {
namespace {

class SumOfSquares final : public Mapping {
 public:
  explicit SumOfSquares(const Problem& problem) : Mapping(problem.n, 1), problem_(problem) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    for (std::size_t row = 0; row < n; ++row, x += dimension()) {
      y[row] = is_finite(x, dimension()) ? problem_.value(x) : not_finite(x, dimension());
    }
  }

 private:
  Problem problem_;
};

}  // namespace

Landscape landscape(const Problem& problem) {
  Landscape made;
  made.objectives = std::make_unique<SumOfSquares>(problem);
  made.best_parameter = problem.minimizer();
  made.optimal_value = {problem.vanishes() ? 0.0 : problem.value(made.best_parameter.data())};
  return made;
}

}  // namespace optimeter::least_squares
