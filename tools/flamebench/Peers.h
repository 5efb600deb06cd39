// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares other renderers with ours: same flames, same settings, same machine, one after the
// other.
//
// A renderer is timed as a whole program at two qualities. The difference excludes program start,
// filters and output:
//
//   rate = (quality2 - quality1) * width * height / (time2 - time1)
//
// Trials determine the second quality for each renderer, so that the difference lasts long enough
// to measure.

#ifndef FLAME_TOOLS_FLAMEBENCH_PEERS_H
#define FLAME_TOOLS_FLAMEBENCH_PEERS_H

#include "tools/flamebench/GenomeEdit.h"
#include "tools/flamebench/Table.h"

#include <vector>

namespace flame {

struct PeerOptions {
  std::vector<std::string> genomes;
  GenomeSettings settings; ///< its quality is ignored
  unsigned threads = 1;
  std::string device = "cpu"; ///< device of our renderer
  double seconds = 1.5;       ///< approximate duration of a difference
  unsigned repeat = 3;
  /// "NAME=command" with {genome}, {out}, {width}, {height}, {quality} and {threads}. Empty:
  /// flam3-render.
  std::string peer;
};

/// Returns a row per genome: rates and processor time per sample of both renderers, and our
/// speed-up by wall-clock time and by processor time. The last row has the medians. Each figure is
/// the median of `repeat` differences.
rt::Result<Table> benchPeers(const PeerOptions &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_PEERS_H
