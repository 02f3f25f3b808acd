"""Captions made from the actual settings: how to read each figure."""

from collections.abc import Callable

import numpy as np

from optimeter.measures.of_parts import ERT, VALUES
from optimeter.measures.of_suites import COSTS, LEADERS
from optimeter.measures.scope import BUDGET, FIXED
from optimeter.measures.study import FEW
from optimeter.reports.analysis.model import SuiteReport
from optimeter.reports.analysis.words import number, ranges
from optimeter.reports.figures.common import floor_of
from optimeter.reports.figures.scaling import NUMBERED, SURE_LEAD

__all__ = ["caption", "captions", "gap_words", "restart_words"]


def captions(suite: SuiteReport) -> dict[str, str]:
    """Return the caption of every kind of figure and table of a suite, by name."""
    words = _Words(suite)
    return {key: text.format_map(words) for key, text in _CAPTIONS.items()}


def caption(suite: SuiteReport, key: str) -> str:
    """Return one of the captions.

    Examples
    --------
    >>> from optimeter.data.runs import Runs
    >>> from optimeter.reports.analysis.computing import compute
    >>> runs = Runs.from_arrays(function=1, dimension=2, suite="bbob", offsets=[0, 2],
    ...                         step_evaluations=[1, 10], step_precision=[50, 1e-9])
    >>> "51 targets" in caption(compute(runs).suites[0], "ecdf")
    True
    """
    return _CAPTIONS[key].format_map(_Words(suite))


class _Words(dict[str, str]):
    """What captions say of a suite, each word found when it is asked for."""

    def __init__(self, suite: SuiteReport) -> None:
        super().__init__()
        self.suite = suite

    def __missing__(self, name: str) -> str:
        self[name] = _WORDS[name](self.suite)
        return self[name]


# ------------------------------------------------------------------ words


def restart_words(suite: SuiteReport) -> str:
    """Say how profiles are to be read beyond the runs, and the shares beside them."""
    beside = " Beside a curve: the share solved in the runs, and after the arrow that at the end."
    return _crosses(suite) + (beside if suite.settings.uniform_instances else "")


def _crosses(suite: SuiteReport) -> str:
    """Say what is beyond the crosses of profiles."""
    if suite.settings.uniform_instances:
        return (
            " The cross marks the median length of unsuccessful runs; beyond it the curve is "
            "dashed and rests on simulated restarts."
        )
    return (
        " The cross marks the median length of unsuccessful runs; beyond it the curve is dashed. "
        "Runs that failed stay unsolved: no restarts are simulated on this suite, whose instances "
        "differ in difficulty, and a problem counts by the share of its runs that solve it."
    )


def gap_words(suite: SuiteReport) -> str:
    """Say what targets are where the optimum is not known; nothing where it is."""
    if not suite.settings.gaps:
        return ""
    if suite.target_names:
        return " The optimum is not known; the targets were given."
    quality = suite.settings.quality
    what = "instance" if quality.own_instances else "problem"
    return (
        f"{' A' if quality.optimum_known else ' The optimum is not known: a'} gap is the distance to "
        f"the best {'hypervolume' if quality.objectives > 1 else 'value'} that any of these "
        f"algorithms has reached on the {what}, divided by that of the median first value."
    )


def _budget_profiles(suite: SuiteReport) -> str:
    label = suite.target_labels.get(BUDGET)
    if label is None:
        return "Budget-based targets need a reference that covers all problems of the data."
    return (
        f"Runtime profiles (ECDF) for {label}: the targets of a function are those that the "
        f"reference just fails to reach within these budgets, so every function contributes "
        f"targets of comparable difficulty for small budgets."
    )


def _expected(suite: SuiteReport) -> str:
    """Say what the entries of a table are."""
    if not suite.reference:
        return f"Expected runtime (ERT) in {suite.evaluations_word}"
    return (
        f"Expected runtime (ERT, in {suite.evaluations_word}) divided by that of "
        f"{suite.reference} (first line of each function; made of {suite.reference_made_of})"
    )


def _marks(suite: SuiteReport) -> str:
    """Say what the marks of a table mean."""
    if len(suite.competing) < 2:
        return ""
    return (
        " Bold: the smallest ERT of the column (of many algorithms, the best 14 %). ★ or ★k: "
        "significantly better than all other algorithms by the rank-sum rule of published tables, "
        "p·(number of functions) < 0.05 or, with k, at most 10⁻ᵏ."
    )


