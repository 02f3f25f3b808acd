#!/bin/sh
# Builds the C++ tests for another system (aarch64-linux, x86_64-windows) and runs them in its emulator.
# test_hashes compares values and recorded files with those of x86-64 Linux, bit by bit.
set -eu
system=$1
jobs=${2:-2}
here=$(cd "$(dirname "$0")/.." && pwd)
case $system in
  aarch64-linux) compiler=aarch64-linux-gnu-g++ emulator=qemu-aarch64 ;;
  x86_64-windows) compiler=x86_64-w64-mingw32-g++-posix emulator=wine ;;
  *) echo "unknown system $system; known: aarch64-linux, x86_64-windows" >&2; exit 2 ;;
esac
if ! command -v "$compiler" >/dev/null; then
  echo "$compiler is not there: make system-parts installs it on Debian"
  [ "${CI:-}" != true ] || exit 1
  exit 0
fi
cmake="$here/.venv/bin/cmake"
build="$here/build/$system"
"$cmake" -G Ninja -DCMAKE_MAKE_PROGRAM="$here/.venv/bin/ninja" -S "$here" -B "$build" \
  -DOPTIMETER_PYTHON=OFF -DOPTIMETER_TESTS=ON -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_TOOLCHAIN_FILE="$here/scripts/toolchains/$system.cmake" >/dev/null
"$cmake" --build "$build" -j "$jobs" >"$build/log" || { cat "$build/log" >&2; exit 1; }
if ! command -v "$emulator" >/dev/null; then
  echo "built for $system; the tests are not run, since $emulator is not there"
  exit 0
fi
cd "$build" && "$here/.venv/bin/ctest" --output-on-failure -j "$jobs"
