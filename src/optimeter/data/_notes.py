"""What the numbered rules of the format description mean, as severity and message."""

from optimeter.data.findings import Finding, Severity

__all__ = ["finding"]

# Rules the parsers apply line by line. {count} is how often it happened in the file.
RULES: dict[str, tuple[Severity, str]] = {
    "A1": ("error", "{count} unreadable line(s) lost"),
    "Q14": ("repair", "best value increases within {count} run(s); running minimum taken"),
    "R6": ("repair", "last line is cut off; dropped"),
    "R10": ("repair", "data line without a header"),
    "R11": ("note", "header without a data line"),
    "R15": (
        "note",
        "{count} line(s) with NaN, or an infinitely good number, as value; no improvement",
    ),
    "R16": ("repair", "{count} line(s) with an evaluation count below 1 dropped"),
    "R17": ("repair", "evaluation counts decrease within {count} run(s); sorted"),
    "R17a": ("note", "an evaluation count is repeated in {count} run(s); the better value kept"),
    "R18": ("note", "first line is not at evaluation 1 in {count} run(s)"),
    "R19": ("repair", "decimal commas read as decimal points"),
    "R20": ("note", "{count} evaluation count(s) written as floating-point numbers"),
    "R23": ("note", "{count} comment line(s) among the data skipped"),
    "R30": ("repair", "{count} line(s) of a reference algorithm lack name, successes or runs"),
    "R38": ("note", "{count} cell(s) without a number; taken as missing"),
    "R39": ("repair", "columns do not fit the titles; attributes ignored"),
}


def finding(file: str, line: int, rule: str, count: int) -> Finding:
    """Return the finding for a parser's note."""
    severity, message = RULES[rule]
    return Finding(file, line, rule.rstrip("a"), severity, message.format(count=count))
