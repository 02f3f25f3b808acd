#!/bin/sh
# clang-tidy over the sources that are compiled once; the kernels are covered through the baseline
# instruction set.
set -eu
jobs=${1:-2}
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
database=$(find build -maxdepth 2 -path 'build/cp*/compile_commands.json' | head -n 1)  # the module's
if [ -z "$database" ]; then
  echo "no compile_commands.json below build/: build first" >&2
  exit 1
fi
git ls-files 'core/src/*.cpp' 'src/optimeter/_core/*.cpp' \
  | xargs -P "$jobs" -n 1 .venv/bin/clang-tidy -p "$(dirname "$database")" --quiet 2>/dev/null
