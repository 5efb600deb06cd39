// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens devices by name.

#include "studio/live/LiveFlame.h"

#include "studio/live/LiveCpu.h"
#include "studio/live/LiveGpu.h"

#include <charconv>

namespace flame::studio {

std::shared_ptr<LiveFlame> LiveDevice::makeLike(const std::shared_ptr<LiveFlame> &,
                                                const Animation &) {
  return nullptr;
}

rt::Result<std::unique_ptr<LiveDevice>> LiveDevice::open(const std::string &word,
                                                         std::string &fallback) {
  if (word == "cpu")
    return std::unique_ptr<LiveDevice>(std::make_unique<LiveCpu>());
  if (word == "auto") {
    rt::Result<std::unique_ptr<LiveDevice>> gpu = LiveGpu::open(0);
    if (gpu)
      return gpu;
    fallback = gpu.error().text();
    return std::unique_ptr<LiveDevice>(std::make_unique<LiveCpu>());
  }
  int ordinal = -1;
  if (const std::string_view text = word; text.starts_with("cuda:") && text.size() > 5) {
    const auto [end, failed] = std::from_chars(text.data() + 5, text.data() + text.size(), ordinal);
    if (failed != std::errc() || end != text.data() + text.size())
      ordinal = -1;
  }
  if (ordinal < 0)
    return rt::Error(rt::ErrorKind::Usage,
                     "expected --device=auto, cuda:NUMBER or cpu, found '" + word + "'");
  return LiveGpu::open(ordinal);
}

} // namespace flame::studio
