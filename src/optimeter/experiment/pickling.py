"""Optimizers and experiments as bytes, for processes that did not import what they are made of."""

import pickle

from optimeter.exceptions import ExperimentError

__all__ = ["pickle_by_value"]


def pickle_by_value(what: object, requirement: str) -> bytes:
    """Pickle something, functions of the main module by value where that is possible.

    What cannot be pickled is refused by the requirement and the reason.
    """
    try:
        import cloudpickle as pickler  # noqa: PLC0415
    except ImportError:
        pickler = pickle
    try:
        data: bytes = pickler.dumps(what)
    except Exception as error:
        message = f"{requirement}; {type(error).__name__}: {error}"
        raise ExperimentError(message) from error
    return data
