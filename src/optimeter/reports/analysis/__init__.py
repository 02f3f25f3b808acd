"""What a report holds: measures of every suite, dimension, function and algorithm."""
