"""The W-model by the names of ``ioh.problem``."""

from typing import ClassVar, Literal

from optimeter.ioh.base import IntegerSingleObjective
from optimeter.ioh.suites_of_ours import OfEngine
from optimeter.problems import w_model

__all__ = ["AbstractWModel", "WModelLeadingOnes", "WModelOneMax"]


class AbstractWModel(OfEngine, IntegerSingleObjective):
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
        self._start(engine, type(self).__name__, 2, instance)


class WModelOneMax(AbstractWModel):
    """A W-model that counts all ones."""

    _base = "OneMax"


class WModelLeadingOnes(AbstractWModel):
    """A W-model that counts the leading ones."""

    _base = "LeadingOnes"
