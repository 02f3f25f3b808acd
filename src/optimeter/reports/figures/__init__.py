"""Figures of a report: what they show, and how matplotlib, plotly and SVG draw it."""
