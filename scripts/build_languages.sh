#!/bin/sh
# Builds the libraries for other languages in build/languages: build_languages.sh [jobs]. What was built
# is installed by build_languages.sh --install PREFIX.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build="$here/build/languages"
cmake=$(command -v cmake || echo "$here/.venv/bin/cmake")
if [ "${1:-}" = --install ]; then
  exec "$cmake" --install "$build" --prefix "${2:?a prefix}"
fi
"$cmake" -S "$here" -B "$build" -DCMAKE_BUILD_TYPE=Release -DOPTIMETER_PYTHON=OFF -DCMAKE_INSTALL_LIBDIR=lib \
  -DOPTIMETER_LANGUAGES=ON -DOPTIMETER_LANGUAGE_TESTS=ON >/dev/null
if ! "$cmake" --build "$build" -j "${1:-2}" >"$build/log" 2>&1; then
  cat "$build/log" >&2
  exit 1
fi
