"""How an optimizer is run on a suite: plan, workers, journal, resuming."""
