// Messages, memory, random numbers, files.
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "layer.hpp"

namespace coco_layer {
namespace {

// One level a process, by meaning; everything else belongs to handles.
std::atomic<int>& level() {
  static std::atomic<int> now{COCO_INFO};
  return now;
}

std::atomic<coco_error_handler_t>& handler() {
  static std::atomic<coco_error_handler_t> now{nullptr};
  return now;
}

constexpr const char* kLevels[] = {"error", "warning", "info", "debug"};

// A message, if its level is shown.
void say(coco_log_level_type_e wanted, std::FILE* stream, const char* before, const char* message,
         std::va_list arguments, const char* after = "\n") {
  if (message == nullptr || !shows(wanted)) return;
  std::fputs(before, stream);
  std::vfprintf(stream, message, arguments);
  std::fputs(after, stream);
  std::fflush(stream);
}

}  // namespace

optimeter::c::HandleTable& handles() {
  static optimeter::c::HandleTable& table = *new optimeter::c::HandleTable();
  return table;
}

void report(const std::string& message, bool invalid_handle) noexcept {
  if (const coco_error_handler_t own = handler().load()) {
    own(message.c_str(), invalid_handle ? 1 : 0);
    return;
  }
  std::fprintf(stderr, "COCO ERROR: %s\n", message.c_str());
}

void report_last() noexcept {
  try {
    report(optimeter_last_message());
  } catch (const std::exception&) {
    report({});
  }
}

void warn(const char* text, void* /*data*/) { coco_warning("%s", text); }

bool shows(coco_log_level_type_e wanted) { return level().load() >= wanted; }

}  // namespace coco_layer

using namespace coco_layer;

extern "C" {

const char* coco_version = optimeter_coco_version();

void coco_set_error_handler(coco_error_handler_t own) { handler().store(own); }

void coco_error(const char* message, ...) {
  std::va_list arguments;
  va_start(arguments, message);
  say(COCO_ERROR, stderr, "COCO FATAL ERROR: ", message, arguments);
  va_end(arguments);
  std::exit(EXIT_FAILURE);  // asked for by the program itself
}

void coco_warning(const char* message, ...) {
  std::va_list arguments;
  va_start(arguments, message);
  say(COCO_WARNING, stderr, "COCO WARNING: ", message, arguments);
  va_end(arguments);
}

void coco_info(const char* message, ...) {
  std::va_list arguments;
  va_start(arguments, message);
  say(COCO_INFO, stdout, "COCO INFO: ", message, arguments);
  va_end(arguments);
}

void coco_info_partial(const char* message, ...) {
  std::va_list arguments;
  va_start(arguments, message);
  say(COCO_INFO, stdout, "", message, arguments, "");
  va_end(arguments);
}

void coco_debug(const char* message, ...) {
  std::va_list arguments;
  va_start(arguments, message);
  say(COCO_DEBUG, stdout, "COCO DEBUG: ", message, arguments);
  va_end(arguments);
}

const char* coco_set_log_level(const char* wanted) {
  const char* const before = kLevels[level().load()];
  if (wanted == nullptr || *wanted == '\0') return before;
  for (int i = COCO_ERROR; i <= COCO_DEBUG; ++i) {
    if (std::strcmp(wanted, kLevels[i]) == 0) {
      level().store(i);
      return before;
    }
  }
  coco_warning("unknown log level '%s'; known levels: error, warning, info, debug", wanted);
  return before;
}

void* coco_allocate_memory(const size_t size) {
  if (size == 0) {
    report("memory of size 0 was asked for");
    return nullptr;
  }
  void* const memory = std::malloc(size);
  if (memory == nullptr) report("out of memory");
  return memory;
}

double* coco_allocate_vector(const size_t size) {
  if (size > SIZE_MAX / sizeof(double)) {
    report("out of memory");
    return nullptr;
  }
  return static_cast<double*>(coco_allocate_memory(size * sizeof(double)));
}

void coco_free_memory(void* data) { std::free(data); }

char* coco_strdupf(const char* str, ...) {
  if (str == nullptr) {
    report("NULL is given as a format");
    return nullptr;
  }
  std::va_list arguments;
  std::va_list again;
  va_start(arguments, str);
  va_copy(again, arguments);
  const int size = std::vsnprintf(nullptr, 0, str, arguments);
  va_end(arguments);
  char* text = nullptr;
  if (size >= 0) {
    text = static_cast<char*>(coco_allocate_memory(static_cast<std::size_t>(size) + 1));
    if (text != nullptr) std::vsnprintf(text, static_cast<std::size_t>(size) + 1, str, again);
  } else {
    report("the format cannot be written");
  }
  va_end(again);
  return text;
}

int coco_remove_directory(const char* path) {
  if (path == nullptr) return -1;
  return guarded(-1, [&] {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return 0;
    if (!std::filesystem::is_directory(path, error)) return -1;
    std::filesystem::remove_all(path, error);
    return error ? -1 : 0;
  });
}

int coco_remove_file(const char* file_name) {
  if (file_name == nullptr) return -1;
  return std::remove(file_name) == 0 ? 0 : -1;
}

coco_random_state_t* coco_random_new(uint32_t seed) {
  return reinterpret_cast<coco_random_state_t*>(optimeter_random_new(seed));
}

void coco_random_free(coco_random_state_t* state) {
  if (state == nullptr) return;
  optimeter_clear_error();
  optimeter_random_free(reinterpret_cast<optimeter_random*>(state));
  if (optimeter_last_status() != OPTIMETER_OK) report_last();
}

double coco_random_uniform(coco_random_state_t* state) {
  const double number = optimeter_random_uniform(reinterpret_cast<optimeter_random*>(state));
  if (std::isnan(number)) report_last();
  return number;
}

double coco_random_normal(coco_random_state_t* state) {
  const double number = optimeter_random_normal(reinterpret_cast<optimeter_random*>(state));
  if (std::isnan(number)) report_last();
  return number;
}

}  // extern "C"
