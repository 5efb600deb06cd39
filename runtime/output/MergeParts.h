// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides whether parts of a frame belong together, and makes the header of their sum. It reads
// only headers, no cells.

#ifndef FLAME_RUNTIME_OUTPUT_MERGEPARTS_H
#define FLAME_RUNTIME_OUTPUT_MERGEPARTS_H

#include "runtime/output/HistogramFile.h"

#include <span>
#include <string>
#include <vector>

namespace flame::rt {

/// The header of a part, and its name in messages: the path.
struct NamedPart {
  std::string name;
  HistogramHeader header;
};

/// The sum of some parts.
struct MergedParts {
  HistogramHeader header;            ///< its passes have no samples yet
  std::vector<std::string> warnings; ///< reasons why the bytes may differ from a single machine's
};

/// Merges one or more parts. Fails with an Input error if two parts belong to different pictures,
/// come from devices or vector widths that divide samples among logical blocks differently, or
/// contain the same block.
Result<MergedParts> mergeParts(std::span<const NamedPart> parts);

/// Fails with an Input error unless all logical blocks are present. It names the missing ones, as
/// shards if all parts have the same number of shards.
Status checkComplete(const MergedParts &merged, std::span<const NamedPart> parts);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_MERGEPARTS_H
