"""Optimizers that are processes of their own, and what they say on their standard streams."""

from optimeter.experiment.programs.program import PREFIX, Program

__all__ = ["PREFIX", "Program"]
