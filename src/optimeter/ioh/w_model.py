"""The W-model by the names of ``ioh.problem``."""

from typing import ClassVar, Literal

import numpy as np

from optimeter.exceptions import InvalidValueError
from optimeter.ioh.base import IntegerSingleObjective
from optimeter.ioh.constraints import IntegerBounds
from optimeter.ioh.suites_of_ours import OfEngine
from optimeter.ioh.values import IntegerSolution
from optimeter.problems import w_model

__all__ = ["AbstractWModel", "WModelLeadingOnes", "WModelOneMax"]


class AbstractWModel(IntegerSingleObjective):
    """Base of W-models of one's own, which define `wmodel_evaluate` of a list of bits.

    Layers and instances above 1 are there for the two functions below.
    """

    def __init__(
        self,
        problem_id: int,
        instance: int,
        n_variables: int,
        name: str,
        dummy_select_rate: float = 0.0,
        epistasis_block_size: int = 0,
        neutrality_mu: int = 0,
        ruggedness_gamma: int = 0,
    ) -> None:
        layers = (dummy_select_rate, epistasis_block_size, neutrality_mu, ruggedness_gamma)
        if any(one > 0 for one in layers) or instance > 1:
            message = (
                "a W-model of one's own has no layers and instances up to 1; "
                f"got layers {layers} and instance {instance}"
            )
            raise InvalidValueError(message)
        box = IntegerBounds(n_variables, 0, 1)
        best = IntegerSolution([1] * n_variables, float(n_variables))
        super().__init__(name, n_variables, instance, False, box, optimum=best)
        self.meta_data.problem_id = problem_id

    def wmodel_evaluate(self, x: list[int]) -> float:
        """Return the value of a string of bits."""
        raise NotImplementedError

    def evaluate(self, x: list[int]) -> float:
        return float(self.wmodel_evaluate(x))


class _Ready(OfEngine):
    """A W-model. Other than in ioh, blocks are mixed by the model's own map, and optima are true."""

    _base: ClassVar[Literal["OneMax", "LeadingOnes"]]

    def __init__(
        self,
        instance: int,
        n_variables: int,
        dummy_select_rate: float = 0.0,
        epistasis_block_size: int = 0,
        neutrality_mu: int = 0,
        ruggedness_gamma: int = 0,
    ) -> None:
        engine = w_model(
            n_variables,
            self._base,
            share=dummy_select_rate if dummy_select_rate > 0 else 1.0,
            epistasis=max(epistasis_block_size, 1),
            neutrality=max(neutrality_mu, 1),
            ruggedness=max(ruggedness_gamma, 0) * n_variables,  # ioh counts it in multiples
            instance=instance,
        )
        best = engine.reveal()
        IntegerSingleObjective.__init__(
            self, type(self).__name__, engine.dimension, instance, False,
            IntegerBounds(n_variables, 0, 1),
            optimum=IntegerSolution(np.asarray(best.x_opt), float(np.asarray(best.f_opt))),
        )  # fmt: skip
        self.meta_data.problem_id = 2
        self._set_engine(engine, 0.0)


class WModelOneMax(_Ready, AbstractWModel):
    """A W-model that counts all ones."""

    _base = "OneMax"


class WModelLeadingOnes(_Ready, AbstractWModel):
    """A W-model that counts the leading ones."""

    _base = "LeadingOnes"
