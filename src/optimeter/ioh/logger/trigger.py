"""When a logger writes a line."""

from optimeter._core.ioh import (
    Always,
    At,
    During,
    Each,
    OnDeltaImprovement,
    OnImprovement,
    OnViolation,
    Trigger,
)

__all__ = [
    "ALWAYS",
    "ON_DELTA_IMPROVEMENT",
    "ON_IMPROVEMENT",
    "ON_VIOLATION",
    "Always",
    "At",
    "During",
    "Each",
    "OnDeltaImprovement",
    "OnImprovement",
    "OnViolation",
    "Trigger",
]

ALWAYS = Always()
ON_IMPROVEMENT = OnImprovement()
ON_DELTA_IMPROVEMENT = OnDeltaImprovement()
ON_VIOLATION = OnViolation()
