// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starting threads where the system may refuse them: containers and `ulimit -u` limit how many there are. Work that is
// taken from a common counter is done by however many there are.

#ifndef FLAME_RUNTIME_SHARED_STARTTHREADS_H
#define FLAME_RUNTIME_SHARED_STARTTHREADS_H

#include <system_error>
#include <thread>
#include <vector>

namespace flame::rt {

/// Starts up to `count` threads that call work(0), work(1), ... and appends them to `pool`. Returns how many there are;
/// those that are missing were refused by the system.
template <class Work>
unsigned startThreads(std::vector<std::jthread> &pool, unsigned count, const Work &work) {
  pool.reserve(pool.size() + count);
  for (unsigned i = 0; i < count; ++i)
    try {
      pool.emplace_back(work, i);
    } catch (const std::system_error &) {
      return i;
    }
  return count;
}

} // namespace flame::rt

#endif // FLAME_RUNTIME_SHARED_STARTTHREADS_H
