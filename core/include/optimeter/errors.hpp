// The exceptions of the engine. None of them ends the process; bindings translate them.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace optimeter {

/// Something was asked for that does not exist or is out of range; the message names the value
/// that was given and what is accepted.
class InvalidArgument : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The error for a name that is not known, in the words of Python's `_arguments.unknown_name`:
/// "unknown suite 'bob'; did you mean 'bbob'? Accepted: bbob, bbob-noisy".
InvalidArgument unknown_name(std::string_view what, std::string_view name,
                             std::span<const std::string_view> accepted);

/// The evaluation was refused: the budget is used up or the final target was hit.
class Stop : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The same in another process than that of the run, to which it has to be handed over.
class StopElsewhere : public Stop {
 public:
  using Stop::Stop;
};

/// An evaluation cannot be counted: the run that the problem belongs to is over, or out of reach.
class AccountError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A GPU cannot be used: no driver, no such device, or it reported an error.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The memory of a GPU does not suffice.
class DeviceMemoryError : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

/// A file could not be written or read.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace optimeter
