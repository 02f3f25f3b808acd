// The interpreter's lock, given away for native work and taken back.
//
// A thread that wants it back while the interpreter ends never gets it: Python before 3.14 ends
// such a thread in the middle of its C++ code, which ends the process. Here it waits in peace
// instead. That happens to daemon threads only; the interpreter waits for all others before it
// ends.
#pragma once

#include <functional>
#include <memory>

#include "optimeter/interrupt.hpp"
#include "support.hpp"

namespace optimeter::python {

/// Gives the lock away as long as it lives.
class Unlocked {
 public:
  Unlocked() noexcept;
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
};

/// Holds the lock as long as it lives, whether this thread gave it away before, has it anyway or
/// has nothing to do with Python.
class Locked {
 public:
  Locked() noexcept;
  ~Locked();
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  bool given_away_;
  PyGILState_STATE state_{};
};

/// What hears Ctrl-C while native work takes long.
std::function<void()> hear_signals();

/// What native work returns, done without the lock; see Interruptible.
template <typename Work>
auto without_lock(const Work& work) {
  const Unlocked released;
  const Interruptible listening(hear_signals());
  return work();
}

/// A new float64 array, of two dimensions if `matrix`, which native work fills without the lock.
template <typename Work>
nb::object filled_array(std::size_t rows, std::size_t columns, bool matrix, const Work& work) {
  nb::object array = new_array(rows, columns, matrix);
  double* const data = array_data(array);
  without_lock([&] { work(data); });
  return array;
}

/// Calls a function of the user with one argument; returns null with the Python error set.
PyObject* call_user(PyObject* function, PyObject* argument);

/// Keeps a Python object until the last copy goes away, in whatever thread.
std::shared_ptr<void> kept(nb::object object);

/// Has the threads that come back later stopped when the interpreter ends.
void register_interpreter();

}  // namespace optimeter::python
