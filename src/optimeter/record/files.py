"""The names of what lies beside the data in a result folder, for all who write it or look for it.

Files with JSON in them are called .yaml (JSON is YAML), since tools of IOHprofiler take every
``*.json`` in a result folder for data.
"""

from optimeter._core import COSTS_FILE, JOURNAL_FILE

__all__ = [
    "COSTS_FILE",
    "DESCRIPTION_FILE",
    "JOURNAL_FILE",
    "PLAN_FILE",
    "PROVENANCE_FILE",
    "WORK_FOLDER",
]

DESCRIPTION_FILE = "experiment.yaml"
PLAN_FILE = "plan.tsv"
PROVENANCE_FILE = "provenance.yaml"
WORK_FOLDER = "work"
