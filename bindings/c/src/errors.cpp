// Errors of each thread, and the version.
#include <filesystem>
#include <new>

#include "objects.hpp"
#include "version.hpp"

namespace optimeter::c {
namespace {

struct LastError {
  optimeter_status status = OPTIMETER_OK;
  std::string message;
};

LastError& last_error() {
  thread_local LastError error;
  return error;
}

}  // namespace

HandleTable& handles() {
  static HandleTable& table = *new HandleTable();  // for ever: handles may be used at exit
  return table;
}

optimeter_status fail(optimeter_status status, const char* message) noexcept {
  LastError& error = last_error();
  error.status = status;
  try {
    error.message = message;
  } catch (const std::bad_alloc&) {
    error.message.clear();
  }
  return status;
}

optimeter_status fail_by_exception() noexcept {
  try {
    throw;
  } catch (const EmptySelection& error) {
    return fail(OPTIMETER_EMPTY_SELECTION, error.what());
  } catch (const InvalidArgument& error) {
    return fail(OPTIMETER_INVALID_ARGUMENT, error.what());
  } catch (const Stop& error) {
    return fail(OPTIMETER_STOPPED, error.what());
  } catch (const FileError& error) {
    return fail(OPTIMETER_FILE_ERROR, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(OPTIMETER_FILE_ERROR, error.what());
  } catch (const std::bad_alloc&) {
    return fail(OPTIMETER_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& error) {
    return fail(OPTIMETER_FAILURE, error.what());
  } catch (...) {
    return fail(OPTIMETER_FAILURE, "unknown failure");
  }
}

optimeter_status fail_by_handle(const char* word, bool null) noexcept {
  try {
    const std::string what = word;
    const std::string message =
        null ? "the handle of a " + what + " is NULL"
             : "the handle is not that of a " + what + ", or was given back already";
    return fail(OPTIMETER_INVALID_HANDLE, message.c_str());
  } catch (const std::bad_alloc&) {
    return fail(OPTIMETER_INVALID_HANDLE, "");
  }
}

void check_size(std::size_t size, std::size_t wanted, const char* name) {
  if (size == wanted) return;
  throw InvalidArgument(std::string(name) + " must have " + std::to_string(wanted) +
                        (wanted == 1 ? " value" : " values") + "; got " + std::to_string(size));
}

}  // namespace optimeter::c

extern "C" {

const char* optimeter_version(void) { return OPTIMETER_VERSION; }
const char* optimeter_coco_version(void) { return optimeter::kCocoVersion; }
int optimeter_abi(void) { return OPTIMETER_ABI; }
optimeter_status optimeter_last_status(void) { return optimeter::c::last_error().status; }
const char* optimeter_last_message(void) { return optimeter::c::last_error().message.c_str(); }
void optimeter_clear_error(void) { optimeter::c::fail(OPTIMETER_OK, ""); }

}  // extern "C"
