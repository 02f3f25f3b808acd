#!/bin/sh
# Builds the C++ tests for another system (aarch64-linux, x86_64-windows) and runs them in its emulator.
# test_hashes compares values and recorded files with those of x86-64 Linux, bit by bit. Where a part of
# this is not there it says so and ends well, unless CI is set.
set -eu
system=$1
jobs=${2:-2}
here=$(cd "$(dirname "$0")/.." && pwd)
case $system in
  aarch64-linux) compiler=aarch64-linux-gnu-g++ emulator=qemu-aarch64 ;;
  x86_64-windows) compiler=x86_64-w64-mingw32-g++-posix emulator=wine ;;
  *) echo "unknown system $system; known: aarch64-linux, x86_64-windows" >&2; exit 2 ;;
esac
without() {
  echo "$1 is not there${2:-}: make system-parts installs it on Debian"
  [ "${CI:-}" != true ] || exit 1
  exit 0
}
command -v "$compiler" >/dev/null || without "$compiler"
cmake="$here/.venv/bin/cmake"
build="$here/build/$system"
"$cmake" -G Ninja -DCMAKE_MAKE_PROGRAM="$here/.venv/bin/ninja" -S "$here" -B "$build" \
  -DOPTIMETER_PYTHON=OFF -DOPTIMETER_TESTS=ON -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_TOOLCHAIN_FILE="$here/scripts/toolchains/$system.cmake" >/dev/null
"$cmake" --build "$build" -j "$jobs" >"$build/log" || { cat "$build/log" >&2; exit 1; }
command -v "$emulator" >/dev/null || without "$emulator" ", the tests for $system are built but not run"
if [ "$emulator" = wine ]; then
  # A Windows of its own, which goes away again, without complaints about the missing screen.
  WINEPREFIX=$(mktemp -d)
  export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml=;winemenubuilder.exe="
  trap 'wineserver -k || true; rm -rf "$WINEPREFIX"' EXIT
  wineboot --init >/dev/null 2>&1
fi
cd "$build"
"$here/.venv/bin/ctest" --output-on-failure -j "$jobs"
