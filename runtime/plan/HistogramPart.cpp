// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of histograms.

#include "runtime/plan/HistogramPart.h"

#include "runtime/shared/HistogramCell.h"

#include <cassert>
#include <utility>

namespace flame::rt {

void addPasses(std::vector<PassHistogram> &sum, std::vector<PassHistogram> more) {
  if (sum.empty()) {
    sum = std::move(more);
    return;
  }
  assert(sum.size() == more.size() && "histograms of different frames");
  for (size_t pass = 0; pass < sum.size(); ++pass) {
    sum[pass].samples += more[pass].samples;
    for (size_t i = 0; i < sum[pass].cells.size(); ++i)
      addTotals(sum[pass].cells[i], more[pass].cells[i]);
  }
}

std::vector<abi::WideCell> exactHistogram(const std::vector<PassHistogram> &passes) {
  std::vector<abi::WideCell> sum(passes.front().cells.size());
  for (const PassHistogram &pass : passes)
    for (size_t i = 0; i < sum.size(); ++i)
      addTotals(sum[i], exactTotals(0, pass.cells[i]));
  return sum;
}

} // namespace flame::rt
