"""A batched optimizer: a whole population is evaluated in one call, at the engine's speed."""

import numpy as np

import optimeter as om


def differential_evolution(problem, start, rng):
    """DE/rand/1/bin; each generation is one batch."""
    size, dimension = 10 * problem.dimension, problem.dimension
    points = rng.uniform(problem.lower_bounds, problem.upper_bounds, (size, dimension))
    points[0] = start
    values = problem(points)
    while np.ptp(values) > 1e-12:
        a, b, c = (points[rng.permutation(size)] for _ in range(3))
        mutants = a + 0.7 * (b - c)
        trials = np.where(rng.random(points.shape) < 0.9, mutants, points)
        trial_values = problem(trials)
        better = trial_values < values
        points[better], values[better] = trials[better], trial_values[better]


suite = om.Suite("bbob", functions=range(1, 25), dimensions=[2, 5], instances=[1])
result = om.run(differential_evolution, suite, budget=1000, folder="exdata/de", algorithm="DE")
print(result)
