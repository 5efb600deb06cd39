// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To be loaded before all other libraries (LD_PRELOAD): a system that starts FLAME_TEST_THREADS
// threads and programs in a process and then no more, as containers and `ulimit -u` do for users
// who are not root.

#include <dlfcn.h>
#include <pthread.h>
#include <spawn.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

/// Whether one more may be started.
static bool takeOne() {
  static const char *const limit = std::getenv("FLAME_TEST_THREADS");
  static std::atomic<int> left = limit ? int(std::strtol(limit, nullptr, 10)) : 0;
  return left.fetch_sub(1) > 0;
}

extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                              void *(*run)(void *), void *argument) {
  static const auto create =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return takeOne() ? create(thread, attributes, run, argument) : EAGAIN;
}

extern "C" int posix_spawnp(pid_t *process, const char *file,
                            const posix_spawn_file_actions_t *actions,
                            const posix_spawnattr_t *attributes, char *const *arguments,
                            char *const *environment) {
  static const auto spawn =
      reinterpret_cast<decltype(&posix_spawnp)>(dlsym(RTLD_NEXT, "posix_spawnp"));
  return takeOne() ? spawn(process, file, actions, attributes, arguments, environment) : EAGAIN;
}
