"""The names of what lies beside the data in a result folder, for all who write it or look for it.

Files with JSON in them are called .yaml (JSON is YAML), since tools of IOHprofiler take every
``*.json`` in a result folder for data.
"""

from optimeter._core import COSTS_FILE, JOURNAL_FILE, UNDER_WAY_FILE

__all__ = [
    "COSTS_FILE",
    "DESCRIPTION_FILE",
    "JOURNAL_FILE",
    "KEPT_FILE",
    "KEY_OF_LIST",
    "MANIFEST_FILE",
    "NAMES_THE_LIST",
    "PLAN_FILE",
    "PROVENANCE_FILE",
    "UNDER_WAY_FILE",
    "WORK_FOLDER",
    "names_a_list",
]

DESCRIPTION_FILE = "experiment.yaml"
KEPT_FILE = "units.zlib"
MANIFEST_FILE = "manifest.yaml"
PLAN_FILE = "plan.tsv"
PROVENANCE_FILE = "provenance.yaml"
WORK_FOLDER = "work"
KEY_OF_LIST = "files"
"""By it, the provenance of a finished folder names the list of its files."""
NAMES_THE_LIST = f'{{"{KEY_OF_LIST}": "{MANIFEST_FILE}"}}\n'
"""The last line of the journal of a finished folder that has a list of its files."""


def names_a_list(content: bytes | memoryview) -> bool:
    """Say whether a journal or a provenance is that of a folder with a list.

    Folders of earlier versions had none.
    """
    return NAMES_THE_LIST.strip("{}\n").encode() in bytes(content)
