"""Where data come from: time, machine, versions, options, in one file of the result folder.

Data files hold nothing of this, so that the same experiment gives the same bytes.
"""

import json
import os
import platform
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import optimeter
from optimeter._files import write_atomically
from optimeter.record.files import PROVENANCE_FILE

__all__ = ["machine_facts", "now", "write_provenance"]


def now() -> str:
    """Return the present moment, in UTC, to the second.

    Examples
    --------
    >>> now()[10], now()[-6:]
    ('T', '+00:00')
    """
    return datetime.now(UTC).isoformat(timespec="seconds")


def machine_facts() -> dict[str, object]:
    """Return versions and facts about the machine.

    Examples
    --------
    >>> machine_facts()["optimeter"] == optimeter.__version__
    True
    """
    import numpy as np  # noqa: PLC0415 - importing this module stays cheap

    return {
        "optimeter": optimeter.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "platform": platform.platform(),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "host": platform.node(),
        "process": os.getpid(),
        "command": list(sys.argv),
    }


def write_provenance(folder: Path, facts: Mapping[str, object]) -> None:
    """Write the facts into the folder's file, in place of what it said before.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_provenance(Path(folder), {"started": "today"})
    ...     print(Path(folder, PROVENANCE_FILE).read_text())
    {
      "started": "today"
    }
    <BLANKLINE>
    """
    text = json.dumps(facts, indent=2, default=str) + "\n"
    write_atomically(folder / PROVENANCE_FILE, text, durable=False)
