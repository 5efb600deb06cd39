// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all stages find out of a flame beside its code. The cache keeps it, so that a flame whose code is there too need not be made
// again at all.

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
  std::string identity = {}; ///< of its code: LoweredFlame::identity
  abi::BlockLayout layout = {};
  uint32_t features = 0; ///< abi::Feature bits
  std::vector<rt::FuseKnot> fuse = {};
  std::vector<abi::Track> tracks = {};
  std::vector<abi::Knot> knots = {};
};

/// A record as the cache has it, which only the build that wrote it reads.
std::string writeRecord(const FlameRecord &record);

/// The record that was written as `bytes`; nothing if they are none.
std::optional<FlameRecord> readRecord(llvm::StringRef bytes);

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_FLAMERECORD_H
