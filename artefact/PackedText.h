// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text in an artefact as one zstd frame. It takes a tenth of the bytes to write, hash and read, and
// most readers never unpack it.

#ifndef FLAME_ARTEFACT_PACKEDTEXT_H
#define FLAME_ARTEFACT_PACKEDTEXT_H

#include "support/Result.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace flame::rt {

/// The length of the text by the header of `packed`. Nothing if it is no frame, has no length, or
/// the length exceeds every real text.
std::optional<size_t> packedTextBytes(std::span<const std::byte> packed);

/// Unpacks the text and appends a zero byte. Fails if it is damaged.
Result<std::vector<std::byte>> unpackText(std::span<const std::byte> packed);

} // namespace flame::rt

#endif // FLAME_ARTEFACT_PACKEDTEXT_H
