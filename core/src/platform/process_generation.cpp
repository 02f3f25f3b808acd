#include "optimeter/process_generation.hpp"

#include "platform/platform.hpp"

namespace optimeter {
namespace {

std::uint64_t generation = 0;  // changes in a new process only, which has one thread then

}  // namespace

std::uint64_t process_generation() {
  static const bool followed = [] {
    platform::around_fork([] {}, [] {}, [] { ++generation; });
    return true;
  }();
  static_cast<void>(followed);
  return generation;
}

}  // namespace optimeter
