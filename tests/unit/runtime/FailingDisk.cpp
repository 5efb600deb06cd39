// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To be loaded before all other libraries (LD_PRELOAD): a disk on which step number
// FLAME_TEST_FAILING_STEP fails; if the number ends with "+", every one after it, too. A step is
// whatever changes the disk: a file that is made or written, a folder, a new name, what waits until
// bytes are on it. Each process counts its own.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

/// Whether this step fails; then errno says that there is no space.
static bool fails() {
  static const char *const chosen = std::getenv("FLAME_TEST_FAILING_STEP");
  static char *rest = nullptr;
  static const long first = chosen ? std::strtol(chosen, &rest, 10) : 0;
  static const bool stays = rest && *rest == '+';
  static std::atomic<long> steps = 0;
  const long step = ++steps;
  if (first == 0 || step < first || (step > first && !stays))
    return false;
  errno = ENOSPC;
  return true;
}

static bool isOnDisk(int descriptor) {
  struct stat file{};
  return fstat(descriptor, &file) == 0 && S_ISREG(file.st_mode);
}

template <class Function> static Function *next(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

extern "C" {

int open(const char *path, int flags, ...) {
  static auto *const real = next<int(const char *, int, ...)>("open");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return flags & O_CREAT && fails() ? -1 : real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open(path, flags, mode);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  static auto *const real = next<ssize_t(int, const void *, size_t)>("write");
  return isOnDisk(descriptor) && fails() ? -1 : real(descriptor, bytes, size);
}

int rename(const char *from, const char *to) noexcept {
  static auto *const real = next<int(const char *, const char *)>("rename");
  return fails() ? -1 : real(from, to);
}

int mkdir(const char *path, mode_t mode) noexcept {
  static auto *const real = next<int(const char *, mode_t)>("mkdir");
  return fails() ? -1 : real(path, mode);
}

int fsync(int descriptor) {
  static auto *const real = next<int(int)>("fsync");
  return fails() ? -1 : real(descriptor);
}

} // extern "C"
