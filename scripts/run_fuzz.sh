#!/bin/sh
# Fuzzes the parsers of recorded data for some seconds (default 20) under address and
# undefined-behaviour sanitizers, starting from the seeds in core/tests/fuzz/corpus and from what
# earlier runs found. Where clang or its fuzzer library is absent it says so; in CI that is a failure.
set -eu
seconds=${1:-20}
without=0
[ "${CI:-}" != true ] || without=1
here=$(cd "$(dirname "$0")/.." && pwd)
build="$here/build/fuzz"
clang=$(command -v clang++ || true)
if [ -z "$clang" ]; then
  echo "fuzzing needs clang++: make system-parts installs it on Debian"
  exit "$without"
fi
mkdir -p "$build/corpus"
sources="$here/core/tests/fuzz/fuzz_parsers.cpp $(echo "$here"/core/src/parsers/*.cpp) $here/core/src/threads.cpp"
watched="$here/core/tests/fuzz $here/core/src/parsers $here/core/include/optimeter/parsers $here/scripts/run_fuzz.sh"
if [ ! -x "$build/fuzz_parsers" ] || [ -n "$(find $watched -newer "$build/fuzz_parsers" -type f ! -path '*/corpus/*')" ]; then
  # shellcheck disable=SC2086 # a list of files
  if ! "$clang" -std=c++20 -O1 -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
    -pthread -I"$here/core/include" -I"$here/core/src" $sources -o "$build/fuzz_parsers" 2>"$build/log"; then
    if grep -q 'libclang_rt.fuzzer' "$build/log"; then
      echo "fuzzing needs clang's fuzzer library: make system-parts installs it on Debian"
      exit "$without"
    fi
    cat "$build/log" >&2
    exit 1
  fi
fi
cd "$build"
# A fixed seed: a fresh clone tries the same inputs every time, as far as the time allows.
if ! ./fuzz_parsers corpus "$here/core/tests/fuzz/corpus" -seed=2009 -max_total_time="$seconds" \
  -timeout=10 -rss_limit_mb=1024 -max_len=8192 -print_final_stats=1 -verbosity=0 >"$build/run" 2>&1; then
  cat "$build/run" >&2
  echo "the input that fails lies in $build; see core/tests/fuzz/fuzz_parsers.cpp" >&2
  exit 1
fi
awk '/number_of_executed_units/ {print "fuzzing: " $2 " inputs in '"$seconds"' s, no fault"}' "$build/run"
