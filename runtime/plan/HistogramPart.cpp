// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/plan/HistogramPart.h"

#include "runtime/shared/HistogramCell.h"

#include <algorithm>
#include <utility>

namespace flame::rt {

Status checkHistograms(std::span<const PassHistogram> histograms, uint32_t passes,
                       uint64_t buckets) {
  const auto fits = [&](const PassHistogram &pass) { return pass.cells.size() == buckets; };
  if (histograms.size() == passes && std::ranges::all_of(histograms, fits))
    return {};
  return Error(ErrorKind::Internal,
               std::to_string(histograms.size()) + " histograms are not those of a frame with " +
                   std::to_string(passes) + " passes over " + std::to_string(buckets) + " buckets");
}

static bool haveSameShape(const std::vector<PassHistogram> &a,
                          const std::vector<PassHistogram> &b) {
  const auto buckets = [](const PassHistogram &pass) { return pass.cells.size(); };
  return std::ranges::equal(a, b, {}, buckets, buckets);
}

Status addPasses(std::vector<PassHistogram> &sum, std::vector<PassHistogram> more) {
  if (sum.empty()) {
    sum = std::move(more);
    return {};
  }
  if (!haveSameShape(sum, more))
    return Error(ErrorKind::Internal, "histograms of different frames cannot be added");
  for (size_t pass = 0; pass < sum.size(); ++pass) {
    sum[pass].samples += more[pass].samples;
    for (size_t i = 0; i < sum[pass].cells.size(); ++i)
      addTotals(sum[pass].cells[i], more[pass].cells[i]);
  }
  return {};
}

std::vector<abi::WideCell> exactHistogram(const std::vector<PassHistogram> &passes) {
  std::vector<abi::WideCell> sum(passes.front().cells.size());
  for (const PassHistogram &pass : passes)
    for (size_t i = 0; i < sum.size(); ++i)
      addTotals(sum[i], exactTotals(0, pass.cells[i]));
  return sum;
}

} // namespace flame::rt
