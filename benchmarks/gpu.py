"""How fast problems are on a GPU: points per second, and as a share of what the hardware allows.

The floor of a call is the larger of two times: that of its bytes (points and values, once each) at the
bandwidth of a copy, measured here, and that of its float64 operations at the rate of the GPU, where a
product and a sum are one each, and a division or a root counts as eight. The operations of each
function were counted by compiling the kernels for the processor with lanes that count.

Beside them, on the sphere and on the rotated ellipsoid in 40 variables: torch, as a user would write
them, compiled; and bbob-jax, evosax and bbobax where they are installed, in float64 and float32. None
of these has the instances of the field. Problems inside jax's ``jit`` are measured the same way.

Usage: ``python benchmarks/gpu.py [--quick] [--toml FILE]``; needs torch and a GPU of NVIDIA. With
``--toml`` it writes the part ``gpu`` of docs/measured.toml.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import optimeter as om
from optimeter import _core
from optimeter.exceptions import DeviceError, OptimeterError

DIMENSIONS = (2, 5, 10, 20, 40)
FUNCTIONS = range(1, 25)
MEAN, LOWEST = 0.5, 0.3  # the shares of the floor that are asked for
LATENCY = 20e-6  # seconds of the host for a call with one point
FLOPS_PER_PROCESSOR = 64  # float64 products or sums a cycle (compute capability 8.0, 9.0)
OPERATIONS = {
    2: (20, 246, 452, 316, 24, 250, 91, 45, 47, 254, 254, 182, 40, 154, 466, 906, 419, 419, 124, 136,
        1632, 512, 430, 124),
    5: (35, 600, 1100, 756, 45, 316, 264, 84, 119, 650, 650, 500, 100, 388, 1195, 2288, 1075, 1075, 310,
        298, 2933, 853, 1083, 321),
    10: (60, 1190, 2180, 1490, 80, 506, 713, 149, 319, 1390, 1390, 1190, 280, 858, 2570, 4752, 2329, 2329,
         700, 568, 5182, 1502, 2252, 810),
    20: (110, 2370, 4340, 2955, 150, 1186, 2208, 279, 1019, 3170, 3170, 3170, 940, 2098, 5920, 10277,
         5435, 5435, 1780, 1108, 9977, 3097, 4887, 2385),
    40: (210, 4730, 8660, 5887, 290, 3746, 7600, 539, 3619, 7930, 7930, 9530, 3460, 5778, 15020, 23729,
         14046, 14046, 5140, 2188, 20769, 7489, 11359, 7937),
}  # fmt: skip
"""Float64 operations of a point, by dimension, of f1 to f24."""

INSIDE_JAX = "Optimeter inside jax.jit"


def timed(torch: Any, work: Callable[[], Any], rounds: int = 7) -> float:
    """Return the median seconds of some work on the GPU."""
    work()
    times = []
    for _ in range(rounds):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        work()
        end.record()
        end.synchronize()
        times.append(float(begin.elapsed_time(end)) * 1e-3)
    return statistics.median(times)


def bandwidth(torch: Any) -> float:
    """Return the bytes a second that a copy reads and writes."""
    source = torch.empty(1 << 28, dtype=torch.float64, device="cuda")
    target = torch.empty_like(source)
    return float(16 * source.numel() / timed(torch, lambda: target.copy_(source)))


def arithmetic(torch: Any) -> float:
    """Return the float64 operations a second."""
    facts = torch.cuda.get_device_properties(0)
    clock = getattr(facts, "clock_rate", 1_980_000) * 1e3
    return float(FLOPS_PER_PROCESSOR * facts.multi_processor_count * clock)


def points(torch: Any, dimension: int, size: float) -> Any:
    """Return points that fill about so many bytes, several times the cache."""
    count = min(1 << 26, int(size / (8 * (dimension + 1))))
    return torch.rand(count, dimension, dtype=torch.float64, device="cuda") * 10 - 5


def grid(
    torch: Any, size: float
) -> tuple[dict[tuple[int, int], float], dict[tuple[int, int], float]]:
    """Return points per second and shares of the floor, by function and dimension."""
    bytes_rate, flops = bandwidth(torch), arithmetic(torch)
    print(f"copy {bytes_rate / 1e12:.2f} TB/s, float64 {flops / 1e12:.1f}e12 operations/s")
    rates, shares = {}, {}
    for dimension in DIMENSIONS:
        x = points(torch, dimension, size)
        for function in FUNCTIONS:
            problem = om.problem("bbob", function=function, dimension=dimension)
            rate = len(x) / timed(torch, partial(problem, x))
            limit = min(
                bytes_rate / (8 * (dimension + 1)), flops / OPERATIONS[dimension][function - 1]
            )
            rates[function, dimension], shares[function, dimension] = rate, rate / limit
            print(f"f{function} {dimension}-D: {rate:.3g} points/s, {rate / limit:.2f}", flush=True)
    return rates, shares


def latency(torch: Any) -> float:
    """Return the median seconds that the host takes for a call with one point."""
    problem = om.problem("bbob", function=1, dimension=10)
    x = torch.zeros(1, 10, dtype=torch.float64, device="cuda")
    problem(x)
    times = []
    for i in range(3000):
        begin = time.perf_counter()
        problem(x)
        times.append(time.perf_counter() - begin)
        if i % 500 == 0:
            torch.cuda.synchronize()
    return statistics.median(times)


def rivals(torch: Any, size: float) -> dict[str, float]:
    """Return the points per second of others, in 40 variables."""
    d = 40
    x = points(torch, d, size)
    options = {"dtype": torch.float64, "device": "cuda"}
    optimum = torch.rand(d, **options) * 8 - 4
    rotation = torch.linalg.qr(torch.randn(d, d, **options))[0]
    weights = 10.0 ** (6 * torch.arange(d, **options) / (d - 1))

    def oscillate(z: Any) -> Any:
        log = torch.where(z != 0, torch.log(z.abs()), torch.zeros_like(z))
        first = torch.where(z > 0, 10.0, 5.5)
        second = torch.where(z > 0, 7.9, 3.1)
        waves = torch.sin(first * log) + torch.sin(second * log)
        return torch.sign(z) * torch.exp(log + 0.049 * waves)

    def sphere(z: Any) -> Any:
        return ((z - optimum) ** 2).sum(1)

    def ellipsoid(z: Any) -> Any:
        return (weights * oscillate((z - optimum) @ rotation.T) ** 2).sum(1)

    found = {}
    for name, function in (("sphere", sphere), ("ellipsoid", ellipsoid)):
        compiled = torch.compile(function)
        found[f"torch compiled, {name}"] = len(x) / timed(torch, partial(compiled, x))
    return found | jax_rivals(d, int(size / (8 * (d + 1))))


def of_bbob_jax(jax: Any, name: str, dimension: int) -> Any:
    """Return a function of bbob-jax for a batch."""
    registry: Any = import_module("bbob_jax").registry
    return jax.vmap(registry[name](ndim=dimension, key=jax.random.key(0))[0])


def of_evosax(jax: Any, name: str, dimension: int) -> Any:
    """Return a function of evosax for a batch."""
    made: Any = import_module("evosax.problems.bbob.bbob").BBOBProblem
    function = {"sphere": "sphere", "ellipsoid": "ellipsoidal_rotated"}[name]
    problem = made(fn_name=function, num_dims=dimension)
    key = jax.random.key(0)
    state = problem.init(key)
    return lambda x: problem.eval(key, x, state)[0]


def of_bbobax(jax: Any, name: str, dimension: int) -> Any:
    """Return a function of bbobax for a batch."""
    bbobax: Any = import_module("bbobax")
    kind = {"sphere": bbobax.Sphere, "ellipsoid": bbobax.EllipsoidalRotated}[name]
    problem = kind(num_dims=dimension)
    key = jax.random.key(0)
    params = problem.sample(key)
    return jax.vmap(lambda x: problem.evaluate(key, x, params).fitness)


def jax_rivals(dimension: int, count: int) -> dict[str, float]:
    """Return those of the libraries of jax that are installed, and problems inside jax's jit."""
    found: dict[str, float] = {}
    try:
        jax: Any = import_module("jax")
    except ImportError:
        return found

    def ours(_: Any, name: str, dimension: int) -> Any:
        function = {"sphere": 1, "ellipsoid": 10}[name]
        return om.problem("bbob", function=function, dimension=dimension).jax()

    for double in (True, False):
        jax.config.update("jax_enable_x64", double)
        kind = "float64" if double else "float32"
        x = jax.random.uniform(jax.random.key(0), (count, dimension), kind, -5, 5)
        libraries: dict[str, Callable[..., Any]] = {
            "bbob-jax": of_bbob_jax,
            "evosax": of_evosax,
            "bbobax": of_bbobax,
        }
        if double:
            libraries[INSIDE_JAX] = ours
        for library, make in libraries.items():
            for name in ("sphere", "ellipsoid"):
                try:
                    batch = jax.jit(make(jax, name, dimension))
                    jax.block_until_ready(batch(x))
                except (ImportError, AttributeError, TypeError) as error:
                    print(f"{library} {kind}, {name}: not measured ({error})")
                    continue
                begin = time.perf_counter()
                for _ in range(5):
                    jax.block_until_ready(batch(x))
                found[f"{library} {kind}, {name}"] = 5 * count / (time.perf_counter() - begin)
    return found


