#!/bin/sh
# Builds and runs the C++ tests with the address and undefined-behaviour sanitizers.
set -eu
jobs=${1:-2}
here=$(cd "$(dirname "$0")/.." && pwd)
cmake=$(command -v cmake || true)
if [ -z "$cmake" ]; then
  "$here/.venv/bin/python" -m pip install --quiet cmake
  cmake="$here/.venv/bin/cmake"
fi
"$cmake" -S "$here" -B "$here/build/sanitize" -DOPTIMETER_PYTHON=OFF -DOPTIMETER_TESTS=ON \
  -DOPTIMETER_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug >/dev/null
"$cmake" --build "$here/build/sanitize" -j "$jobs" >/dev/null
cd "$here/build/sanitize" && "$(dirname "$cmake")/ctest" --output-on-failure -j "$jobs"
