// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout of a record: fixed-size data, the numbers of elements of the variable parts, then those
// parts.

#include "compiler/driver/FlameRecord.h"

#include <cstring>
#include <type_traits>

using llvm::StringRef;

namespace flame {

namespace {
struct Head {
  abi::BlockLayout layout;
  uint32_t features;
  uint32_t identity, fuse, tracks, knots; ///< numbers of elements
};
} // namespace

template <class T> static void append(std::string &bytes, const std::vector<T> &elements) {
  static_assert(std::is_trivially_copyable_v<T>);
  bytes.append(reinterpret_cast<const char *>(elements.data()), elements.size() * sizeof(T));
}

/// Moves `count` elements from the front of `bytes`, which must be long enough.
template <class Elements> static void take(StringRef &bytes, size_t count, Elements &elements) {
  elements.resize(count);
  const StringRef front = bytes.take_front(count * sizeof(elements[0]));
  if (!front.empty())
    std::memcpy(elements.data(), front.data(), front.size());
  bytes = bytes.drop_front(front.size());
}

std::string writeRecord(const FlameRecord &record) {
  const Head head = {record.layout,
                     record.features,
                     uint32_t(record.identity.size()),
                     uint32_t(record.fuse.size()),
                     uint32_t(record.tracks.size()),
                     uint32_t(record.knots.size())};
  std::string bytes(reinterpret_cast<const char *>(&head), sizeof(head));
  bytes += record.identity;
  append(bytes, record.fuse);
  append(bytes, record.tracks);
  append(bytes, record.knots);
  return bytes;
}

std::optional<FlameRecord> readRecord(StringRef bytes) {
  Head head;
  if (bytes.size() < sizeof(head))
    return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof(head));
  bytes = bytes.drop_front(sizeof(head));
  if (bytes.size() != head.identity + uint64_t(head.fuse) * sizeof(rt::FuseKnot) +
                          uint64_t(head.tracks) * sizeof(abi::Track) +
                          uint64_t(head.knots) * sizeof(abi::Knot))
    return std::nullopt;
  FlameRecord record = {.layout = head.layout, .features = head.features};
  take(bytes, head.identity, record.identity);
  take(bytes, head.fuse, record.fuse);
  take(bytes, head.tracks, record.tracks);
  take(bytes, head.knots, record.knots);
  return record;
}

} // namespace flame
