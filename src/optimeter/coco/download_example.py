"""Copy COCO's example programs from its repository: ``python -m cocoex.download_example [FOLDER]``."""

import os
import sys
from pathlib import Path
from urllib.request import urlopen

from optimeter.exceptions import InvalidValueError

__all__ = ["main"]

default_local_folder = "cocoex-example"

remote_folder = (
    "https://raw.githubusercontent.com/numbbo/coco-experiment/main/build/python/example/"
)

file_names = [
    "mkl_bugfix.py",
    "example_experiment_simple.py",
    "example_experiment_complete.py",
    "example_experiment_non_anytime.py",
    "example_experiment_parameter_sweep.py",
]

_SECONDS = 30


def main(folder: str | os.PathLike[str] | None = None) -> None:
    """Copy the programs into a folder that is not there yet, by default ``cocoex-example``.

    A folder is there with all of them or not at all.
    """
    target = Path(default_local_folder if folder is None else folder)
    if target.exists():
        message = f"there is a folder {target} already; name another one or remove it"
        raise InvalidValueError(message)
    texts = {}
    for name in file_names:
        with urlopen(remote_folder + name, timeout=_SECONDS) as answer:
            texts[name] = answer.read()
    target.mkdir(parents=True)
    for name, text in texts.items():
        (target / name).write_bytes(text)
    print(f"COCO's example programs are in {target}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
