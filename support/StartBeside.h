// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work in parallel with the caller, even if no more threads are available.

#ifndef FLAME_SUPPORT_STARTBESIDE_H
#define FLAME_SUPPORT_STARTBESIDE_H

#include <future>
#include <system_error>

namespace flame::rt {

/// Starts `work` in a thread of its own. If the system has no more threads, it runs when its result
/// is requested. `work` is copied, so its contents survive a failed attempt to start a thread.
template <class Work> auto startBeside(const Work &work) {
  try {
    return std::async(std::launch::async, work);
  } catch (const std::system_error &) {
    return std::async(std::launch::deferred, work);
  }
}

} // namespace flame::rt

#endif // FLAME_SUPPORT_STARTBESIDE_H
