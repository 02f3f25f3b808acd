// Functions of the engine from parameters.
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "engine_function.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/generators.hpp"

namespace optimeter::python {
namespace {

EngineFunction made(std::string maker, Landscape landscape, nb::tuple arguments) {
  return {std::make_shared<const Landscape>(std::move(landscape)), std::move(maker),
          std::move(arguments)};
}

DynamicBinVal::Kind dynamic_kind(int number) {
  if (number >= 0 && number < DynamicBinVal::kKinds) {
    return static_cast<DynamicBinVal::Kind>(number);
  }
  throw InvalidArgument("kinds of dynamic binary values are numbered from 0 to " +
                        std::to_string(DynamicBinVal::kKinds - 1) + "; got " +
                        std::to_string(number));
}

struct DynamicBits {
  DynamicBits(int number, std::size_t bits, std::int64_t which)
      : kind(number), dimension(bits), instance(which), state(dynamic_kind(kind), bits, which) {}

  EngineFunction function(bool counted) const {
    return made("_dynamic_bin_val", state.landscape(counted),
                nb::make_tuple(kind, dimension, instance, state.time(), counted));
  }

  int kind;
  std::size_t dimension;
  std::int64_t instance;
  DynamicBinVal state;
};

enum class OnGraph : int { cut, coverage, cost };

Landscape on_graph(int kind, const Graph& graph) {
  switch (static_cast<OnGraph>(kind)) {
    case OnGraph::cut:
      return max_cut(graph);
    case OnGraph::coverage:
      return max_coverage(graph);
    case OnGraph::cost:
      return choice_cost(graph);
  }
  throw InvalidArgument("kinds of problems on graphs are numbered from 0 to 2; got " +
                        std::to_string(kind));
}

// Pairs of vertices, one after the other, with their weights.
std::vector<Graph::Edge> edges_of(const std::vector<std::uint32_t>& ends,
                                  const std::vector<double>& weights) {
  if (ends.size() != 2 * weights.size()) {
    throw InvalidArgument("each edge has two vertices and a weight; got " +
                          std::to_string(ends.size()) + " vertices and " +
                          std::to_string(weights.size()) + " weights");
  }
  std::vector<Graph::Edge> edges;
  edges.reserve(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    edges.push_back({ends[2 * i], ends[2 * i + 1], weights[i]});
  }
  return edges;
}

// The values of points as a caller sees them.
nb::object values(const EngineFunction& self, const nb::object& x) {
  const Mapping& mapping = *self.landscape->objectives;
  const Points points = to_points(x.ptr(), mapping.dimension(), "the function");
  nb::object result = new_array(points.count, 1, false);
  double* const y = array_data(result);
  mapping.evaluate(points.data, points.count, y);
  for (std::size_t i = 0; i < points.count; ++i) y[i] = self.landscape->shown.seen(y[i]);
  return points.batch ? result : nb::float_(y[0]);
}

}  // namespace

void register_generators(nb::module_& module) {
  nb::class_<EngineFunction>(module, "EngineFunction",
                             "A function of the engine, made from parameters.")
      .def("__call__", &values, nb::arg("x"),
           nb::sig("def __call__(self, x: numpy.typing.ArrayLike) -> float | "
                   "numpy.typing.NDArray[numpy.float64]"),
           "Return the value of a point, or of the rows of a batch.")
      .def_ro("parameters", &EngineFunction::arguments,
              nb::sig("def parameters(self) -> tuple[object, ...]"), "What it was made from.")
      .def(
          "__reduce__",
          [](const EngineFunction& self) {
            return nb::make_tuple(provided("engine_function"),
                                  nb::make_tuple(self.maker, self.arguments));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def(
          "__eq__",
          [](const EngineFunction& self, const nb::object& other) {
            if (!nb::isinstance<EngineFunction>(other)) return false;
            const auto& second = nb::cast<const EngineFunction&>(other);
            return self.maker == second.maker && self.arguments.equal(second.arguments);
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
      .def("__hash__", [](const EngineFunction& self) { return nb::hash(self.arguments); });

  module.def(
      "_many_affine",
      [](std::vector<double> optimum, const std::array<double, ManyAffine::kFunctions>& weights,
         const std::array<std::int64_t, ManyAffine::kFunctions>& instances,
         const std::array<double, ManyAffine::kFunctions>& scale_factors) {
        nb::tuple arguments =
            nb::make_tuple(nb::tuple(nb::cast(optimum)), nb::tuple(nb::cast(weights)),
                           nb::tuple(nb::cast(instances)), nb::tuple(nb::cast(scale_factors)));
        return made("_many_affine",
                    many_affine({std::move(optimum), weights, instances, scale_factors}),
                    std::move(arguments));
      },
      nb::arg("optimum"), nb::arg("weights"), nb::arg("instances"), nb::arg("scale_factors"));
  module.attr("_SCALE_FACTORS") = nb::tuple(nb::cast(ManyAffine::kScaleFactors));
  module.def(
      "_many_affine_instance",
      [](std::size_t dimension, std::int64_t instance) {
        const ManyAffine made = ManyAffine::of_instance(dimension, instance);
        return nb::make_tuple(nb::tuple(nb::cast(made.optimum)), nb::tuple(nb::cast(made.weights)));
      },
      nb::arg("dimension"), nb::arg("instance"),
      nb::sig("def _many_affine_instance(dimension: int, instance: int) -> "
              "tuple[tuple[float, ...], tuple[float, ...]]"),
      "Optimum and weights of a problem of mabbob.");
  module.def(
      "_function_in_parts",
      [](bool boxed, int function, std::size_t dimension, std::int64_t instance) {
        FunctionInParts parts = function_in_parts(boxed, function, dimension, instance);
        const double best = parts.landscape.optimal_value[0];
        nb::object point = to_array(parts.landscape.best_parameter);
        EngineFunction function_itself = made("_function_in_parts", std::move(parts.landscape),
                                              nb::make_tuple(boxed, function, dimension, instance));
        return nb::make_tuple(std::move(function_itself), best, point, parts.penalty);
      },
      nb::arg("boxed"), nb::arg("function"), nb::arg("dimension"), nb::arg("instance"),
      nb::sig("def _function_in_parts(boxed: bool, function: int, dimension: int, instance: int) "
              "-> tuple[EngineFunction, float, numpy.typing.NDArray[numpy.float64], float]"),
      "A function of IOHprofiler's BBOB or SBOX without optimal value and penalty; both beside it, "
      "and the optimum.");
  module.def(
      "_bbob_function",
      [](int function, std::size_t dimension, std::int64_t instance) {
        return made("_bbob_function", bbob_function(function, dimension, instance),
                    nb::make_tuple(function, dimension, instance));
      },
      nb::arg("function"), nb::arg("dimension"), nb::arg("instance"));
  module.def(
      "_w_model",
      [](std::size_t dimension, bool leading_ones, double share, std::size_t neutrality,
         std::size_t epistasis, std::int64_t ruggedness, std::int64_t instance) {
        return made(
            "_w_model",
            w_model({dimension, leading_ones, share, neutrality, epistasis, ruggedness, instance}),
            nb::make_tuple(dimension, leading_ones, share, neutrality, epistasis, ruggedness,
                           instance));
      },
      nb::arg("dimension"), nb::arg("leading_ones"), nb::arg("share"), nb::arg("neutrality"),
      nb::arg("epistasis"), nb::arg("ruggedness"), nb::arg("instance"));
  module.def(
      "_ising_torus",
      [](std::size_t dimension, std::int64_t instance) {
        return made("_ising_torus", ising_torus(dimension, instance),
                    nb::make_tuple(dimension, instance));
      },
      nb::arg("dimension"), nb::arg("instance"));
  nb::class_<DynamicBits>(module, "_DynamicBinVal",
                          "Dynamic binary values, of a kind that is numbered from 0.")
      .def(nb::init<int, std::size_t, std::int64_t>(), nb::arg("kind"), nb::arg("dimension"),
           nb::arg("instance"))
      .def(
          "step", [](DynamicBits& self) { self.state.step(); }, "Change the weights or the order.")
      .def_prop_ro(
          "time", [](const DynamicBits& self) { return self.state.time(); }, "The steps so far.")
      .def_prop_ro(
          "weights", [](const DynamicBits& self) { return self.state.weights(); },
          "What a right bit adds.")
      .def_prop_ro(
          "best", [](const DynamicBits& self) { return self.state.best(); },
          "Which bits are right.")
      .def_prop_ro(
          "order", [](const DynamicBits& self) { return self.state.order(); },
          "In which order bits are compared.")
      .def("function", &DynamicBits::function, nb::arg("counted"),
           "Return the function at present, or how many bits are right.");
  module.def(
      "_dynamic_bin_val",
      [](int kind, std::size_t dimension, std::int64_t instance, std::uint64_t time, bool counted) {
        DynamicBits bits(kind, dimension, instance);
        while (bits.state.time() < time) bits.state.step();
        return bits.function(counted);
      },
      nb::arg("kind"), nb::arg("dimension"), nb::arg("instance"), nb::arg("time"),
      nb::arg("counted"));
  module.def(
      "_point_set",
      [](bool halton, std::size_t count, std::size_t dimension, std::int64_t instance) {
        const PointSet kind = halton ? PointSet::kHalton : PointSet::kUniform;
        return to_array(point_set(kind, count, dimension, instance));
      },
      nb::arg("halton"), nb::arg("count"), nb::arg("dimension"), nb::arg("instance"),
      nb::sig("def _point_set(halton: bool, count: int, dimension: int, instance: int) -> "
              "numpy.typing.NDArray[numpy.float64]"),
      "The coordinates of the points that IOHprofiler makes from an instance, row by row.");
  module.def(
      "_star_discrepancy",
      [](const std::vector<double>& points, std::size_t dimension, bool on_grid) {
        return made("_star_discrepancy", star_discrepancy(points, dimension, on_grid),
                    nb::make_tuple(nb::tuple(nb::cast(points)), dimension, on_grid));
      },
      nb::arg("points"), nb::arg("dimension"), nb::arg("on_grid"));
  module.def(
      "_niching_facts",
      [](int function) {
        const NichingFacts facts = niching_facts(function);
        return nb::make_tuple(facts.published, facts.radius, nb::cast(facts.maxima));
      },
      nb::arg("function"),
      nb::sig("def _niching_facts(function: int) -> tuple[float, float, list[list[float]]]"),
      "The published maximum of a function of cec2013, the radius of its maxima, and all of them.");
  module.def(
      "_niching_function",
      [](int function, bool raw, const std::vector<double>& favoured) {
        return made("_niching_function", niching_function(function, raw, favoured),
                    nb::make_tuple(function, raw, nb::tuple(nb::cast(favoured))));
      },
      nb::arg("function"), nb::arg("raw"), nb::arg("favoured"));
  module.def(
      "_on_graph",
      [](int kind, std::size_t vertices, bool directed, const std::vector<std::uint32_t>& ends,
         const std::vector<double>& weights, const std::vector<double>& vertex_weights,
         const std::vector<double>& costs, double limit, const std::vector<double>& variances,
         double chance_factor) {
        const Graph graph = {.vertices = vertices,
                             .directed = directed,
                             .edges = edges_of(ends, weights),
                             .vertex_weights = vertex_weights,
                             .costs = costs,
                             .limit = limit,
                             .variances = variances,
                             .chance_factor = chance_factor};
        return made("_on_graph", on_graph(kind, graph),
                    nb::make_tuple(kind, vertices, directed, nb::tuple(nb::cast(ends)),
                                   nb::tuple(nb::cast(weights)),
                                   nb::tuple(nb::cast(vertex_weights)), nb::tuple(nb::cast(costs)),
                                   limit, nb::tuple(nb::cast(variances)), chance_factor));
      },
      nb::arg("kind"), nb::arg("vertices"), nb::arg("directed"), nb::arg("ends"),
      nb::arg("weights"), nb::arg("vertex_weights"), nb::arg("costs"), nb::arg("limit"),
      nb::arg("variances"), nb::arg("chance_factor"),
      "A cut (0), a coverage (1) or the costs (2) of a choice of vertices.");
}

}  // namespace optimeter::python
