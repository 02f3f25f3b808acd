"""What recorded runs mean: expected runtimes, runtime profiles, comparisons, ratings."""

from optimeter.measures.best import Contributions, best_of, contributions
from optimeter.measures.references import REFERENCES, Reference, load_reference
