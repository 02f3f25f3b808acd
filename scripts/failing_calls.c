/* Lets one call of the system fail: loaded before libc, for failing_calls.py.
 *
 * Calls on files below a folder are counted, and the one with a given number returns an error without
 * being made. The counter belongs to the process, so that a child that was forked begins anew.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kHandles = 4096 };

static char root[4096];
static size_t root_length;
static atomic_long counted;
static long failing = -1;
static int failing_error;
static char failed[512];
static char* below[kHandles]; /* paths */

void failing_arm(const char* folder, long number, int error) {
  root_length = 0;
  strncpy(root, folder, sizeof root - 1);
  counted = 0;
  failing = number;
  failing_error = error;
  failed[0] = 0;
  memset(below, 0, sizeof below);
  root_length = strlen(root);
}

void failing_disarm(void) { root_length = 0; }
long failing_count(void) { return counted; }
const char* failing_what(void) { return failed; }

static int is_below(const char* path) {
  return root_length && path && strncmp(path, root, root_length) == 0;
}

static int is_handle(int handle) {
  return root_length && handle >= 0 && handle < kHandles && below[handle];
}

static void note(int handle, const char* path) {
  if (handle >= 0 && handle < kHandles) below[handle] = path ? strdup(path) : NULL;
}

static int fails(const char* name, const char* path) {
  if (counted++ != failing) return 0;
  snprintf(failed, sizeof failed, "%s %s", name, path ? path : "");
  errno = failing_error;
  return 1;
}

#define REAL(type, name, ...)                                          \
  static type (*real)(__VA_ARGS__);                                    \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define OPEN(name)                                                     \
  int name(const char* path, int flags, ...) {                         \
    REAL(int, #name, const char*, int, ...);                           \
    va_list rest;                                                      \
    va_start(rest, flags);                                             \
    mode_t mode = va_arg(rest, mode_t);                                \
    va_end(rest);                                                      \
    int ours = is_below(path);                                         \
    if (ours && fails("open", path)) return -1;                        \
    int handle = real(path, flags, mode);                              \
    note(handle, ours ? path : NULL);                                                \
    return handle;                                                     \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                   \
  int name(int folder, const char* path, int flags, ...) {             \
    REAL(int, #name, int, const char*, int, ...);                      \
    va_list rest;                                                      \
    va_start(rest, flags);                                             \
    mode_t mode = va_arg(rest, mode_t);                                \
    va_end(rest);                                                      \
    int ours = is_below(path) || (path[0] != '/' && is_handle(folder)); \
    if (ours && fails("open", path)) return -1;                        \
    int handle = real(folder, path, flags, mode);                      \
    note(handle, ours ? path : NULL);                                                \
    return handle;                                                     \
  }
OPENAT(openat)
OPENAT(openat64)

#define HANDLE(type, name, told, arguments, ...)                       \
  type name(int handle, __VA_ARGS__) {                                 \
    REAL(type, #name, int, __VA_ARGS__);                               \
    if (is_handle(handle) && fails(told, below[handle])) return -1;             \
    return real arguments;                                             \
  }
HANDLE(ssize_t, write, "write", (handle, data, size), const void* data, size_t size)
HANDLE(ssize_t, writev, "write", (handle, data, count), const struct iovec* data, int count)
HANDLE(ssize_t, pwrite, "write", (handle, data, size, at), const void* data, size_t size, off_t at)
HANDLE(ssize_t, pwrite64, "write", (handle, data, size, at), const void* data, size_t size, off64_t at)
HANDLE(ssize_t, read, "read", (handle, data, size), void* data, size_t size)
HANDLE(ssize_t, pread, "read", (handle, data, size, at), void* data, size_t size, off_t at)
HANDLE(ssize_t, pread64, "read", (handle, data, size, at), void* data, size_t size, off64_t at)
HANDLE(int, ftruncate, "truncate", (handle, size), off_t size)
HANDLE(int, ftruncate64, "truncate", (handle, size), off64_t size)
HANDLE(int, fstat, "stat", (handle, facts), struct stat* facts)
HANDLE(int, fstat64, "stat", (handle, facts), struct stat64* facts)
HANDLE(int, flock, "flock", (handle, what), int what)

#define FLUSH(name)                                                    \
  int name(int handle) {                                               \
    REAL(int, #name, int);                                             \
    if (is_handle(handle) && fails(#name, below[handle])) return -1;            \
    return real(handle);                                               \
  }
FLUSH(fsync)
FLUSH(fdatasync)
FLUSH(syncfs)

int close(int handle) { /* is made all the same: a handle is gone even if it reports an error */
  REAL(int, "close", int);
  const char* ours = is_handle(handle) ? below[handle] : NULL;
  note(handle, NULL);
  int result = real(handle);
  return ours && fails("close", ours) ? -1 : result;
}

#define PATH(name, arguments, ...)                                     \
  int name(const char* path, ##__VA_ARGS__) {                          \
    REAL(int, #name, const char*, ##__VA_ARGS__);                      \
    if (is_below(path) && fails(#name, path)) return -1;               \
    return real arguments;                                             \
  }
PATH(unlink, (path))
PATH(rmdir, (path))
PATH(mkdir, (path, mode), mode_t mode)
PATH(rename, (path, to), const char* to)
PATH(link, (path, to), const char* to)
PATH(stat, (path, facts), struct stat* facts)
PATH(lstat, (path, facts), struct stat* facts)
PATH(stat64, (path, facts), struct stat64* facts)
PATH(lstat64, (path, facts), struct stat64* facts)
PATH(access, (path, mode), int mode)

#define AT(name, told, arguments, ...)                                 \
  int name(int folder, const char* path, __VA_ARGS__) {                \
    REAL(int, #name, int, const char*, __VA_ARGS__);                   \
    int ours = is_below(path) || (path[0] != '/' && is_handle(folder)); \
    if (ours && fails(told, path)) return -1;                          \
    return real arguments;                                             \
  }
AT(unlinkat, "unlink", (folder, path, flags), int flags)
AT(mkdirat, "mkdir", (folder, path, mode), mode_t mode)
AT(fstatat, "stat", (folder, path, facts, flags), struct stat* facts, int flags)
AT(fstatat64, "stat", (folder, path, facts, flags), struct stat64* facts, int flags)
AT(renameat, "rename", (folder, path, other, to), int other, const char* to)

DIR* opendir(const char* path) {
  REAL(DIR*, "opendir", const char*);
  if (is_below(path) && fails("opendir", path)) return NULL;
  return real(path);
}
