// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To be loaded before all other libraries (LD_PRELOAD): a system whose clock jumps twenty years
// ahead and back with every look at it, as clocks do, though not so far, that somebody sets or that
// a network corrects.

#include <dlfcn.h>
#include <sys/time.h>

#include <atomic>
#include <ctime>

/// Seconds to add to the next look.
static time_t nextJump() {
  constexpr time_t kTwentyYears = 20LL * 365 * 86400;
  static std::atomic<unsigned> looks = 0;
  return looks++ % 2 ? -kTwentyYears : kTwentyYears;
}

extern "C" int clock_gettime(clockid_t clock, timespec *now) {
  static const auto get =
      reinterpret_cast<decltype(&clock_gettime)>(dlsym(RTLD_NEXT, "clock_gettime"));
  const int failed = get(clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    now->tv_sec += nextJump();
  return failed;
}

extern "C" time_t time(time_t *where) {
  timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  if (where)
    *where = now.tv_sec;
  return now.tv_sec;
}

extern "C" int gettimeofday(timeval *where, void *) {
  timespec now = {};
  const int failed = clock_gettime(CLOCK_REALTIME, &now);
  *where = {now.tv_sec, suseconds_t(now.tv_nsec / 1000)};
  return failed;
}
