"""The names of what lies beside the data in a result folder, for all who write it or look for it.

Files with JSON in them are called .yaml (JSON is YAML), since tools of IOHprofiler take every
``*.json`` in a result folder for data.
"""

__all__ = [
    "COSTS_FILE",
    "DESCRIPTION_FILE",
    "JOURNAL_FILE",
    "PLAN_FILE",
    "PROVENANCE_FILE",
    "WORK_FOLDER",
]

COSTS_FILE = "costs.jsonl"
DESCRIPTION_FILE = "experiment.yaml"
JOURNAL_FILE = "journal.jsonl"
PLAN_FILE = "plan.tsv"
PROVENANCE_FILE = "provenance.yaml"
WORK_FOLDER = "work"
