#!/bin/sh
# Installs the system parts that some tests use, where that is possible: on Debian, as root, with a
# package mirror in reach. Where it is not, those tests skip and say so; this script never fails.
wanted=""
command -v chromium >/dev/null 2>&1 || wanted="$wanted chromium"
command -v pdflatex >/dev/null 2>&1 || wanted="$wanted texlive-latex-base texlive-latex-recommended texlive-fonts-recommended lmodern"
command -v clang >/dev/null 2>&1 || wanted="$wanted clang"
if ! ls /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-* >/dev/null 2>&1; then
  # The library of the clang that is there, or of the one that Debian installs.
  wanted="$wanted libclang-rt-$(clang -dumpversion 2>/dev/null | cut -d. -f1 | grep . || echo 14)-dev"
fi
[ -n "$wanted" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "not installed, and cannot be installed here:$wanted (the tests that need them skip)"
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq >/dev/null 2>&1
for package in $wanted; do
  apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 \
    || echo "could not install $package (the tests that need it skip)"
done
exit 0
