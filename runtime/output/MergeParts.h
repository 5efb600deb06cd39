// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether parts of a frame belong together, and what they are together: decided from their headers, before any cell is read.

#ifndef FLAME_RUNTIME_OUTPUT_MERGEPARTS_H
#define FLAME_RUNTIME_OUTPUT_MERGEPARTS_H

#include "runtime/output/HistogramFile.h"

#include <span>
#include <string>
#include <vector>

namespace flame::rt {

/// The header of a part, and what messages call it: its path.
struct NamedPart {
  std::string name;
  HistogramHeader header;
};

/// What some parts are together.
struct MergedParts {
  HistogramHeader header;            ///< its passes have no samples yet
  std::vector<std::string> warnings; ///< why bytes may not be those of one machine
};

/// Puts parts together, one at least. An Input error if two are not of one picture, were made by kinds of devices or vectors
/// that divide samples among logical blocks differently, or have a block both.
Result<MergedParts> mergeParts(std::span<const NamedPart> parts);

/// An Input error unless all logical blocks are there. It names those that are missing: the shards, where all parts say of how
/// many they are.
Status checkComplete(const MergedParts &merged, std::span<const NamedPart> parts);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_MERGEPARTS_H
