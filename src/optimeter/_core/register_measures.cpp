// Kernels of the measures. Private to the room `measures`.
#include <nanobind/ndarray.h>

#include "interpreter.hpp"
#include "optimeter/measures/differences.hpp"
#include "optimeter/measures/profile_spread.hpp"
#include "optimeter/measures/rank_sums.hpp"
#include "optimeter/measures/renewal.hpp"
#include "optimeter/measures/resampled_ratios.hpp"
#include "optimeter/measures/restarts.hpp"
#include "optimeter/measures/steps.hpp"
#include "optimeter/measures/target_sums.hpp"
#include "support.hpp"

namespace optimeter::python {
namespace {

using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Stack = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

measures::ProblemRuns problem_runs(const Matrix& times, const Vector& lengths,
                                   const Vector& weights) {
  if (lengths.shape(0) != times.shape(0) || weights.shape(0) != times.shape(0)) {
    raise("DataError", "times, lengths and weights disagree in length");
  }
  return {times.data(), lengths.data(), weights.data(), times.shape(0), times.shape(1)};
}

nb::tuple restart_atoms(const Matrix& times, const Vector& lengths, const Vector& weights,
                        std::size_t atoms, std::size_t lattice) {
  const measures::ProblemRuns runs = problem_runs(times, lengths, weights);
  const measures::Atoms found =
      without_lock([&] { return measures::restart_atoms(runs, {atoms, lattice}); });
  return nb::make_tuple(to_array(found.values), to_array(found.masses));
}

nb::object restart_areas(const Matrix& times, const Vector& lengths, const Vector& weights,
                         double low, double high, double unit, std::size_t atoms,
                         std::size_t lattice) {
  const measures::ProblemRuns runs = problem_runs(times, lengths, weights);
  if (!(low < high && unit > 0.0)) raise("DataError", "the window needs low < high and a unit");
  return filled_array(runs.targets, 1, false, [&](double* areas) {
    measures::restart_areas(runs, {atoms, lattice}, {low, high, unit}, areas);
  });
}

nb::object mean_differences(const Matrix& rows) {
  const std::size_t size = rows.shape(0);
  return filled_array(size, size, true, [&](double* means) {
    measures::mean_differences(rows.data(), size, rows.shape(1), means);
  });
}

nb::object restart_quantiles(const Matrix& times, const Vector& lengths, const Vector& weights,
                             const Vector& probabilities, std::size_t atoms, std::size_t lattice) {
  const measures::ProblemRuns runs = problem_runs(times, lengths, weights);
  const std::size_t count = probabilities.shape(0);
  return filled_array(times.shape(1), count, true, [&](double* quantiles) {
    measures::restart_quantiles(runs, {atoms, lattice}, probabilities.data(), count, quantiles);
  });
}

nb::tuple target_sums(const Matrix& times, const Vector& lengths, const Vector& weights,
                      const Indices& starts) {
  const measures::ProblemRuns runs = problem_runs(times, lengths, weights);
  const std::size_t problems = starts.shape(0);
  for (std::size_t p = 0; p < problems; ++p) {
    const std::int64_t next =
        p + 1 < problems ? starts(p + 1) : static_cast<std::int64_t>(runs.runs);
    if (starts(p) < 0 || starts(p) >= next) raise("DataError", "starts must increase within runs");
  }
  nb::object parts[4];
  for (nb::object& part : parts) part = new_array(problems, runs.targets, true);
  const measures::TargetSums sums{array_data(parts[0]), array_data(parts[1]), array_data(parts[2]),
                                  array_data(parts[3])};
  without_lock([&] {
    measures::sum_targets(
        {runs.times, runs.lengths, runs.weights, runs.runs, runs.targets, starts.data(), problems},
        sums);
  });
  return nb::make_tuple(parts[0], parts[1], parts[2], parts[3]);
}

nb::tuple cumulated(const Vector& values, const Vector& masses) {
  if (values.shape(0) != masses.shape(0))
    raise("DataError", "values and masses disagree in length");
  const measures::StepFunction steps = without_lock(
      [&] { return measures::cumulate(values.data(), masses.data(), values.shape(0)); });
  return nb::make_tuple(to_array(steps.x), to_array(steps.y));
}

nb::object solved_targets(const Matrix& times, const Vector& lengths, const Matrix& weights,
                          const Vector& budgets, bool restarts) {
  const measures::WeightedRuns runs{times.data(),   lengths.data(), weights.data(),
                                    times.shape(0), times.shape(1), weights.shape(1)};
  if (lengths.shape(0) != runs.runs || weights.shape(0) != runs.runs) {
    raise("DataError", "times, lengths and weights disagree in length");
  }
  return filled_array(budgets.shape(0), runs.samples, true, [&](double* solved) {
    measures::count_solved(runs, budgets.data(), budgets.shape(0), restarts, solved);
  });
}

nb::tuple resampled_ratios(const Stack& spent, const Stack& success, const Stack& draws) {
  const measures::ResampledRuns runs{spent.data(),   success.data(), draws.data(),  spent.shape(0),
                                     spent.shape(1), spent.shape(2), draws.shape(1)};
  if (success.shape(0) != runs.problems || success.shape(1) != runs.runs ||
      success.shape(2) != runs.targets || draws.shape(0) != runs.problems ||
      draws.shape(2) != runs.runs) {
    raise("DataError", "spent, success and draws disagree in shape");
  }
  const std::size_t pairs = measures::count_reached(runs);
  nb::object errors = new_array(pairs, runs.samples, true);
  double* const error = array_data(errors);
  nb::object ratios = filled_array(pairs, runs.samples, true, [&](double* ratio) {
    measures::resample_ratios(runs, ratio, error);
  });
  return nb::make_tuple(ratios, errors);
}

nb::tuple profile_spreads(const Stack& solved, const Indices& rows, const Indices& starts,
                          const Vector& pairs, const Vector& widths) {
  const measures::ResampledShares shares{solved.data(), solved.shape(1), solved.shape(2)};
  const std::size_t sets = pairs.shape(0);
  if (widths.shape(0) + 1 != shares.budgets) raise("DataError", "budgets and widths disagree");
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    if (rows(i) < 0 || static_cast<std::size_t>(rows(i)) >= solved.shape(0)) {
      raise("DataError", "rows must be functions");
    }
  }
  const auto start = [&](std::size_t set) {
    return set < sets ? starts(set) : static_cast<std::int64_t>(rows.shape(0));
  };
  if (starts.shape(0) != sets) raise("DataError", "starts and pairs disagree in length");
  for (std::size_t set = 0; set < sets; ++set) {
    if (start(set) < 0 || start(set) >= start(set + 1)) {
      raise("DataError", "every set must have a function");
    }
  }
  nb::object areas = new_array(sets, shares.samples, true);
  double* const area = array_data(areas);
  nb::object variance = filled_array(sets, shares.budgets, true, [&](double* spread) {
    for (std::size_t set = 0; set < sets; ++set) {
      measures::spread_profile(
          shares, rows.data() + start(set), static_cast<std::size_t>(start(set + 1) - start(set)),
          pairs(set), widths.data(), spread + set * shares.budgets, area + set * shares.samples);
    }
  });
  return nb::make_tuple(variance, areas);
}

nb::object rank_sum_counts(std::size_t size, const Indices& ties, std::size_t sums) {
  if (sums == 0) raise("DataError", "there must be at least one sum");
  for (std::size_t i = 0; i < ties.shape(0); ++i) {
    if (ties(i) < 1) raise("DataError", "ties must be positive");
  }
  return to_array(without_lock(
      [&] { return measures::count_rank_sums(size, ties.data(), ties.shape(0), sums); }));
}

}  // namespace

