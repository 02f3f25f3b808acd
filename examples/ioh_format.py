"""IOHprofiler's format: for IOHanalyzer and iohinspector, with an attribute of the optimizer."""

import optimeter as om


def shrinking_steps(problem, start, rng):
    """Walk randomly; the step size is recorded with every line."""
    best, step = problem(start), 1.0
    while step > 1e-8:
        problem.set_attribute("step", step)
        trial = start + step * rng.standard_normal(start.size)
        value = problem(trial)
        if value < best:
            start, best = trial, value
        else:
            step *= 0.95


suite = om.Suite("bbob", functions=[1, 2], dimensions=[2, 5], instances=[1, 2, 3])
result = om.run(
    shrinking_steps,
    suite,
    budget=200,
    folder="exdata/ioh",
    format="ioh",
    attributes=["step"],
    positions=True,
)
print(result)