def _pooled(suite: SuiteReport) -> str:
    """Say what an expected runtime is where instances are problems of their own."""
    if suite.settings.uniform_instances:
        return ""
    return (
        " Instances are problems of their own: ERT is what was spent on all of them, for each run "
        "that succeeded."
    )


def _restarts(suite: SuiteReport) -> str:
    if suite.settings.uniform_instances:
        return "with simulated restarts"
    return "with restarts simulated on the same instance (∞: on instances that no run solved)"


def _grey(suite: SuiteReport) -> str:
    """Say what is drawn of the reference."""
    if not suite.reference:
        return ""
    return f" The thick grey line is {suite.reference}, made of {suite.reference_made_of}"


def _stars(suite: SuiteReport) -> str:
    if LEADERS not in suite.results:
        return ""
    return (
        f" Stars: faster than every other algorithm by the exact rank-sum test, p times the number "
        f"of dimensions below {SURE_LEAD}."
    )


def _positive(suite: SuiteReport) -> str:
    """Say what a logarithmic axis of targets leaves out."""
    positive = all(target > 0 for target in suite.results[ERT].entries("target"))
    return "" if positive else " Targets of zero and below are not drawn."


def _boxes(suite: SuiteReport) -> str:
    if len(suite.competing) > FEW:
        return "; quartiles of so many algorithms are in the table."
    return (
        "; boxes: quartiles; whiskers: 10 and 90 %; numbers below, for up to four algorithms: "
        "functions with infinite loss. Algorithms stand side by side within a budget."
    )


def _better(suite: SuiteReport) -> str:
    """Say which values are better, of those that are drawn."""
    quality = suite.settings.quality
    rising = suite.values_recorded and quality.maximize and quality.objectives == 1
    return f"{'Higher' if rising else 'Lower'} is better"


def _undefined(suite: SuiteReport) -> str:
    """Say where there is no geometric mean, if that is so somewhere."""
    negative = bool(np.isnan(suite.results[VALUES].geometric_mean).any())
    return " The geometric mean is not defined where a value is negative." * negative


def _floor(suite: SuiteReport) -> str:
    """Say where values stand that a logarithmic axis cannot show."""
    if suite.values_recorded:
        return ""
    solved = "which is solved, " * (not suite.settings.gaps)
    return f" What is {number(floor_of(suite))} or less, {solved}stands on the floor of the axis."


def _solved(suite: SuiteReport) -> str:
    """Say when a problem is solved to a tolerance, and which problems are counted together."""
    costs = suite.results[COSTS]
    together = (
        " Each function has one dimension, and all are counted together, as derivative-free "
        "optimization does."
        if len(costs) and costs.pooled
        else ""
    )
    quality = suite.settings.quality
    up = quality.maximize and quality.objectives == 1
    enough = "f ≥ f_best − τ (f_best − f₀)" if up else "f ≤ f_best + τ (f₀ − f_best)"
    return (
        f" A problem is solved to the tolerance τ when {enough}: f_best is the "
        "best value that any of these algorithms has reached, f₀ the median of the first ones. With "
        "several runs, evaluations are expected ones (ERT)." + together
    )


_WORDS: dict[str, Callable[[SuiteReport], str]] = {
    "suite": lambda suite: suite.name,
    "evaluations": lambda suite: suite.evaluations_word,
    "dimensions": lambda suite: ranges(suite.dimensions),
    "reference": lambda suite: suite.reference or "the reference",
    "targets": lambda suite: suite.target_labels[FIXED],
    "final_target": lambda suite: suite.target_text(suite.settings.final_target),
    "a_target": lambda suite: suite.target_word,
    "value": lambda suite: suite.value_word,
    "scale": lambda suite: suite.scale_word,
    "reached": lambda suite: "reached" if suite.settings.gaps else "solved",
    "beyond_crosses": _crosses,
    "beyond_runs": restart_words,
    "gaps": gap_words,
    "gaps_of_values": lambda suite: "" if suite.values_recorded else gap_words(suite),
    "budget_profiles": _budget_profiles,
    "expected": _expected,
    "marks": _marks,
    "pooled": _pooled,
    "restarts": _restarts,
    "grey": lambda suite: _grey(suite) + "." * bool(suite.reference),
    "grey_to_target": lambda suite: (
        _grey(suite) + ", for the same target (of several, the hardest)." * bool(suite.reference)
    ),
    "grey_behind": lambda suite: (
        " Grey: data of the background, to the same target." * bool(suite.background)
    ),
    "stars": _stars,
    "positive": _positive,
    "boxes": _boxes,
    "thin": lambda suite: (
        " Thin: beyond the runs of the algorithm, where its lead rests on simulated restarts."
        * suite.settings.uniform_instances
    ),
    "better": _better,
    "undefined": _undefined,
    "floor": _floor,
    "solved": _solved,
}


