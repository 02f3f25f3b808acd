"""Thousands of restarts of an evolution strategy at once on a GPU, recorded as an experiment.

Each row of a tensor is a run of its own: a (1 + 8) evolution strategy with the one-fifth rule. All of
them ask for their offspring together, so that one call evaluates many thousand points, which never
leave the GPU. Needs torch and a GPU of NVIDIA; without one it runs the same on the processor, with
fewer restarts.
"""

import torch

import optimeter as om

OFFSPRING = 8


class ManyRestarts:
    """An optimizer of as many runs at once as the device takes."""

    name = "ES x restarts"
    handles = ("single-objective",)

    def __call__(self, problem, start, rng):  # noqa: ARG002
        """Minimize from random points until the run is over."""
        device = "cuda" if torch.cuda.is_available() else "cpu"
        runs = 4096 if device == "cuda" else 32
        draws = torch.Generator(device).manual_seed(int(rng.integers(2**62)))
        options = {"dtype": torch.float64, "device": device}

        def evaluate(points):
            if device == "cuda":
                return problem(points)
            return torch.from_numpy(problem(points.numpy()))

        lower = torch.tensor(problem.lower_bounds, **options)
        upper = torch.tensor(problem.upper_bounds, **options)
        d = problem.dimension
        best = lower + (upper - lower) * torch.rand(runs, d, generator=draws, **options)
        values = evaluate(best)
        steps = torch.full((runs, 1), 2.0, **options)
        while True:
            noise = torch.randn(runs, OFFSPRING, d, generator=draws, **options)
            offspring = best[:, None, :] + steps[:, None, :] * noise
            found = evaluate(offspring.reshape(-1, d)).reshape(runs, OFFSPRING)
            lowest, which = found.min(dim=1)
            better = lowest < values
            chosen = offspring[torch.arange(runs, device=device), which]
            best = torch.where(better[:, None], chosen, best)
            values = torch.where(better, lowest, values)
            steps *= torch.where(better[:, None], 1.5, 1.5**-0.25)


if __name__ == "__main__":
    suite = om.Suite("bbob", functions=[1, 8, 15], dimensions=[5, 10], instances=[1, 2])
    budget = 5e6 if torch.cuda.is_available() else 2e3
    result = om.run(ManyRestarts(), suite, budget=budget, folder="exdata/restarts", seed=1)
    print(result)
