#!/bin/sh
# Writes the type stubs of the native module, or with --check fails when one is out of date.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
stub=src/optimeter/_core/__init__.pyi
fresh=$(mktemp)
fresh_ioh=$(mktemp)
keywords=$(mktemp)
trap 'rm -f "$fresh" "$fresh_ioh" "$keywords"' EXIT
.venv/bin/python -m pip show -q nanobind >/dev/null 2>&1 || .venv/bin/python -m pip install -q nanobind
.venv/bin/python scripts/option_keywords.py | cat src/optimeter/_core/stub_patterns.txt - >"$keywords"
.venv/bin/python -m nanobind.stubgen -q -m optimeter._core -o "$fresh" -P -p "$keywords"
.venv/bin/python -m nanobind.stubgen -q -m optimeter._core.ioh -o "$fresh_ioh" -P -p "$keywords"
place() {
  if [ "$check" != --check ]; then
    cat "$1" >"$2"
  elif ! diff -u "$2" "$1"; then
    echo "the stub is out of date: run 'make stubs'" >&2
    exit 1
  fi
}
check=${1:-}
place "$fresh" "$stub"
place "$fresh_ioh" "${stub%/*}/ioh.pyi"
