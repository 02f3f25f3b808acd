"""Runs that take longer than a job may: an optimizer with checkpoints goes on where it stood.

Interrupt it (Ctrl-C, kill -9), start it again: the data are those of a run that was never broken
off. On a cluster the queue does both; see slurm_array.sh.
"""

import optimeter as om


def evolution(problem, start, rng):
    """Evolve one point with the 1/5 rule; its state is a dictionary."""
    state = problem.restored or {"best": problem(start), "point": start, "step": 1.0}
    while state["step"] > 1e-12:
        trial = state["point"] + state["step"] * rng.standard_normal(problem.dimension)
        value = problem(trial)
        if value <= state["best"]:
            state.update(best=value, point=trial, step=state["step"] * 1.5)
        else:
            state["step"] *= 1.5**-0.25
        problem.checkpoint(state)  # most calls do nothing: one in 30 seconds is stored


if __name__ == "__main__":
    suite = om.Suite("bbob", functions=[1, 2, 8], dimensions=5, instances=[1, 2])
    print(om.run(evolution, suite, budget=1000, folder="exdata/evolution", checkpoint_every=30))
