#!/bin/sh
# Builds and runs the C++ tests with sanitizers: `memory` (addresses and undefined behaviour) or
# `threads`; the latter also runs the tests of threads in Python on a module built that way.
set -eu
kind=${1:?memory or threads}
jobs=${2:-2}
here=$(cd "$(dirname "$0")/.." && pwd)
bin="$here/.venv/bin"
build="$here/build/sanitize-$kind"
cmake=$(command -v cmake || true)
if [ -z "$cmake" ]; then
  "$bin/python" -m pip install --quiet cmake
  cmake="$bin/cmake"
fi
module=OFF
[ "$kind" != threads ] || module=ON
languages=OFF  # the interface of C, whose users have no other protection
[ "$kind" != memory ] || languages=ON
"$cmake" -S "$here" -B "$build" -DOPTIMETER_PYTHON=$module -DOPTIMETER_TESTS=ON \
  -DOPTIMETER_LANGUAGES=$languages -DOPTIMETER_LANGUAGE_TESTS=$languages \
  -DOPTIMETER_SANITIZE="$kind" -DCMAKE_BUILD_TYPE=Debug -DPython_EXECUTABLE="$bin/python" >/dev/null
if ! "$cmake" --build "$build" -j "$jobs" >"$build/log" 2>&1; then
  cat "$build/log" >&2
  exit 1
fi
# The sanitizer of threads wants the memory where it expects it, not at random addresses.
fixed=""
[ "$kind" != threads ] || ! setarch -R true 2>/dev/null || fixed="setarch -R"
(cd "$build" && $fixed "$(dirname "$cmake")/ctest" --output-on-failure -j "$jobs")
[ "$kind" = threads ] || exit 0

# The package with this module in place of the installed one; -S keeps the editable install out.
package="$build/package/optimeter"
rm -rf "$package"
mkdir -p "$package"
for part in "$here"/src/optimeter/*; do
  [ "$(basename "$part")" = _core ] || ln -s "$part" "$package"
done
cp "$build"/src/optimeter/_core/_core*.so "$package"
packages=$("$bin/python" -c 'import sys; print(":".join(filter(None, sys.path)))')
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
cd "$here"
# Executors' runs are in forked processes, which go on under the sanitizer when told so.
$fixed env LD_PRELOAD="$("$compiler" -print-file-name=libtsan.so)" \
  TSAN_OPTIONS="suppressions=$here/scripts/tsan.supp exitcode=66 halt_on_error=1 die_after_fork=0" \
  PYTHONPATH="$build/package:$packages" OPENBLAS_NUM_THREADS=1 \
  "$bin/python" -S -m pytest -q -p no:cacheprovider -p no:xdist tests/test_threads.py
