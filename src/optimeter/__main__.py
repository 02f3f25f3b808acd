"""Run the command line with ``python -m optimeter``."""

import sys

from optimeter.cli import main

if __name__ == "__main__":
    sys.exit(main())
