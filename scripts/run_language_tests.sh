#!/bin/sh
# Tests what build_languages.sh has built: the programs in C and C++, then everything else on an
# installation in build/languages/prefix, as users have it.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build="$here/build/languages"
cmake=$(command -v cmake || echo "$here/.venv/bin/cmake")
(cd "$build" && "$(dirname "$cmake")/ctest" --output-on-failure)
rm -rf "$build/prefix"
sh "$here/scripts/build_languages.sh" --install "$build/prefix" >/dev/null
cd "$here"
OPTIMETER_PREFIX="$build/prefix" .venv/bin/python -m pytest -q tests/bindings
