// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a finished frame was made from, as a short text that travels in the file: the artefact and everything of the
// request that decides the pixels. Two frames with one fingerprint show the same thing; on the same kind of device
// they are the same bytes. The device is left out, so that the machines of a farm can resume each other's work.

#ifndef FLAME_RUNTIME_OUTPUT_FRAMEFINGERPRINT_H
#define FLAME_RUNTIME_OUTPUT_FRAMEFINGERPRINT_H

#include "artefact/ArtefactReader.h"
#include "runtime/plan/FramePlan.h"

#include <string>

namespace flame::rt {

/// The key under which pictures carry their fingerprint, and videos in their comment.
inline constexpr char kFingerprintKey[] = "flame_settings";

/// Identifies the content of an artefact.
std::string identityOf(const Artefact &artefact);

/// 32 hexadecimal digits for a frame of the artefact of that identity.
std::string frameFingerprint(std::string_view identity, const FrameRequest &request);

/// 32 hexadecimal digits for a text.
std::string fingerprintOf(std::string_view text);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_FRAMEFINGERPRINT_H
