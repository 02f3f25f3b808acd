// Problems.
#include <algorithm>
#include <limits>

#include "objects.hpp"
#include "optimeter/generators.hpp"

using namespace optimeter;
using namespace optimeter::c;

namespace optimeter::c {

optimeter_problem* problem_handle(std::unique_ptr<Problem> problem) {
  const ProblemInfo& info = problem->info();
  const std::size_t dimension = info.dimension;
  const std::size_t objectives = info.objectives;
  std::string type = coco_type(info);
  return handles().add(std::make_unique<optimeter_problem>(
      optimeter_problem{std::move(problem), dimension, objectives, std::move(type)}));
}

}  // namespace optimeter::c

namespace {

// A point and the place for its values: all that can be wrong with them.
void check_point(const optimeter_problem& p, const double* x, std::size_t size) {
  given(x, "x");
  check_size(size, p.dimension, "x");
}

void check_batch(const optimeter_problem& p, std::size_t points, const double* x,
                 std::size_t x_size, const double* values, std::size_t size, std::size_t outputs,
                 const char* name) {
  if (points > x_size) {
    throw InvalidArgument("x must have " + std::to_string(p.dimension) +
                          " values for each of the points; got " + std::to_string(x_size) +
                          " for " + std::to_string(points));
  }
  check_size(x_size, points * p.dimension, "x");
  check_size(size, points * outputs, name);
  if (points == 0) return;
  given(x, "x");
  given(values, name);
}

std::vector<double> numbers_of(const double* numbers, std::size_t count) {
  return numbers == nullptr ? std::vector<double>() : std::vector<double>(numbers, numbers + count);
}

Graph graph_of(const optimeter_graph& given) {
  if (given.size != sizeof(given)) {
    throw InvalidArgument("size of the graph must be " + std::to_string(sizeof(given)) +
                          ", its sizeof; got " + std::to_string(given.size));
  }
  Graph graph = {
      .vertices = given.vertices,
      .directed = given.directed != 0,
      .edges = {},
      .vertex_weights = numbers_of(given.vertex_weights, given.vertices),
      .costs = numbers_of(given.costs, given.vertices),
      .limit = given.limited != 0 ? given.limit : std::numeric_limits<double>::infinity(),
      .variances = numbers_of(given.variances, given.vertices),
      .chance_factor = given.chance_factor};
  if (given.edges > 0 && given.ends == nullptr) {
    throw InvalidArgument("ends must not be NULL with " + std::to_string(given.edges) + " edges");
  }
  const auto vertex = [&](std::size_t at) {
    const std::int64_t number = given.ends[at];
    if (number < 0 || static_cast<std::uint64_t>(number) >= given.vertices) {
      throw InvalidArgument("vertices of this graph are numbered from 0 to " +
                            std::to_string(static_cast<std::int64_t>(given.vertices) - 1) +
                            "; got " + std::to_string(number));
    }
    return static_cast<std::uint32_t>(number);
  };
  graph.edges.reserve(given.edges);
  for (std::size_t i = 0; i < given.edges; ++i) {
    const double weight = given.edge_weights == nullptr ? 1.0 : given.edge_weights[i];
    graph.edges.push_back({vertex(2 * i), vertex(2 * i + 1), weight});
  }
  return graph;
}

// A choice of vertices as a problem; named as in Python.
std::unique_ptr<Problem> choice(const std::string& suite, int function, const Graph& graph) {
  const bool cut = suite == "max-cut";
  if (!cut && suite != "max-coverage") {
    throw InvalidArgument("suites on graphs are max-cut and max-coverage; got '" + suite + "'");
  }
  auto landscape = std::make_shared<Landscape>(cut ? max_cut(graph) : max_coverage(graph));
  ProblemInfo info;
  info.suite = suite;
  info.name = (cut ? "MaxCut" : "MaxCoverage") + std::to_string(function);
  info.id = info.name + "_i1_d" + std::to_string(graph.vertices);
  info.function = function;
  info.instance = 1;
  info.dimension = info.integer_variables = graph.vertices;
  info.maximize = true;
  info.lower_bounds.assign(graph.vertices, 0.0);
  info.upper_bounds.assign(graph.vertices, 1.0);
  info.initial_solution.assign(graph.vertices, 0.0);
  return std::make_unique<Problem>(
      std::move(info),
      std::make_shared<const LazyLandscape>([landscape] { return std::move(*landscape); }));
}

template <typename Text>
const char* text_of(const optimeter_problem* problem, const Text& text) {
  return result_with<optimeter_problem, const char*>(problem, nullptr, text);
}

template <typename Vector>
const double* vector_of(const optimeter_problem* problem, const Vector& vector) {
  return result_with<optimeter_problem, const double*>(
      problem, nullptr, [&](const optimeter_problem& p) -> const double* {
        const std::vector<double>& values = vector(*p.problem);
        return values.empty() ? nullptr : values.data();
      });
}

}  // namespace

