#!/bin/sh
# Writes the type stub of the native module, or with --check fails when it is out of date.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
stub=src/optimeter/_core/__init__.pyi
fresh=$(mktemp)
keywords=$(mktemp)
trap 'rm -f "$fresh" "$keywords"' EXIT
.venv/bin/python -m pip show -q nanobind >/dev/null 2>&1 || .venv/bin/python -m pip install -q nanobind
.venv/bin/python scripts/option_keywords.py | cat src/optimeter/_core/stub_patterns.txt - >"$keywords"
.venv/bin/python -m nanobind.stubgen -q -m optimeter._core -o "$fresh" -P -p "$keywords"
if [ "${1:-}" = --check ]; then
  if ! diff -u "$stub" "$fresh"; then
    echo "the stub is out of date: run 'make stubs'" >&2
    exit 1
  fi
else
  cp "$fresh" "$stub"
fi
