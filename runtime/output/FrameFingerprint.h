// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A short text, stored in every output file, that identifies the inputs of a frame: the artefact,
// and all parts of the request that determine the pixels. Frames with the same fingerprint show the
// same picture; on the same kind of device they are identical bytes. The device is not included, so
// that the machines of a farm can resume each other's work.

#ifndef FLAME_RUNTIME_OUTPUT_FRAMEFINGERPRINT_H
#define FLAME_RUNTIME_OUTPUT_FRAMEFINGERPRINT_H

#include "artefact/ArtefactReader.h"
#include "runtime/plan/FramePlan.h"

#include <string>

namespace flame::rt {

/// The key of the fingerprint in pictures, and in the comment of videos.
inline constexpr char kFingerprintKey[] = "flame_settings";

/// Identifies the content of an artefact.
std::string identityOf(const Artefact &artefact);

/// Returns 32 hexadecimal digits for a frame of the artefact with that identity.
std::string frameFingerprint(std::string_view identity, const FrameRequest &request);

/// Returns 32 hexadecimal digits for a text.
std::string fingerprintOf(std::string_view text);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_FRAMEFINGERPRINT_H
