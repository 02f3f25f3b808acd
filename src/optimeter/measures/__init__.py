"""What recorded runs mean: expected runtimes, runtime profiles, comparisons, ratings."""
