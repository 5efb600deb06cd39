// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A studio without a device and without a port, for tests of what it answers.

#ifndef FLAME_TESTS_UNIT_STUDIO_TESTSTUDIO_H
#define FLAME_TESTS_UNIT_STUDIO_TESTSTUDIO_H

#include "studio/live/LiveFlame.h"
#include "studio/server/Studio.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace flame::studio {

/// No flame can be shown on it.
class NoDevice final : public LiveDevice {
public:
  std::string describe() const override { return "none"; }
  double expectedRate() const override { return 1; }
  rt::Result<std::shared_ptr<LiveFlame>> make(const Animation &) override {
    return rt::Error(rt::ErrorKind::Environment, "there is no device");
  }
};

/// Keeps what it is to send.
class Answers final : public Server {
public:
  uint16_t port() const override { return 0; }
  void run() override {}
  void stop() override {}
  void post(std::function<void()>) override {}
  std::string url() const override { return ""; }
  void send(uint64_t, std::string text, std::vector<uint8_t>, std::string) override {
    std::lock_guard lock(mutex);
    texts.push_back(nlohmann::json::parse(text));
    changed.notify_all();
  }

  /// The first answer that fits; null if there is none within a minute.
  template <class Fits> nlohmann::json await(const Fits &fits) {
    std::unique_lock lock(mutex);
    nlohmann::json found;
    changed.wait_for(lock, std::chrono::minutes(1), [&] {
      for (const nlohmann::json &text : texts)
        if (fits(text))
          found = text;
      return !found.is_null();
    });
    return found;
  }

  void forget() {
    std::lock_guard lock(mutex);
    texts.clear();
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<nlohmann::json> texts;
};

} // namespace flame::studio

#endif // FLAME_TESTS_UNIT_STUDIO_TESTSTUDIO_H
