"""Repeated trials: a stochastic optimizer gets several runs on each problem."""

from collections import Counter

import optimeter as om

suite = om.Suite("bbob", functions=[1, 8], dimensions=[3], instances=[1, 2])
result = om.run("cma", suite, budget=300, folder="exdata/cma-trials", trials=5, seed=42)
print(result)

successes = Counter(outcome.problem for outcome in result.outcomes if outcome.target_hit)
for problem in suite.ids:
    print(f"{problem}: {successes[problem]} of 5 trials reached the final target")
