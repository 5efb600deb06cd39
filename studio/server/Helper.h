// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread for slow work that needs no device: reading folders, breeding, printing IR.

#ifndef FLAME_STUDIO_SERVER_HELPER_H
#define FLAME_STUDIO_SERVER_HELPER_H

#include "studio/server/Studio.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace flame::studio {

class Studio::Helper {
public:
  Helper() : thread([this](std::stop_token stop) { work(stop); }) {}

  /// Queues `task` behind the waiting tasks, or before them if `isUrgent`.
  void run(std::function<void()> task, bool isUrgent = false) {
    {
      std::lock_guard lock(mutex);
      if (isUrgent)
        tasks.push_front(std::move(task));
      else
        tasks.push_back(std::move(task));
    }
    changed.notify_one();
  }

private:
  void work(std::stop_token stop) {
    std::unique_lock lock(mutex);
    while (changed.wait(lock, stop, [this] { return !tasks.empty(); })) {
      const std::function<void()> task = std::move(tasks.front());
      tasks.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex;
  std::condition_variable_any changed;
  std::deque<std::function<void()>> tasks;
  std::jthread thread;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_HELPER_H
