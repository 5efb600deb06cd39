// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts threads where the system may refuse them: containers and `ulimit -u` limit their number.
// Work taken from a common counter is completed by the threads that did start.

#ifndef FLAME_RUNTIME_SHARED_STARTTHREADS_H
#define FLAME_RUNTIME_SHARED_STARTTHREADS_H

#include <system_error>
#include <thread>
#include <vector>

namespace flame::rt {

/// Starts up to `count` threads that call work(0), work(1), ... and appends them to `pool`. Returns
/// how many started; the system refused the others.
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
