// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text in an artefact as one zstd frame: a tenth of the bytes to write, hash and read, and most readers never unpack it.

#ifndef FLAME_ARTEFACT_PACKEDTEXT_H
#define FLAME_ARTEFACT_PACKEDTEXT_H

#include "support/Result.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace flame::rt {

/// How many bytes of text `packed` says it has: nothing if it is no frame, says nothing, or has more than anybody writes.
std::optional<size_t> packedTextBytes(std::span<const std::byte> packed);

/// The text, and a zero byte behind it. Fails if it is damaged.
Result<std::vector<std::byte>> unpackText(std::span<const std::byte> packed);

} // namespace flame::rt

#endif // FLAME_ARTEFACT_PACKEDTEXT_H
