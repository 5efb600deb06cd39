// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the size in the frame's header before allocating, because it is untrusted.

#include "artefact/PackedText.h"

#include <zstd.h>

#include <string>

namespace flame::rt {

/// Kernels have about a megabyte of text.
static constexpr unsigned long long kMaxTextBytes = 1ull << 26;

std::optional<size_t> packedTextBytes(std::span<const std::byte> packed) {
  // Both error codes are larger than all sizes.
  const unsigned long long claimed = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (claimed > kMaxTextBytes)
    return std::nullopt;
  return size_t(claimed);
}

Result<std::vector<std::byte>> unpackText(std::span<const std::byte> packed) {
  const std::optional<size_t> bytes = packedTextBytes(packed);
  if (!bytes)
    return Error(ErrorKind::Input, "it is no packed text");
  std::vector<std::byte> text(*bytes + 1);
  const size_t found = ZSTD_decompress(text.data(), *bytes, packed.data(), packed.size());
  if (ZSTD_isError(found) || found != *bytes)
    return Error(ErrorKind::Input,
                 std::string("its text cannot be unpacked: ") +
                     (ZSTD_isError(found) ? ZSTD_getErrorName(found) : "it ends early"));
  return text;
}

} // namespace flame::rt
