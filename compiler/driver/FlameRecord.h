// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The results of all stages other than code. The cache stores them, so a flame whose code is also
// cached need not be compiled at all.

#ifndef FLAME_COMPILER_DRIVER_FLAMERECORD_H
#define FLAME_COMPILER_DRIVER_FLAMERECORD_H

#include "abi/Abi.h"
#include "artefact/Manifest.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flame {

struct FlameRecord {
  std::string identity = {}; ///< identity of its code: LoweredFlame::identity
  abi::BlockLayout layout = {};
  uint32_t features = 0; ///< abi::Feature bits
  std::vector<rt::FuseKnot> fuse = {};
  std::vector<abi::Track> tracks = {};
  std::vector<abi::Knot> knots = {};
};

/// Serialises a record for the cache. Only the same build can read it.
std::string writeRecord(const FlameRecord &record);

/// Reads the record from `bytes`; nothing if they are not a record.
std::optional<FlameRecord> readRecord(llvm::StringRef bytes);

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_FLAMERECORD_H
