"""Run the command line: ``optimeter`` or ``python -m optimeter``."""

import sys

from optimeter._packages import package
from optimeter.exceptions import MissingPackageError

__all__ = ["main"]


def main() -> int:
    """Run the command that the arguments of this process name and return the exit code."""
    try:
        package("typer", "the command line")
    except MissingPackageError as error:
        print(f"optimeter: {error}", file=sys.stderr)  # noqa: T201 - the means to do it better are missing
        return 2
    from optimeter import cli  # noqa: PLC0415 - needs typer

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
