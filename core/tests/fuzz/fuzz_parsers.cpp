// libFuzzer target: no input may crash a parser, or break what it promises.
// Built and run by scripts/run_fuzz.sh.
#include <cstddef>
#include <cstdint>

#include "check_parsers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  optimeter::parsers::check_parser({reinterpret_cast<const char*>(data), size});
  return 0;
}