extern "C" {

optimeter_problem* optimeter_problem_new(const char* suite, int64_t function, int64_t dimension,
                                         int64_t instance) {
  return result_of<optimeter_problem*>(nullptr, [&] {
    const SuiteDefinition& definition = find_suite(given(suite, "suite"));
    return problem_handle(definition.problem(function, dimension, instance));
  });
}

optimeter_problem* optimeter_problem_on_graph(const char* suite, int64_t function,
                                              const optimeter_graph* graph) {
  return result_of<optimeter_problem*>(nullptr, [&] {
    given(graph, "graph");
    if (function < 1 || function > std::numeric_limits<int>::max()) {
      throw InvalidArgument("function must be a number of at least 1; got " +
                            std::to_string(function));
    }
    return problem_handle(
        choice(given(suite, "suite"), static_cast<int>(function), graph_of(*graph)));
  });
}

void optimeter_problem_free(optimeter_problem* problem) { free_handle(problem); }

int optimeter_problem_is_valid(const optimeter_problem* problem) {
  return handles().find(problem) != nullptr ? 1 : 0;
}

optimeter_problem* optimeter_problem_copy(const optimeter_problem* problem) {
  return result_with<optimeter_problem, optimeter_problem*>(
      problem, nullptr, [](const auto& p) { return problem_handle(p.problem->copy()); });
}

optimeter_problem* optimeter_problem_fresh(const optimeter_problem* problem) {
  return result_with<optimeter_problem, optimeter_problem*>(problem, nullptr, [](const auto& p) {
    std::unique_ptr<Problem> made = p.problem->copy();
    made->restore({});
    made->restore_archive({}, {});
    return problem_handle(std::move(made));
  });
}

optimeter_status optimeter_problem_evaluate(optimeter_problem* problem, const double* x,
                                            size_t x_size, double* y, size_t y_size) {
  return status_with(problem, [&](optimeter_problem& p) {
    if (x == nullptr || x_size != p.dimension) check_point(p, x, x_size);
    if (y == nullptr || y_size != p.objectives)
      check_size(y_size, p.objectives, "y"), given(y, "y");
    p.problem->evaluate(x, y);
  });
}

optimeter_status optimeter_problem_evaluate_batch(optimeter_problem* problem, size_t points,
                                                  const double* x, size_t x_size, double* y,
                                                  size_t y_size) {
  return status_with(problem, [&](optimeter_problem& p) {
    check_batch(p, points, x, x_size, y, y_size, p.objectives, "y");
    p.problem->evaluate(x, points, y);
  });
}

optimeter_status optimeter_problem_evaluate_constraints(optimeter_problem* problem, const double* x,
                                                        size_t x_size, double* g, size_t g_size) {
  return optimeter_problem_evaluate_constraints_batch(problem, 1, x, x_size, g, g_size);
}

optimeter_status optimeter_problem_evaluate_constraints_batch(optimeter_problem* problem,
                                                              size_t points, const double* x,
                                                              size_t x_size, double* g,
                                                              size_t g_size) {
  return status_with(problem, [&](optimeter_problem& p) {
    const ProblemInfo& info = p.problem->info();
    if (info.constraints == 0) throw InvalidArgument("problem " + info.id + " has no constraints");
    check_batch(p, points, x, x_size, g, g_size, info.constraints, "g");
    p.problem->evaluate_constraints(x, points, g);
  });
}

optimeter_status optimeter_problem_recommend(optimeter_problem* problem, const double* x,
                                             size_t x_size) {
  return status_with(problem, [&](optimeter_problem& p) {
    check_point(p, x, x_size);
    p.problem->recommend(x);
  });
}

optimeter_status optimeter_problem_restart(optimeter_problem* problem) {
  return status_with(problem, [](optimeter_problem& p) { p.problem->signal_restart(); });
}

optimeter_status optimeter_problem_limit(optimeter_problem* problem, uint64_t evaluations,
                                         int at_target) {
  return status_with(problem,
                     [&](optimeter_problem& p) { p.problem->limit(evaluations, at_target != 0); });
}

optimeter_status optimeter_problem_reseed(optimeter_problem* problem, uint64_t seed) {
  return status_with(problem, [&](optimeter_problem& p) { p.problem->reseed(seed); });
}

const char* optimeter_problem_id(const optimeter_problem* problem) {
  return text_of(problem, [](const auto& p) { return p.problem->info().id.c_str(); });
}
const char* optimeter_problem_name(const optimeter_problem* problem) {
  return text_of(problem, [](const auto& p) { return p.problem->info().name.c_str(); });
}
const char* optimeter_problem_suite(const optimeter_problem* problem) {
  return text_of(problem, [](const auto& p) { return p.problem->info().suite.c_str(); });
}
const char* optimeter_problem_group(const optimeter_problem* problem) {
  return text_of(problem, [](const auto& p) { return p.problem->info().group.c_str(); });
}
const char* optimeter_problem_coco_type(const optimeter_problem* problem) {
  return text_of(problem, [](const auto& p) { return p.coco_type.c_str(); });
}

int64_t optimeter_problem_function(const optimeter_problem* problem) {
  return result_with(problem, std::int64_t{0},
                     [](const auto& p) { return p.problem->info().function; });
}
int64_t optimeter_problem_instance(const optimeter_problem* problem) {
  return result_with(problem, std::int64_t{0},
                     [](const auto& p) { return p.problem->info().instance; });
}
size_t optimeter_problem_dimension(const optimeter_problem* problem) {
  return result_with(problem, std::size_t{0}, [](const auto& p) { return p.dimension; });
}
size_t optimeter_problem_objectives(const optimeter_problem* problem) {
  return result_with(problem, std::size_t{0}, [](const auto& p) { return p.objectives; });
}
size_t optimeter_problem_constraints(const optimeter_problem* problem) {
  return result_with(problem, std::size_t{0},
                     [](const auto& p) { return p.problem->info().constraints; });
}
size_t optimeter_problem_integer_variables(const optimeter_problem* problem) {
  return result_with(problem, std::size_t{0},
                     [](const auto& p) { return p.problem->info().integer_variables; });
}

const double* optimeter_problem_lower_bounds(const optimeter_problem* problem) {
  return vector_of(problem, [](const Problem& p) -> auto& { return p.info().lower_bounds; });
}
const double* optimeter_problem_upper_bounds(const optimeter_problem* problem) {
  return vector_of(problem, [](const Problem& p) -> auto& { return p.info().upper_bounds; });
}
const double* optimeter_problem_initial_solution(const optimeter_problem* problem) {
  return vector_of(problem, [](const Problem& p) -> auto& { return p.initial_solution(); });
}
const double* optimeter_problem_ideal(const optimeter_problem* problem) {
  static const std::vector<double> none;
  return vector_of(problem, [](const Problem& p) -> auto& {
    return p.info().objectives > 1 ? p.landscape().optimal_value : none;
  });
}
const double* optimeter_problem_nadir(const optimeter_problem* problem) {
  return vector_of(problem, [](const Problem& p) -> auto& { return p.landscape().nadir; });
}

uint64_t optimeter_problem_evaluations(const optimeter_problem* problem) {
  return result_with(problem, std::uint64_t{0},
                     [](const auto& p) { return p.problem->progress().evaluations; });
}
uint64_t optimeter_problem_evaluations_constraints(const optimeter_problem* problem) {
  return result_with(problem, std::uint64_t{0},
                     [](const auto& p) { return p.problem->progress().evaluations_constraints; });
}
double optimeter_problem_best_value(const optimeter_problem* problem) {
  return result_with(problem, kNan, [](const auto& p) {
    return p.problem->seen(p.problem->progress().best_value);
  });
}
int optimeter_problem_target_hit(const optimeter_problem* problem) {
  return result_with(problem, 0,
                     [](const auto& p) { return p.problem->progress().final_target_hit ? 1 : 0; });
}
double optimeter_problem_final_target(const optimeter_problem* problem) {
  return result_with(problem, kNan,
                     [](const auto& p) { return p.problem->final_target().value_or(kNan); });
}
double optimeter_problem_indicator(const optimeter_problem* problem) {
  return result_with(problem, kNan, [](const auto& p) { return p.problem->indicator(); });
}
double optimeter_problem_optimal_value(const optimeter_problem* problem) {
  return result_with(problem, kNan,
                     [](const auto& p) { return p.problem->optimal_value().value_or(kNan); });
}

optimeter_status optimeter_problem_reveal(optimeter_problem* problem, double* x, size_t x_size,
                                          int quietly) {
  return status_with(problem, [&](optimeter_problem& p) {
    check_point(p, x, x_size);
    const std::vector<double>& best = p.problem->landscape().best_parameter;
    if (best.empty()) {
      throw InvalidArgument("the optimum of " + p.problem->info().id + " is not a known point");
    }
    std::copy(best.begin(), best.end(), x);
    if (quietly == 0) p.problem->note_reveal();
  });
}

optimeter_status optimeter_problem_set_attribute(optimeter_problem* problem, const char* name,
                                                 double value) {
  return status_with(
      problem, [&](optimeter_problem& p) { p.problem->set_attribute(given(name, "name"), value); });
}

optimeter_status optimeter_problem_feed(optimeter_problem* problem, uint64_t evaluation,
                                        const double* y, size_t y_size, int* entered) {
  return status_with(problem, [&](optimeter_problem& p) {
    check_size(y_size, p.objectives, "y");
    const bool changed = p.problem->feed(evaluation, given(y, "y"));
    if (entered != nullptr) *entered = changed ? 1 : 0;
  });
}

optimeter_status optimeter_problem_release(optimeter_problem* problem) {
  return status_with(problem, [](optimeter_problem& p) { p.problem->attach(nullptr); });
}

int optimeter_problem_is_observed(const optimeter_problem* problem) {
  return result_with(problem, 0, [](const auto& p) { return p.problem->observed() ? 1 : 0; });
}

}  // extern "C"
