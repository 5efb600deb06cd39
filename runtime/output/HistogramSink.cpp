// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the part, and recognises an existing file of the same part.

#include "runtime/output/HistogramSink.h"

#include <cassert>

namespace flame::rt {

namespace fs = std::filesystem;

Result<std::unique_ptr<HistogramSink>>
HistogramSink::create(fs::path path, const FrameJob &job, std::string identity, Existing existing) {
  assert(job.request.shard);
  FLAME_TRY_ASSIGN(OutputLock lock, OutputLock::alone(path));
  return std::unique_ptr<HistogramSink>(
      new HistogramSink(std::move(path), std::move(lock), job, std::move(identity), existing));
}

Result<std::vector<bool>> HistogramSink::findExisting() {
  std::error_code ignored;
  if (existing == Existing::Replace || !fs::exists(path, ignored))
    return std::vector<bool>{false};
  if (existing == Existing::KeepAny)
    return std::vector<bool>{true};
  Result<HistogramReader> reader = HistogramReader::open(path);
  if (!reader)
    return std::vector<bool>{false};
  const HistogramHeader &found = reader->header();
  const bool isSame = found.artefact == identity && found.shard == job.request.shard &&
                      requestDifference(found.request, job.request).empty();
  return std::vector<bool>{isSame && reader->check()};
}

Status HistogramSink::put(size_t, const RenderedFrame &frame) {
  return writeHistogram(path, makeHistogramHeader(identity, job.request, *frame.part),
                        frame.part->passes);
}

} // namespace flame::rt