# ------------------------------------------------------------------ captions

_SCALING = (
    "Scaling with dimension on {suite}: expected runtime (ERT) to the target in the title, of one "
    "algorithm to several targets, divided by dimension, against dimension; both logarithmic, "
    "dimensions {dimensions}. A horizontal line means linear growth, the dotted lines quadratic "
    "growth. Open symbols show the longest run where none succeeded, pale ones where some did."
    "{grey_to_target}{stars}"
)
_HISTOGRAM = (
    "Share of all runs in bins of equal width on the logarithmic axis, the same for all algorithms "
    "(Freedman and Diaconis). Points at the label 0: runs with exactly 0.{gaps}"
)
_DENSITY = (
    "with the share of all runs that have it, a curve the kernel density of the logarithm, as the "
    "share of runs in the part of a decade that the axis names."
)
_CAPTIONS: dict[str, str] = {
    "convergence": (
        "Quality against budget: median over runs of the best {value} reached so far, with quartiles "
        "shaded, if shown, or the mean that is named; a run that ended earlier keeps its last value. "
        "{better}.{undefined}{floor}{gaps_of_values}"
    ),
    "single_runs": (
        "Convergence of single runs: the best {value} of every run, up to its end. {better}; runs of "
        "one algorithm that lie apart were lucky, or not.{floor}{gaps_of_values}"
    ),
    "runtime_density": (
        f"Mass and density of runtimes to one target: a point is a runtime {_DENSITY} Failed runs are "
        "nowhere, so that the area is the success rate.{gaps}"
    ),
    "value_density": (
        "Mass and density of the best {scale} at one budget: a point is a value "
        f"{_DENSITY} Curves further left reached better values. Runs with exactly 0 stand at the "
        "label 0, outside of the density.{gaps}"
    ),
    "runtime_histogram": f"Runtimes to one target. {_HISTOGRAM} Failed runs are nowhere.",
    "value_histogram": "Best {scale} at one budget. " + _HISTOGRAM,
    "instances": (
        "Instance by instance: {evaluations} per dimension that each run took to the target that the "
        "axis names. Open symbols: not reached; they stand at the length of the run. Algorithms stand "
        "side by side within an instance.{gaps}"
    ),
    "attainment": (
        "Attainment: the best {value} that a share of the runs has reached within a budget. Of several "
        "algorithms the line is half of the runs, the dotted ones a tenth and nine tenths: the lucky "
        "and the unlucky.{floor}"
    ),
    "attainment_ecdf": (
        "Attainment over every {scale} between the easiest and the hardest target: mean over runs of "
        "the normalised quality, a runtime profile for infinitely many targets and without restarts. "
        "The mean height over evaluations is the area over the convergence curve (AOCC).{gaps}"
    ),
    "ecdf_group_functions": (
        "Runtime profiles of one algorithm on {suite}: thin lines are single functions, in the order "
        "of their numbers, the thick line is their group, for {targets} on each function."
        "{beyond_crosses}"
    ),
    "run_lengths": (
        "Run-length distributions: share of all runs that reached a target within x evaluations per "
        "dimension, without restarts. Vertical lines: longest run.{grey_behind} Shaded, if shown: "
        "pointwise 95 % interval of a share of runs (Wilson)."
    ),
    "run_lengths_quality": (
        "Left: share of runs that reached a target within x evaluations per dimension; the legend "
        "gives the functions on which some did. Right: share of runs whose best {scale} is at most x "
        "times a target: at the end of the runs for each of them, in continuation of the left, and, "
        "thin, at budgets of D, 10·D, 100·D … evaluations for the hardest one.{gaps}"
    ),
    "qualities": (
        "Quality distributions: share of all runs whose best {scale} at a budget is at most x; budgets "
        "in evaluations per dimension. Shaded, if shown: pointwise 95 % interval of a share of runs "
        "(Wilson).{gaps}"
    ),
    "budget_profiles": (
        "ECDF over budgets: share of run–budget pairs with a best {scale} of at most x, budgets five "
        "per decade up to the longest run. Curves further left reached better values. Shaded, if "
        "shown: pointwise 95 % interval (Wilson, by the number of runs).{gaps}"
    ),
    "ecdf": (
        "Runtime profiles (ECDF) on {suite}: share of function–target pairs {reached} (y) within a "
        "budget of {evaluations} divided by dimension (x), for {targets} on each function. Higher is "
        "better; the horizontal distance between two curves is how many times more evaluations one "
        "needs.{gaps}{beyond_runs} Shaded, if shown: pointwise 95 % bootstrap band, where runs "
        "differ.{grey}"
    ),
    "budget_ecdf": "{budget_profiles}",
    "table": (
        "{expected} to reach the {a_target} in the column head, on {suite}.{gaps} In parentheses: "
        "successful runs, where not all succeeded. ∞: no run succeeded; beside it the median number of "
        "evaluations of a run. Last column: runs that reached {final_target}.{pooled}{marks}"
    ),
    "table_spread": (
        "Below, small: 10th to 90th percentile of the runtime of one run {restarts}, in the unit of "
        "the entry."
    ),
    "table_quality": (
        "Median over runs of the best {value} reached within the budget in the column head, in "
        "evaluations; a run that ended earlier keeps its last value. Small, ended: all runs were over "
        "by then. Pointing at an entry tells its quartiles. {better}.{gaps_of_values}"
    ),
    "scaling": (
        f"{_SCALING} Numbers give the successful runs where not all succeeded, for up to {NUMBERED} "
        "algorithms. Bars, if shown: 95 % interval of ERT."
    ),
    "scaling_functions": _SCALING,
    "scaling_constraints": (
        "Scaling with the number of constraints on {suite}: expected runtime (ERT, in {evaluations}) "
        "to the target in the title, of one algorithm to several targets, divided by dimension, "
        "against the number of constraints; both logarithmic. A panel holds the functions that differ "
        "in their constraints alone; a horizontal line means that more constraints cost nothing. Open "
        "symbols show the longest run where none succeeded, pale ones where some did.{grey_to_target}"
    ),
    "ert": (
        "Expected runtime per dimension against target {scale}, from easy (left) to hard (right), for "
        "{targets}. A curve ends where no run reached the target. Shaded, if shown: 95 % bootstrap "
        "interval of ERT.{positive}"
    ),
    "loss": (
        "Loss ratio: how many times more evaluations than {reference} were spent for the target "
        "reached within a budget, at budgets up to the longest run. Points: geometric mean over "
        "functions with a finite loss{boxes}"
    ),
    "winners": (
        "Who leads at which budget: the algorithm with the highest profile, for all functions and for "
        "each group, in full colour where the pointwise 95 % interval of its distance to every other "
        "lies above zero. Pale stripes: algorithms that share the lead, being as high or not surely "
        "lower. Blank: nothing is solved yet.{thin}"
    ),
    "performance_profile": (
        "Performance profiles: share of problems (y) solved with at most x times the evaluations of "
        "the algorithm that is fastest on the problem.{solved}"
    ),
    "data_profile": (
        "Data profiles: share of problems (y) solved within x times dimension plus one evaluations, "
        "the size of a simplex.{solved}"
    ),
    "table_budget": (
        "The targets are those the reference just fails to reach within the budget in the column "
        "head; the first line of a function gives target and reference ERT."
    ),
    "areas": (
        "Areas, between 0 and 1, larger is better. Profile: under the runtime profile of the function, "
        "over the logarithm of the budget, restarts included. AOCC: over the convergence curve within "
        "a budget, evaluation by evaluation, mean over runs; pointing at it tells its 95 % interval."
    ),
    "fronts": (
        "The fronts that runs end with, medians over runs. Hypervolume: the part of the region that "
        "the front dominates; larger is better. IGD+: mean distance of the common front of all runs "
        "to what the run dominates. Epsilon: how far its front must be moved to dominate the common "
        "one. Objectives are scaled so that the region is a unit cube."
    ),
    "front_quality": (
        "Fronts over time, medians over runs: hypervolume is the part of the region that the points "
        "found so far dominate (larger is better), IGD+ the mean distance of the common front of all "
        "runs to what they dominate, epsilon how far they must be moved to dominate it (smaller is "
        "better for both). Objectives are scaled so that the region is a unit cube."
    ),
    "attainment_surface": (
        "Attainment surfaces: the line separates the objective vectors that half of the runs have "
        "attained, that is, have found one at least as good in both objectives, from the others; "
        "dotted: a tenth and nine tenths of the runs; within the budget, if one is named. Further left "
        "and below is better."
    ),
    "positions": (
        "Positions in parallel coordinates: a thin line is a run, its height at a variable what that "
        "variable is at the best point that the run found, in the end or within the budget that the "
        "title names, or at the first point that reached the target there. Runs without such a point "
        "are left out, and the title counts them. With markers: the median over runs of every "
        "variable, of three runs or more. More than three algorithms have panels of their own. "
        "Dotted: the bounds or, of deviations, the optimum. Instances have optima of their own; a "
        "deviation is from that of the instance, on an axis that is logarithmic on both sides of a "
        "linear part around 0 where deviations differ by orders of magnitude."
    ),
    "portfolio": (
        "What each algorithm adds to a portfolio that takes the best of them for every function and "
        "target. Full bars: Shapley value, the mean gain in area under the profile over all orders of "
        "adding them; they sum up to the area of the portfolio, and the numbers are shares of it. "
        "Pale: the area of the algorithm alone."
    ),
    "clusters": (
        "Algorithms with similar runtimes. The factor between two is the geometric mean, over "
        "function–target pairs that any algorithm solves, of the larger expected runtime over the "
        "smaller; where one never succeeds, ten times the largest expected runtime on the function "
        "stands in. The groups that are closest, on average over their members, are joined first, at "
        "the factor where their lines meet; the faster one is above. Dotted: up to this factor they are "
        "called alike. Thick lines: several algorithms in a row, where there are too many for rows of "
        "their own."
    ),
    "parameters": (
        "A logged parameter against the budget: median over runs of its last value within the "
        "budget, with quartiles shaded, if shown."
    ),
    "scatter": (
        "Expected runtimes of two algorithms to the same targets, one point per function and "
        "target. Points above the diagonal: the algorithm on the x-axis is faster; each dotted "
        "line is a factor of ten. Points on the upper or right edge: not reached by one of them."
    ),
    "ratios": (
        "Distribution of runtime ratios over all pairs of runs of all functions, for single "
        "targets. Left of 1 the algorithm that the axis names first is faster; the height at the "
        "left edge is the share of pairs in which only the second failed. The legend gives the "
        "functions that the first and the second solve. Shaded, if shown: pointwise 95 % interval."
    ),
    "tests": (
        "Effect size of the rank-sum test: probability that a run of the first algorithm is better "
        "than one of the second (0.5: no difference). Better is the run that reaches the target "
        "earlier; runs that miss it are worse than all others and equal among each other. Bold, "
        "with the colour of the better one: significant at 0.05 by the exact distribution, ties "
        "included, after Holm's correction over the tests of this table."
    ),
    "distances": (
        "Kolmogorov–Smirnov distance: by how much the share of runs of one algorithm that have reached "
        "the target exceeds that of the other, at the budget where this is most (0: nowhere; 1: all its "
        "runs are earlier); the larger one of both directions. Runs that miss the target stay in the "
        "sample. Bold, with the colour of the earlier one: significant at 0.05 by the one-sided test, "
        "asymptotic, after Holm's correction over all pairs, in both directions, on that function and "
        "target."
    ),
    "deep_ranking": (
        "Deep statistical comparison: on every function and target of the table all algorithms are "
        "ranked by the whole distributions of their runtimes, 1 is best. Those that Kolmogorov–Smirnov "
        "tests at level 0.05, corrected after Bonferroni, cannot tell apart share a rank, unless that "
        "contradicts itself. p: the mean rank against the best one, two-sided, after Holm's correction. "
        "Bold: the best, and those that are not significantly worse at 0.05."
    ),
    "log_ratio": (
        "Log-ratio profile: log₂ of the evaluations of the first algorithm over those of the second, "
        "one point per problem, in the order of the ratio. Below 0 the first algorithm is faster; "
        "points at the outer edges are problems that only one of them solves. Solved and "
        "evaluations as in the performance profile; problems that neither solves are left out."
    ),
    "speed": (
        "How many times faster one algorithm is than the other: ratio of expected runtimes, as the "
        "geometric mean over the function–target pairs both solve, with its 95 % bootstrap "
        "interval; right of 1 the algorithm that the axis names first is faster. An interval that "
        "includes 1 leaves open who is faster. The share of pairs both solve says how much of the "
        "suite a factor speaks of."
    ),
}
