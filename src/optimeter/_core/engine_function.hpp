// Functions of the engine that are made from parameters: they take the place of a Python callable
// and are evaluated without one.
#pragma once

#include <memory>
#include <string>

#include "optimeter/mapping.hpp"
#include "support.hpp"

namespace optimeter::python {

/// A landscape, and how it is made again: by the function of this module that is called `maker`.
struct EngineFunction {
  std::shared_ptr<const Landscape> landscape;
  std::string maker;
  nb::tuple arguments;
};

}  // namespace optimeter::python
