// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other renderers beside ours: the same flames, the same settings, the same machine, one after the other.
//
// A renderer is timed as a whole program at two qualities. The difference contains neither its start nor the filters
// nor the output:
//
//   rate = (quality2 - quality1) * width * height / (time2 - time1)
//
// The second quality is found by trial for each renderer, so that the difference lasts long enough to be measured.

#ifndef FLAME_TOOLS_FLAMEBENCH_PEERS_H
#define FLAME_TOOLS_FLAMEBENCH_PEERS_H

#include "tools/flamebench/GenomeEdit.h"
#include "tools/flamebench/Table.h"

#include <vector>

namespace flame {

struct PeerOptions {
  std::vector<std::string> genomes;
  GenomeSettings settings; ///< its quality is not used
  unsigned threads = 1;
  std::string device = "cpu"; ///< of ours
  double seconds = 1.5;       ///< that a difference shall last, about
  unsigned repeat = 3;
  /// "NAME=command", with {genome}, {out}, {width}, {height}, {quality} and {threads}; empty: flam3-render.
  std::string peer;
};

/// A row per genome: rates and processor time per sample of both, and how many times faster ours is, by the clock and
/// by processor time; then the medians. Each figure is the median of `repeat` differences.
rt::Result<Table> benchPeers(const PeerOptions &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_PEERS_H
