"""What is drawn of the reference: its runtime profiles, its expected runtimes against the dimension."""

import numpy as np

from optimeter.measures import Scaling, reference_ecdf, reference_scaling
from optimeter.measures.ecdf import WINDOW
from optimeter.measures.of_parts import target_sets
from optimeter.measures.registry import targets_in
from optimeter.measures.scope import Scope
from optimeter.measures.study import Study
from optimeter.measures.thinning import Profile, per_decade

__all__ = ["reference_profiles", "scaling_of_reference"]


def reference_profiles(
    study: Study, scope: Scope, dimensions: tuple[int, ...]
) -> tuple[Profile, ...]:
    """Compute the runtime profiles of the reference, where it covers all problems."""
    if study.reference is None:
        return ()
    profiles = []
    for kind, targets in target_sets(study, scope):
        for split in scope.splits:
            for ds, functions in study.sets:
                held = [
                    d
                    for d in ds
                    if d in dimensions
                    and study.reference.has(np.array(functions), np.full(len(functions), d)).all()
                ]
                if not held:
                    continue
                curves = reference_ecdf(
                    study.reference,
                    targets,
                    functions=functions,
                    dimensions=held,
                    by=split,
                    window=WINDOW,
                )
                for curve in curves:
                    group = "all" if curve.group == "chosen" else curve.group
                    profiles.append(Profile.of(curve, group, kind, per_decade(study)))
    return tuple(profiles)


def scaling_of_reference(study: Study, scope: Scope, dimensions: tuple[int, ...]) -> Scaling | None:
    """Compute the expected runtimes of the reference in the dimensions of the data."""
    if study.reference is None:
        return None
    return reference_scaling(
        study.reference, targets_in(study, scope, "scaling"), dimensions=dimensions
    )
