#!/bin/sh
# Builds the libraries for other languages in build/languages: build_languages.sh [jobs]. What was built
# is installed by build_languages.sh --install PREFIX. With --amalgamation FOLDER [jobs] only what C
# needs is built: one library and its headers, which are all in that folder.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build="$here/build/languages"
cmake=$(command -v cmake || echo "$here/.venv/bin/cmake")
if [ "${1:-}" = --install ]; then
  exec "$cmake" --install "$build" --prefix "${2:?a prefix}"
fi
folder=""
target=all
if [ "${1:-}" = --amalgamation ]; then
  folder=${2:?a folder}
  target=whole_static
  shift 2
fi
"$cmake" -S "$here" -B "$build" -DCMAKE_BUILD_TYPE=Release -DOPTIMETER_PYTHON=OFF -DCMAKE_INSTALL_LIBDIR=lib \
  -DOPTIMETER_LANGUAGES=ON -DOPTIMETER_LANGUAGE_TESTS=ON >/dev/null
if ! "$cmake" --build "$build" --target "$target" -j "${1:-2}" >"$build/log" 2>&1; then
  cat "$build/log" >&2
  exit 1
fi
if [ -n "$folder" ]; then
  "$cmake" --install "$build" --component amalgamation --prefix "$folder" >/dev/null
  echo "coco.h, optimeter.h and libcoco.a are in $folder"
fi
