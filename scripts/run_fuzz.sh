#!/bin/sh
# Fuzzes the parsers of recorded data for some seconds (default 20), starting from the seeds in
# core/tests/fuzz/corpus. Skips with a message where clang or its fuzzer library is absent.
set -eu
seconds=${1:-20}
here=$(cd "$(dirname "$0")/.." && pwd)
build="$here/build/fuzz"
clang=$(command -v clang++ || true)
if [ -z "$clang" ]; then
  echo "skipped: fuzzing needs clang++"
  exit 0
fi
mkdir -p "$build/corpus"
if ! "$clang" -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
  -pthread -I"$here/core/include" -I"$here/core/src" "$here/core/tests/fuzz/fuzz_parsers.cpp" \
  "$here"/core/src/parsers/*.cpp "$here/core/src/threads.cpp" -o "$build/fuzz_parsers" \
  2>"$build/log"; then
  if grep -q 'libclang_rt.fuzzer' "$build/log"; then
    echo "skipped: fuzzing needs clang's fuzzer library (Debian: libclang-rt-14-dev)"
    exit 0
  fi
  cat "$build/log" >&2
  exit 1
fi
cd "$build"
exec ./fuzz_parsers corpus "$here/core/tests/fuzz/corpus" -max_total_time="$seconds" -timeout=10 \
  -rss_limit_mb=1024 -max_len=8192 -print_final_stats=1 -verbosity=0
