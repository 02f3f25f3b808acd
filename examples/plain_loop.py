"""The plain loop: a suite, an observer, and an optimizer of scipy with restarts."""

import numpy as np
from scipy.optimize import fmin

import optimeter as om

BUDGET = 100  # times the dimension

suite = om.Suite("bbob", functions=range(1, 6), dimensions=[2, 3], instances=[1, 2])
rng = np.random.default_rng(1)

with om.Observer("exdata/fmin", algorithm="Nelder-Mead with restarts") as observer:
    for problem in suite:
        observer.observe(problem)
        start = problem.initial_solution
        while problem.evaluations < BUDGET * problem.dimension and not problem.final_target_hit:
            remaining = BUDGET * problem.dimension - problem.evaluations
            fmin(problem, start, maxfun=remaining, disp=False)
            problem.signal_restart()
            start = rng.uniform(problem.lower_bounds, problem.upper_bounds)

print(f"{len(suite)} problems recorded in {observer.folder}")
