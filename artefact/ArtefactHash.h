// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The content hash of artefacts, for the compiler that writes and the runtime that checks. XXH3
// runs at memory speed, so that checking a file costs less than reading it.

#ifndef FLAME_ARTEFACT_ARTEFACTHASH_H
#define FLAME_ARTEFACT_ARTEFACTHASH_H

#include "artefact/Artefact.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstddef>
#include <span>

namespace flame::artefact {

/// The hash of a byte range.
inline Hash contentHash(std::span<const std::byte> bytes) {
  XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

} // namespace flame::artefact

#endif // FLAME_ARTEFACT_ARTEFACTHASH_H
