"""Recorded data: any known format in, one columnar table of runs out."""
