// Problems on graphs that a user has: which vertices are to be chosen?
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "finite.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/generators.hpp"

namespace optimeter {
namespace {

struct Neighbour {
  std::uint32_t vertex;
  double weight;
};

// The edges that leave each vertex; in an undirected graph every edge leaves both of its ends.
class Neighbours {
 public:
  explicit Neighbours(const Graph& graph) : first_(graph.vertices + 1, 0) {
    for (const Graph::Edge& edge : graph.edges) {
      ++first_[edge.from + 1];
      if (!graph.directed) ++first_[edge.to + 1];
    }
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    all_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (const Graph::Edge& edge : graph.edges) {
      all_[next[edge.from]++] = {edge.to, edge.weight};
      if (!graph.directed) all_[next[edge.to]++] = {edge.from, edge.weight};
    }
  }

  const Neighbour* begin(std::size_t vertex) const { return all_.data() + first_[vertex]; }
  const Neighbour* end(std::size_t vertex) const { return all_.data() + first_[vertex + 1]; }

 private:
  std::vector<std::size_t> first_;
  std::vector<Neighbour> all_;
};

// What a choice costs.
class Cost {
 public:
  explicit Cost(const Graph& graph)
      : costs_(graph.costs),
        variances_(graph.variances),
        limit_(graph.limit),
        chance_factor_(graph.chance_factor) {
    if (costs_.empty()) costs_.assign(graph.vertices, 1.0);
    if (variances_.empty()) variances_.assign(graph.vertices, 1.0);
  }

  double of(const double* x) const {
    double sum = 0.0;
    double variance = 0.0;
    for (std::size_t i = 0; i < costs_.size(); ++i) {
      sum += costs_[i] * x[i];
      variance += variances_[i] * x[i];
    }
    return chance_factor_ == 0.0 ? sum : sum + std::sqrt(variance) * chance_factor_;
  }
  double limit() const { return limit_; }
  bool limited() const { return limit_ < std::numeric_limits<double>::infinity(); }

 private:
  std::vector<double> costs_;
  std::vector<double> variances_;
  double limit_;
  double chance_factor_;
};

// A value of a choice of vertices, whose variables are 0 or 1.
class Choice : public Mapping {
 public:
  explicit Choice(const Graph& graph) : Mapping(graph.vertices, 1) {}

  void evaluate(const double* x, std::size_t n, double* y) const final {
    for (std::size_t row = 0; row < n; ++row, x += dimension()) {
      if (!is_finite(x, dimension())) {
        y[row] = not_finite(x, dimension());
        continue;
      }
      for (std::size_t i = 0; i < dimension(); ++i) {
        if (x[i] != 0.0 && x[i] != 1.0) {
          throw InvalidArgument("the variables of a problem on a graph are 0 or 1; got " +
                                std::to_string(x[i]) + " at position " + std::to_string(i));
        }
      }
      y[row] = value(x);
    }
  }

 private:
  virtual double value(const double* x) const = 0;
};

class Limited : public Choice {
 public:
  explicit Limited(const Graph& graph) : Choice(graph), neighbours_(graph), cost_(graph) {}

 protected:
  const Neighbours& neighbours() const { return neighbours_; }

 private:
  double value(const double* x) const final {
    if (cost_.limited()) {
      const double cost = cost_.of(x);
      if (cost > cost_.limit()) return cost - cost_.limit();
    }
    return -worth(x);
  }
  virtual double worth(const double* x) const = 0;

  Neighbours neighbours_;
  Cost cost_;
};

class Cut final : public Limited {
 public:
  explicit Cut(const Graph& graph) : Limited(graph), directed_(graph.directed) {}

 private:
  double worth(const double* x) const override {
    double sum = 0.0;
    for (std::size_t i = 0; i < dimension(); ++i) {
      const bool chosen = x[i] == 1.0;
      if (!chosen && !directed_) continue;
      // Variables are 0 or 1: without a branch, which nobody could foresee.
      const Neighbour* const end = neighbours().end(i);
      for (const Neighbour* one = neighbours().begin(i); one != end; ++one) {
        const double other = x[one->vertex];
        sum += chosen ? one->weight * (1.0 - other) : -one->weight * other;
      }
    }
    return sum;
  }

  bool directed_;
};

class Coverage final : public Limited {
 public:
  explicit Coverage(const Graph& graph) : Limited(graph), weights_(graph.vertex_weights) {
    if (weights_.empty()) weights_.assign(graph.vertices, 1.0);
  }

 private:
  double worth(const double* x) const override {
    thread_local std::vector<bool> covered;
    covered.assign(dimension(), false);
    double sum = 0.0;
    const auto cover = [&](std::size_t vertex) {
      if (!covered[vertex]) sum += weights_[vertex];
      covered[vertex] = true;
    };
    for (std::size_t i = 0; i < dimension(); ++i) {
      if (x[i] == 0.0) continue;
      cover(i);
      for (const Neighbour* one = neighbours().begin(i); one != neighbours().end(i); ++one) {
        cover(one->vertex);
      }
    }
    return sum;
  }

  std::vector<double> weights_;
};

class Costs final : public Choice {
 public:
  explicit Costs(const Graph& graph) : Choice(graph), cost_(graph) {}

 private:
  double value(const double* x) const override { return cost_.of(x); }

  Cost cost_;
};

void check(const Graph& graph) {
  if (graph.vertices == 0) throw InvalidArgument("a graph has at least one vertex; got none");
  for (const Graph::Edge& edge : graph.edges) {
    if (std::max(edge.from, edge.to) >= graph.vertices) {
      throw InvalidArgument("vertices of this graph are numbered from 0 to " +
                            std::to_string(graph.vertices - 1) + "; got an edge from " +
                            std::to_string(edge.from) + " to " + std::to_string(edge.to));
    }
  }
  const std::pair<const char*, const std::vector<double>*> lists[] = {
      {"vertex weights", &graph.vertex_weights},
      {"costs", &graph.costs},
      {"variances", &graph.variances}};
  for (const auto& [what, list] : lists) {
    if (!list->empty() && list->size() != graph.vertices) {
      throw InvalidArgument("this graph has " + std::to_string(graph.vertices) + " vertices; got " +
                            std::to_string(list->size()) + " " + what);
    }
  }
}

template <class Kind>
Landscape made(const Graph& graph, bool maximize) {
  check(graph);
  Landscape landscape;
  landscape.objectives = std::make_unique<Kind>(graph);
  landscape.shown.maximize = maximize;
  return landscape;
}

}  // namespace

Landscape max_cut(const Graph& graph) { return made<Cut>(graph, true); }

Landscape max_coverage(const Graph& graph) { return made<Coverage>(graph, true); }

Landscape choice_cost(const Graph& graph) { return made<Costs>(graph, false); }

}  // namespace optimeter
