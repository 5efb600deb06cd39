// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SHA-256 (FIPS 180-4), by the processor's own instructions where it has them: seven times as quick, and an artefact of some megabytes
// is hashed whenever it is made or opened.

#ifndef FLAME_ARTEFACT_SHA256_H
#define FLAME_ARTEFACT_SHA256_H

#include <cstddef>
#include <span>
#include <string>

namespace flame::rt {

enum class HashInstructions { Any, Portable };

/// The hash of `bytes` as 64 lower-case hexadecimal digits.
std::string sha256(std::span<const std::byte> bytes,
                   HashInstructions instructions = HashInstructions::Any);

} // namespace flame::rt

#endif // FLAME_ARTEFACT_SHA256_H
