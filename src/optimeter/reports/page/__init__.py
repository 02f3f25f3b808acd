"""The interactive page: one file that holds text, tables and data of all figures."""
