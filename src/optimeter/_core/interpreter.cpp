#include "interpreter.hpp"

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>
#if defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

namespace optimeter::python {
namespace {

using namespace std::chrono_literals;

// What this thread gave away and has not taken back.
thread_local PyThreadState* given_away = nullptr;

std::atomic<int> returning{0};  // threads that are about to get the lock
std::atomic<bool> ending{false};
std::thread::id ender;  // the thread that ends the interpreter; set before `ending`

[[noreturn]] void wait_in_peace() {
  while (true) std::this_thread::sleep_for(1h);
}

// After this a thread either counts as returning, and gets the lock before the interpreter ends, or
// does not come here at all.
void take_back(PyThreadState* state) {
  ++returning;
  if (ending && std::this_thread::get_id() != ender) {
    --returning;
    wait_in_peace();
  }
  PyEval_RestoreThread(state);
  --returning;
}

void end() {
  ender = std::this_thread::get_id();
  ending = true;
  PyThreadState* const state = PyEval_SaveThread();
  while (returning > 0) std::this_thread::sleep_for(1ms);
  PyEval_RestoreThread(state);
}

}  // namespace

Unlocked::Unlocked() noexcept { given_away = PyEval_SaveThread(); }

Unlocked::~Unlocked() { take_back(std::exchange(given_away, nullptr)); }

Locked::Locked() noexcept : given_away_(given_away != nullptr) {
  if (given_away_) {
    take_back(std::exchange(given_away, nullptr));
  } else {
    state_ = PyGILState_Ensure();
  }
}

Locked::~Locked() {
  if (given_away_) {
    given_away = PyEval_SaveThread();
  } else {
    PyGILState_Release(state_);
  }
}

std::function<void()> hear_signals() {
  using Clock = std::chrono::steady_clock;
  return [last = Clock::now()]() mutable {
    if (Clock::now() - last < 50ms) return;
    const Locked locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    last = Clock::now();
  };
}

PyObject* call_user(PyObject* function, PyObject* argument) {
#if defined(__GLIBCXX__)
  try {
    return PyObject_CallFunctionObjArgs(function, argument, nullptr);
  } catch (const abi::__forced_unwind&) {  // the interpreter ends this thread
    wait_in_peace();
  }
#else
  return PyObject_CallFunctionObjArgs(function, argument, nullptr);
#endif
}

std::shared_ptr<void> kept(nb::object object) {
  return {object.release().ptr(), [](void* pointer) {
            const Locked locked;
            Py_DECREF(static_cast<PyObject*>(pointer));
          }};
}

void register_interpreter() {
  nb::module_::import_("atexit").attr("register")(nb::cpp_function([] { end(); }));
}

}  // namespace optimeter::python
