"""The fastest algorithm of all, tested against every other one by the obvious loop."""

import numpy as np

from optimeter.data.runs import Runs
from optimeter.measures import leaders, pairwise_tests
from tests.measures.helpers import runs_of

INF = float("inf")


def example() -> Runs:
    rng = np.random.default_rng(7)
    parts = []
    for place, name in enumerate("abc"):
        for d in (2, 3, 5) if name != "c" else (2, 3):
            times = rng.integers(2, 60, size=(9, 2)).cumsum(axis=1) * (1 + 2 * place)
            rows = [[float(a), float(b) if b < 150 else INF] for a, b in times]
            parts.append(runs_of(rows, [200] * 9, algorithm=name, dimension=d))
    return Runs.concatenate(parts)


def test_leaders_are_the_fastest_and_beat_all_others():
    runs = example()
    tests = pairwise_tests(runs, [1, 0.1]).to_dicts()
    table = leaders(runs, [1, 0.1])
    assert len(table) == 6
    for row in table.to_dicts():
        here = [test for test in tests if all(test[k] == row[k] for k in ("dimension", "target"))]
        ert = {t["algorithm"]: t["ert"] for t in here} | {t["other"]: t["other_ert"] for t in here}
        assert row["ert"] == min(ert.values()) == ert[row["algorithm"]]
        mine = [t for t in here if row["algorithm"] in (t["algorithm"], t["other"])]
        sign = [1 if t["algorithm"] == row["algorithm"] else -1 for t in mine]
        against = [t["p"] if s * t["z"] > 0 else 1.0 for t, s in zip(mine, sign, strict=True)]
        assert row["p"] == max(against)
        assert row["p_bonferroni"] == min(1.0, 3 * row["p"])
    assert table.p_bonferroni.min() < 0.01


def test_nobody_leads_alone_nor_without_success():
    alone = leaders(runs_of([[5, INF], [6, INF]], [9, 9], algorithm="a"), [1, 0.1])
    assert (alone.target.tolist(), alone.p.tolist()) == ([1.0], [1.0])
    other = runs_of([[5, 7]] * 9, [9] * 9, algorithm="b", dimension=4)  # shares no problem
    both = Runs.concatenate([runs_of([[5, INF], [6, INF]], [9, 9], algorithm="a"), other])
    assert set(leaders(both, [1, 0.1]).p.tolist()) == {1.0}
