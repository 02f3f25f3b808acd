"""A managed run: two optimizers, all processors, resumable; one of them is our own."""

import optimeter as om


def annealing(problem, start, rng):
    """Walk randomly, with steps and a temperature that fall; return when the steps are small."""
    point, value = start, problem(start)
    step = 2.0
    while step > 1e-6:
        trial = point + step * rng.standard_normal(point.size)
        trial_value = problem(trial)
        if trial_value < value or rng.random() < step / 10:
            point, value = trial, trial_value
        step *= 0.98
    return point  # `run` restarts it from a random point until budget or target


suite = om.Suite("bbob", functions=range(1, 6), dimensions=[2, 3], instances=range(1, 6))
for optimizer in (annealing, "scipy:Nelder-Mead"):
    name = optimizer if isinstance(optimizer, str) else optimizer.__name__
    result = om.run(
        optimizer,
        suite,
        budget=200,
        folder=f"exdata/{name.replace(':', '-')}",
        workers=2,
        seed=1,
    )
    print(result)
