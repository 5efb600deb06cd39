// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work beside that of the caller, also where there are no more threads.

#ifndef FLAME_SUPPORT_STARTBESIDE_H
#define FLAME_SUPPORT_STARTBESIDE_H

#include <future>
#include <system_error>

namespace flame::rt {

/// Starts `work` in a thread of its own or, if there are no more, leaves it until its result is asked for. It is copied, so that what it
/// owns survives an attempt to start it that fails.
template <class Work> auto startBeside(const Work &work) {
  try {
    return std::async(std::launch::async, work);
  } catch (const std::system_error &) {
    return std::async(std::launch::deferred, work);
  }
}

} // namespace flame::rt

#endif // FLAME_SUPPORT_STARTBESIDE_H
