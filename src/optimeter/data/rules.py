"""The rules by which recorded data are read and written: what a finding's ``R6`` means.

The numbers are those that findings, error messages and comments cite. ``optimeter check --explain R6``
prints one, and ``docs/formats/rules.md`` is made from this table.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from optimeter._arguments import known_name

__all__ = ["LISTED", "RULES", "UNFINISHED", "Rule", "rule"]

LISTED = "manifest"
"""The rule by which the files of an experiment are compared with the list of what it wrote."""

UNFINISHED = "experiment"
"""The rule by which experiments are read whose runs are not all there, or failed."""


class Rule(NamedTuple):
    """A numbered rule: its name, what it is about, and what a reader or writer does."""

    name: str
    title: str
    text: str


_TABLE = (
    Rule(
        "A1",
        "Lines that cannot be read",
        "A line whose evaluation count or value is not a number is lost. The remaining lines of a "
        "run are sorted by count, and the best value so far is computed from them.",
    ),
    Rule(
        "A3",
        "Runtime to a target",
        "The runtime to a target is the cost of the first line whose best value is at most the "
        "target, up to a relative rounding of 1e-9. A run without such a line is unsuccessful, and "
        "what it spent in all is known.",
    ),
    Rule(
        "A11",
        "Recommendations",
        "Restarts do not change a run. Recommended points are a series of their own, aligned like the "
        "evaluations and read only when `load(..., recommendations=True)` asks for them.",
    ),
    Rule(
        "Q7",
        "Run that was not finished",
        "The index names an instance without its number of evaluations: the program ended before "
        "the run did. The run is kept, ends with its last line, and `runs.finalized` is false.",
    ),
    Rule(
        "Q9",
        "Data that no index mentions",
        "A data file lies in the folder, but no index refers to it; often a run was killed before "
        "its index was written. Such runs are left out unless `load(..., orphans=True)` asks for "
        "them, since their instance may be unknown. Without any index, function and dimension are "
        "those in the name of the file, the algorithm is named after the source, and the suite is "
        "bbob, bbob-noisy or bbob-biobj by the number of the function and the name.",
    ),
    Rule(
        "Q13",
        "The two data files disagree",
        "`.dat` (lines at targets) and `.tdat` (lines at evaluation counts) of a run end with "
        "different counts or values. The lines of both count.",
    ),
    Rule(
        "Q14",
        "Best value gets worse",
        "The column of the best value increases within a run, which a best-so-far value cannot do. "
        "The running minimum is taken.",
    ),
    Rule(
        "Q17",
        "Foreign or doubled content",
        "Files of unknown kinds in a folder or archive are passed over. Content that occurs twice, byte "
        "for byte and listed alike, counts once: the same archive, or two copies of a data set in one "
        "folder.",
    ),
    Rule(
        "R4",
        "Run without data",
        "The index lists more runs than the data file holds, or the part of a run is empty. What "
        "can be paired is kept, the rest is lost.",
    ),
    Rule(
        "R5",
        "More data than the index lists",
        "Parts of a data file that the index does not list are taken as runs of unknown instance "
        "and left out unless orphans are asked for.",
    ),
    Rule(
        "R6",
        "Last line cut off",
        "The last line of a file has fewer columns than the others, or ends in the middle of a "
        "number, as after a crash. It is left out.",
    ),
    Rule("R7", "No `.tdat` file", "The run is read from its `.dat` file and the index alone."),
    Rule(
        "R8",
        "No `.dat` file",
        "The run is read from its `.tdat` file alone; without one it is lost.",
    ),
    Rule(
        "R10",
        "Comment lines in an index",
        "Any number of lines that begin with `%` is accepted anywhere. A data line without a header "
        "before it takes what it can from its file name.",
    ),
    Rule(
        "R11", "Header without data", "A header that no data line follows says nothing about a run."
    ),
    Rule(
        "R15",
        "Value that is not a number",
        "A line with NaN as value, or with one that is infinitely good, counts as no improvement.",
    ),
    Rule(
        "R16",
        "Evaluation count below 1",
        "The first evaluation has number 1: a line with a smaller count is left out, and so is a "
        "run of which nothing is left.",
    ),
    Rule(
        "R17",
        "Counts that decrease or repeat",
        "The lines of a run are sorted by evaluation count; of two lines with one count the better "
        "value is kept.",
    ),
    Rule(
        "R18",
        "First line is not at evaluation 1",
        "The run is accepted; targets that its first line meets were reached at that count at the "
        "latest.",
    ),
    Rule(
        "R19",
        "Decimal commas",
        "If all numbers of a file have a comma and none has a point, the comma is the decimal point.",
    ),
    Rule(
        "R20",
        "Counts written as floating-point numbers",
        "Counts are whole numbers of up to 64 bits, read exactly; a count such as `1e+06` is accepted.",
    ),
    Rule(
        "R21",
        "Data end before their index does",
        "The index of IOHprofiler's format states a best value that the data do not reach: lines are "
        "missing. The run is read as far as it goes.",
    ),
    Rule(
        "R21a",
        "Index and data state different counts",
        "Where the index states another number of evaluations than the data, the data count. If they "
        "end earlier than the index says, something is missing.",
    ),
    Rule(
        "R23",
        "Comments among data",
        "Blank lines and comment lines inside a data file are passed over.",
    ),
    Rule(
        "R26",
        "Every deviation is told",
        "Whatever the reader leaves out, repairs or takes as it is although it should not be becomes "
        "a finding with file, line, rule and severity. Only a source that cannot be opened is an error.",
    ),
    Rule(
        "R28",
        "Archives",
        "Archives are read as streams, without extraction. Absolute paths, paths with `..`, links "
        "and encrypted members are refused. What damage leaves is read: of a zip file all members that "
        "are whole, of others what comes before. A link in a folder that leads out of it is not "
        "followed.",
    ),
    Rule(
        "R29",
        "Names of algorithms",
        "A data set keeps the name that it states; where two different data sets state the same, the "
        "name of the source tells them apart.",
    ),
    Rule(
        "R30",
        "Packed reference algorithms",
        "Files of a best algorithm hold expected runtimes by target with name, successes and runs of "
        "the algorithm they come from. They are references, never runs.",
    ),
    Rule(
        "R34",
        "Where a run begins in IOHprofiler's files",
        "Each title line begins a run, whatever the first evaluation count after it is.",
    ),
    Rule(
        "R35",
        "Index and data of IOHprofiler do not match",
        "Runs of the index are paired with the parts of the data file by their last evaluation and "
        "best value, in order; parts without a partner are runs that no index mentions.",
    ),
    Rule(
        "R37",
        "Which column is the value",
        "`raw_y`, else the best-so-far column, else the current one; the running best is computed in "
        "the direction that the index states.",
    ),
    Rule(
        "R38",
        "Cells without a number",
        "`None`, an empty or an unreadable cell is a missing value of that cell; the rest of the line "
        "counts.",
    ),
    Rule(
        "R39",
        "Titles and columns differ in number",
        "The number of values in a line counts; titles left over are passed over, and attributes that "
        "cannot be assigned are left out.",
    ),
    Rule(
        "R40",
        "Invalid JSON",
        "An index that is not valid JSON is read again more tolerantly (unescaped quotes in names, "
        "bare `nan` and `inf`); where that fails, its runs are lost.",
    ),
    Rule(
        "R41",
        "Problems without a suite",
        "Runs of no named suite are of one. Where they are judged in different ways, those with "
        "several objectives, and those whose instances are problems of their own, are suites of "
        "their own, named after that.",
    ),
    Rule(
        LISTED,
        "Files that are missing or not as they were written",
        "A finished experiment lists its files with sizes and checksums in `manifest.yaml`. Files that "
        "have been removed, cut off, edited or exchanged since are named, and what is there is read. The "
        "call that made the experiment, given again, restores them. Folders without such a list are read "
        "as they are.",
    ),
    Rule(
        UNFINISHED,
        "Experiment with runs that are missing or failed",
        "Some runs of an experiment are still to be done: it is running, was interrupted or killed. "
        "The runs that are over are read from what its workers have committed. Or the optimizer failed "
        "in some runs: they are kept, and end where it failed. Or an observer was not closed: what "
        "was under way when its process ended is lost, or kept with `runs.finalized` false.",
    ),
    Rule(
        "table",
        "Tables",
        "A table has one row per recorded value, with a column of evaluations, one of values and, among "
        "other files, one that names the function. Each title occurs once. Where no column tells the "
        "dimension, it is taken as 1, so that evaluations per dimension are evaluations.",
    ),
    Rule(
        "W28",
        "Restarts",
        "When an optimizer says that it restarts, the next evaluation is written to the `.rdat` file. "
        "Restarts never split a run.",
    ),
)

RULES: Mapping[str, Rule] = MappingProxyType({entry.name: entry for entry in _TABLE})


def rule(name: str) -> Rule:
    """Return the rule of that name.

    Raises
    ------
    UnknownNameError
        If there is none; the message names the nearest.

    Examples
    --------
    >>> rule("R6").title
    'Last line cut off'
    """
    return RULES[known_name(name, RULES, "rule")]
