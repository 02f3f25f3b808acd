"""Units: each run is a file of its own, and a result folder is put together from such files.

This is what makes experiments safe against anything. The contract:

* `record_unit` records one run of one problem. Nothing but a temporary file beside `path` exists
  until the run is finished; then the file is written, flushed to the disk and renamed to `path`:
  it is there complete or not at all. A run that was broken off by an exception is finished like any
  other, as far as it came. A run without a single evaluation gives a unit with ``evaluations == 0``,
  which leaves no trace in a folder.
* A unit holds no time and no trace of the machine: the same run gives the same bytes.
* `read_unit` tells the facts of a unit (for journals, resuming, checks) and raises `FileError` for a
  file that is damaged.
* `assemble` writes the folder, in COCO's or IOHprofiler's format, from units in the given order:
  the order of the experiment's plan. Same units in the same order, same bytes; by whom and when they
  were made does not matter. It reads one unit at a time, writes each file beside its place and
  renames it, and may be called again when there are more units.
"""
