// Landscapes from parameters: problems that no suite lists.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "optimeter/mapping.hpp"

namespace optimeter {

/// A many-affine combination of the 24 functions of bbob: where its optimum is, and of each
/// function the weight, the instance and the number that its logarithm is divided by.
struct ManyAffine {
  static constexpr std::size_t kFunctions = 24;

  /// So that the logarithms of all functions have about the same range.
  static constexpr std::array<double, kFunctions> kScaleFactors = {
      11.0, 17.5, 12.3, 12.6, 11.5, 15.3, 12.1, 15.3, 15.2, 17.4, 13.4, 20.4,
      12.9, 10.4, 12.3, 10.3, 9.8,  10.6, 10.0, 14.7, 10.7, 10.8, 9.0,  12.1};

  std::vector<double> optimum;
  std::array<double, kFunctions> weights = {};
  std::array<std::int64_t, kFunctions> instances = {};
  std::array<double, kFunctions> scale_factors = kScaleFactors;

  /// The one that IOHprofiler makes from an instance number, and so does the suite mabbob.
  static ManyAffine of_instance(std::size_t dimension, std::int64_t instance);
};

/// The landscape of a combination, with IOHprofiler's values; its best value is a little above 0.
/// Throws InvalidArgument for parameters that make none.
Landscape many_affine(const ManyAffine& parameters);

/// A function of IOHprofiler's BBOB, or of its SBOX, in parts. IOHprofiler adds the optimal value,
/// and of five functions the penalty at the boundary, to the value of the function itself.
struct FunctionInParts {
  Landscape landscape;   ///< without both
  double penalty = 0.0;  ///< what the squared distance to the box is multiplied by
};

/// Any instance will do, also 0 and negative ones. Throws InvalidArgument for other functions than
/// 1 to 24 and for dimensions below 2.
FunctionInParts function_in_parts(bool boxed, int function, std::size_t d, std::int64_t instance);

/// A function of bbob in any instance, also 0, which no suite lists. Throws InvalidArgument for
/// other functions than 1 to 24, dimensions below 2 and negative instances.
Landscape bbob_function(int function, std::size_t d, std::int64_t instance);

/// The W-model: how many bits, or leading bits, are 1 after layers that make it harder, each of
/// which can be left out. Larger is better.
struct WModel {
  std::size_t dimension = 0;
  bool leading_ones = false;
  double share = 1.0;           ///< of the bits that matter
  std::size_t neutrality = 1;   ///< blocks of so many bits become their majority
  std::size_t epistasis = 1;    ///< blocks of so many bits are mixed
  std::int64_t ruggedness = 0;  ///< from 0 to q (q - 1) / 2 with q bits left: the count is permuted
  std::int64_t instance = 1;    ///< as in pbo
};

/// The landscape of a W-model. Throws InvalidArgument for parameters that make none.
Landscape w_model(const WModel& parameters);

/// IOHprofiler's IsingTorus with any number of bits, of which those beyond the largest square are
/// ignored; with a square number it is f20 of pbo. Throws InvalidArgument without bits.
Landscape ising_torus(std::size_t dimension, std::int64_t instance);

/// IOHprofiler's dynamic binary values: bits with weights, or with an order of importance, that
/// change from step to step. Larger is better. The same kind, number of bits, instance and step are
/// the same function everywhere.
class DynamicBinVal {
 public:
  enum class Kind { kUniform, kPowersOfTwo, kPareto, kRanking };
  static constexpr int kKinds = 4;

  /// At step 0. Throws InvalidArgument without bits and for negative instances.
  DynamicBinVal(Kind kind, std::size_t dimension, std::int64_t instance);

  void step();
  std::uint64_t time() const { return time_; }
  /// What a right bit adds to the value: 1 in a ranking.
  const std::vector<double>& weights() const { return weights_; }
  /// In which order a ranking compares the bits of two strings.
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// Which bits are right: 0 and 1.
  const std::vector<double>& best() const { return best_; }
  /// The sum of the weights of right bits, or, if `counted`, their number.
  Landscape landscape(bool counted = false) const;

 private:
  std::int64_t draw();
  void draw_weights();

  Kind kind_;
  std::uint64_t time_ = 0;
  std::mt19937 generator_;
  std::vector<double> best_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> order_;
};

/// Kinds of point sets that are made from a number.
enum class PointSet { kUniform, kHalton };

/// The set that IOHprofiler makes from an instance, from 0 on: rows of `dimension` coordinates.
std::vector<double> point_set(PointSet kind, std::size_t count, std::size_t dimension,
                              std::int64_t instance);

/// How far the share of points in the box from the origin to x is from its volume, the open or the
/// closed box, whichever is further; larger is better, and the maximum is the star discrepancy. On
/// the grid, x has indices of the sorted coordinates of the points, the last one meaning 1. Throws
/// InvalidArgument for points outside the unit cube.
Landscape star_discrepancy(const std::vector<double>& points, std::size_t dimension, bool on_grid);

/// What is known of a function of the suite cec2013, by its number there.
struct NichingFacts {
  double published;                         ///< its maximum as the competition prints it
  double radius;                            ///< how near to a maximum a point has found it
  std::vector<std::vector<double>> maxima;  ///< the global ones
};
NichingFacts niching_facts(int function);

/// A function of the suite cec2013; larger is better. If `raw`, its differences to the published
/// maximum, as IOHprofiler logs them. A favoured maximum stays the only global one: far from it,
/// values lose 0.01.
Landscape niching_function(int function, bool raw = false, std::vector<double> favoured = {});

/// A graph, and what a choice of vertices costs. Costs and variances may be empty: 1 each.
struct Graph {
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    double weight;
  };

  std::size_t vertices = 0;
  bool directed = false;
  std::vector<Edge> edges;
  std::vector<double> vertex_weights;  ///< empty: 1 each
  std::vector<double> costs;
  double limit = std::numeric_limits<double>::infinity();  ///< of the costs of a choice
  std::vector<double> variances;                           ///< of costs that are random
  double chance_factor = 0.0;  ///< what the deviation of the sum of the chosen costs counts
};

/// What the choice of a set of vertices is worth. Throws InvalidArgument for graphs without
/// vertices, vertices beyond their number and lists of another length.
///
/// The weight of the edges between the chosen vertices and the others; those of a directed graph
/// count negatively into the choice. As in IOHprofiler, a choice beyond the limit is worth by how
/// much it is, negatively.
Landscape max_cut(const Graph& graph);
/// The weight of the chosen vertices and their successors.
Landscape max_coverage(const Graph& graph);
/// What a choice costs; smaller is better.
Landscape choice_cost(const Graph& graph);

}  // namespace optimeter