def as_toml(name: str, rates: Any, shares: Any, seconds: float, others: dict[str, float]) -> str:
    """Return the part ``gpu`` of docs/measured.toml."""
    values = list(shares.values())
    lines = [
        "[gpu]  # benchmarks/gpu.py",
        f'device = "{name}"',
        f'mean = "{statistics.geometric_mean(values):.2f}"',
        f'lowest = "{min(values):.2f}"',
        f'latency_us = "{seconds * 1e6:.0f}"',
        "rows = [  # points per second by dimension, then shares of the floor",
    ]
    for function in FUNCTIONS:
        speeds = ", ".join(f'"{rates[function, d]:.1e}"' for d in DIMENSIONS)
        parts = ", ".join(f'"{shares[function, d]:.2f}"' for d in DIMENSIONS)
        lines.append(f"  [{function}, {speeds}, {parts}],")
    lines += ["]", "rivals = ["]
    lines += [f'  ["{what}", "{rate:.1e}"],' for what, rate in others.items()]
    return "\n".join([*lines, "]", ""])


def main() -> int:
    """Measure, print, and say whether what is asked for was reached."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="smaller batches, no rivals")
    parser.add_argument("--toml", type=Path, help="where to write the numbers")
    arguments = parser.parse_args()
    try:
        torch: Any = import_module("torch")

        name = _core.device_facts(0)[0]
    except (ImportError, DeviceError, OptimeterError) as error:
        print(f"not measured: {error}")
        return 0
    size = 2.5e8 if arguments.quick else 2e9
    rates, shares = grid(torch, size)
    seconds = latency(torch)
    others = {} if arguments.quick else rivals(torch, size)
    mean, lowest = statistics.geometric_mean(shares.values()), min(shares.values())
    print(f"share of the floor: geometric mean {mean:.2f}, lowest {lowest:.2f}")
    print(f"a call with one point: {seconds * 1e6:.1f} us of the host")
    for what, rate in others.items():
        ours = rates[1 if "sphere" in what else 10, 40]
        print(f"{what}: {rate:.2e} points/s; ours {ours:.2e}, {ours / rate:.1f} times")
    if arguments.toml:
        arguments.toml.write_text(as_toml(name, rates, shares, seconds, others), encoding="utf-8")
    return int(mean < MEAN or lowest < LOWEST or seconds > LATENCY)


if __name__ == "__main__":
    sys.exit(main())