void register_measures(nb::module_& module) {
  nb::module_ kernels = module.def_submodule("measures", "Kernels of the measures.");
  kernels.def("restart_atoms", &restart_atoms, nb::arg("times"), nb::arg("lengths"),
              nb::arg("weights"), nb::arg("atoms"), nb::arg("lattice"));
  kernels.def("restart_areas", &restart_areas, nb::arg("times"), nb::arg("lengths"),
              nb::arg("weights"), nb::arg("low"), nb::arg("high"), nb::arg("unit"),
              nb::arg("atoms"), nb::arg("lattice"));
  kernels.def("mean_differences", &mean_differences, nb::arg("rows"));
  kernels.def("target_sums", &target_sums, nb::arg("times"), nb::arg("lengths"), nb::arg("weights"),
              nb::arg("starts"));
  kernels.def("cumulated", &cumulated, nb::arg("values"), nb::arg("masses"));
  kernels.def("solved_targets", &solved_targets, nb::arg("times"), nb::arg("lengths"),
              nb::arg("weights"), nb::arg("budgets"), nb::arg("restarts"));
  kernels.def("resampled_ratios", &resampled_ratios, nb::arg("spent"), nb::arg("success"),
              nb::arg("draws"));
  kernels.def("profile_spreads", &profile_spreads, nb::arg("solved"), nb::arg("rows"),
              nb::arg("starts"), nb::arg("pairs"), nb::arg("widths"));
  kernels.def("rank_sum_counts", &rank_sum_counts, nb::arg("size"), nb::arg("ties"),
              nb::arg("sums"));
  kernels.def("restart_quantiles", &restart_quantiles, nb::arg("times"), nb::arg("lengths"),
              nb::arg("weights"), nb::arg("probabilities"), nb::arg("atoms"), nb::arg("lattice"));
}

}  // namespace optimeter::python
