// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/cuda/EmbeddedModule.h"

#include <string_view>

namespace flame::rt {

static const FlameEmbedded *find(const FlameEmbedded *table, std::string_view name) {
  for (; table->name; ++table)
    if (name == table->name)
      return table;
  return nullptr;
}

std::span<const std::byte> chooseEmbedded(const FlameEmbedded *table, const DeviceInfo &device) {
  DeviceInfo candidate = device;
  for (; candidate.computeMinor >= 0; --candidate.computeMinor)
    if (const FlameEmbedded *row = find(table, candidate.target()))
      return std::as_bytes(std::span(row->begin, row->end));
  if (const FlameEmbedded *row = find(table, "ptx"))
    return std::as_bytes(std::span(row->begin, row->end + 1));
  return {};
}

} // namespace flame::rt
