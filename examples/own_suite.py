"""An own problem and an own suite: everything that works for bbob works for them."""

import numpy as np

import optimeter as om


def himmelblau(x):
    """Four minima, all with the value 0."""
    return (x[0] ** 2 + x[1] - 11) ** 2 + (x[0] + x[1] ** 2 - 7) ** 2


def styblinski_tang(points):
    """Many local minima; takes a batch of points."""
    return 0.5 * np.sum(points**4 - 16 * points**2 + 5 * points, axis=1)


problems = [om.Problem.from_callable(himmelblau, lower=[-5, -5], upper=[5, 5], optimum=0)]
problems += [
    om.Problem.from_callable(
        styblinski_tang,
        lower=[-5] * dimension,
        upper=[5] * dimension,
        optimum=-39.16616570377142 * dimension,
        vectorized=True,
    )
    for dimension in (2, 3, 5)
]
suite = om.Suite.from_problems("classics", problems)
print(suite)
print(om.run("cma", suite, budget=300, folder="exdata/classics", trials=3))
