// Kernels of the measures. Private to the rooms `data` and `measures`.
#include <nanobind/ndarray.h>

#include <cstdint>

#include "optimeter/measures/hits.hpp"
#include "optimeter/measures/restarts.hpp"
#include "support.hpp"

namespace optimeter::python {
namespace {

using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Longs = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Ints = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::object first_hits(const Longs& offsets, const Longs& evaluations, const Vector& values,
                      const Matrix& limits, const Ints& rows) {
  const std::size_t runs = rows.shape(0);
  const std::size_t targets = limits.shape(1);
  if (offsets.shape(0) != runs + 1 || evaluations.shape(0) != values.shape(0)) {
    raise("DataError", "offsets, steps and rows disagree in length");
  }
  for (std::size_t j = 0; j < runs; ++j) {
    const bool ordered = offsets.data()[j] >= 0 && offsets.data()[j] <= offsets.data()[j + 1];
    const bool known =
        rows.data()[j] >= 0 && static_cast<std::size_t>(rows.data()[j]) < limits.shape(0);
    if (!ordered || !known) raise("DataError", "offsets must not decrease and rows must exist");
  }
  if (static_cast<std::size_t>(offsets.data()[runs]) > values.shape(0)) {
    raise("DataError", "offsets reach beyond the steps");
  }
  nb::object result = new_array(runs, targets, true);
  double* data = array_data(result);
  const measures::Steps steps{offsets.data(), evaluations.data(), values.data(), runs};
  {
    const nb::gil_scoped_release release;
    measures::first_hits(steps, limits.data(), rows.data(), targets, data);
  }
  return result;
}

measures::ProblemRuns problem_runs(const Matrix& times, const Vector& lengths,
                                   const Vector& weights) {
  if (lengths.shape(0) != times.shape(0) || weights.shape(0) != times.shape(0)) {
    raise("DataError", "times, lengths and weights disagree in length");
  }
  return {times.data(), lengths.data(), weights.data(), times.shape(0), times.shape(1)};
}

nb::tuple restart_atoms(const Matrix& times, const Vector& lengths, const Vector& weights,
                        std::size_t atoms, std::size_t lattice, bool coarse) {
  const measures::ProblemRuns runs = problem_runs(times, lengths, weights);
  measures::Atoms found;
  {
    const nb::gil_scoped_release release;
    found = measures::restart_atoms(runs, {atoms, lattice, coarse});
  }
  return nb::make_tuple(to_array(found.values), to_array(found.masses));
}

nb::object restart_quantiles(const Matrix& times, const Vector& lengths, const Vector& weights,
                             const Vector& probabilities, std::size_t atoms, std::size_t lattice) {
  const measures::ProblemRuns runs = problem_runs(times, lengths, weights);
  nb::object result = new_array(times.shape(1), probabilities.shape(0), true);
  double* data = array_data(result);
  {
    const nb::gil_scoped_release release;
    measures::restart_quantiles(runs, {atoms, lattice}, probabilities.data(),
                                probabilities.shape(0), data);
  }
  return result;
}

}  // namespace

void register_measures(nb::module_& module) {
  nb::module_ kernels = module.def_submodule("measures", "Kernels of the measures.");
  kernels.def("first_hits", &first_hits, nb::arg("offsets"), nb::arg("evaluations"),
              nb::arg("values"), nb::arg("limits"), nb::arg("rows"));
  kernels.def("restart_atoms", &restart_atoms, nb::arg("times"), nb::arg("lengths"),
              nb::arg("weights"), nb::arg("atoms"), nb::arg("lattice"), nb::arg("coarse") = false);
  kernels.def("restart_quantiles", &restart_quantiles, nb::arg("times"), nb::arg("lengths"),
              nb::arg("weights"), nb::arg("probabilities"), nb::arg("atoms"), nb::arg("lattice"));
}

}  // namespace optimeter::python
