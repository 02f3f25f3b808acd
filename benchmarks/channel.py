"""What it costs to evaluate for a run from another process, beside the bare way between two processes.

A forked child evaluates a problem of its parent that is observed, point by point and in batches. The
measure is a pair of sockets over which a child and its parent hand a message of one point back and
forth, in the same run, in turn with the evaluations. Wall time counts, since both sides wait for each
other; the best of several rounds.

    python benchmarks/channel.py [EVALUATIONS]
"""

import argparse
import os
import socket
import sys
import time
from collections.abc import Callable

import numpy as np

import optimeter as om

DIMENSION = 10
BATCH = 10_000
ROUNDS = 5
LEAST_SHARE = 0.25  # of the round trips of the bare sockets
LEAST_POINTS = 1e6  # a second, in batches


def in_child(work: Callable[[], None]) -> float:
    """Do work in a forked child and return the seconds that it took there."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        begin = time.perf_counter()
        work()
        os.write(write, repr(time.perf_counter() - begin).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as told:
        seconds = float(told.read())
    os.waitpid(child, 0)
    return seconds


def bare(trips: int) -> float:
    """Hand a message back and forth and return the seconds that it took."""
    here, there = socket.socketpair()
    message = bytes(8 * DIMENSION)
    child = os.fork()
    if child == 0:
        for _ in range(trips):
            there.send(there.recv(4096))
        os._exit(0)
    begin = time.perf_counter()
    for _ in range(trips):
        here.send(message)
        here.recv(4096)
    seconds = time.perf_counter() - begin
    os.waitpid(child, 0)
    here.close()
    there.close()
    return seconds


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("evaluations", nargs="?", type=int, default=20_000, help="of each round")
    count = parser.parse_args().evaluations
    points = np.random.default_rng(1).uniform(-5, 5, (BATCH, DIMENSION))
    singles = [points[i % BATCH] for i in range(count)]
    problem = om.problem("bbob", 8, DIMENSION)

    def one_by_one() -> None:
        for x in singles:
            problem(x)

    def in_batches() -> None:
        for _ in range(50):
            problem(points)

    trips, evaluations, rows = 0.0, 0.0, 0.0
    with om.Observer(format="memory") as observer:
        observer.observe(problem)
        for _ in range(ROUNDS):
            trips = max(trips, count / bare(count))
            evaluations = max(evaluations, count / in_child(one_by_one))
            rows = max(rows, 50 * BATCH / in_child(in_batches))
        expected = ROUNDS * (count + 50 * BATCH)
        if problem.evaluations != expected:
            print(f"{problem.evaluations} evaluations were counted; {expected} were made")
            return 1
    print(f"bare sockets      {trips:12,.0f} round trips a second")
    print(
        f"point by point    {evaluations:12,.0f} evaluations a second, {evaluations / trips:.2f} of it"
    )
    print(f"in batches        {rows:12,.0f} points a second")
    return int(evaluations < LEAST_SHARE * trips or rows < LEAST_POINTS)


if __name__ == "__main__":
    sys.exit(main())
