// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a shard of one picture to a file.

#ifndef FLAME_RUNTIME_OUTPUT_HISTOGRAMSINK_H
#define FLAME_RUNTIME_OUTPUT_HISTOGRAMSINK_H

#include "runtime/frame/FrameSink.h"
#include "runtime/output/HistogramFile.h"
#include "support/OutputLock.h"

#include <string>

namespace flame::rt {

/// Writes the histogram that a renderer made for the shard of one job.
class HistogramSink : public FrameSink {
public:
  /// `job` must have a shard and outlive the sink; `identity` is that of the artefact. Fails with
  /// an Environment error if another program writes `path`.
  static Result<std::unique_ptr<HistogramSink>>
  create(std::filesystem::path path, const FrameJob &job, std::string identity, Existing existing);

  Result<std::vector<bool>> findExisting() override;
  bool isOrdered() const override { return true; }
  Status put(size_t index, const RenderedFrame &frame) override;
  Status finish() override { return {}; }
  std::filesystem::path pathOf(size_t) const override { return path; }

private:
  HistogramSink(std::filesystem::path path, OutputLock lock, const FrameJob &job,
                std::string identity, Existing existing)
      : path(std::move(path)), lock(std::move(lock)), job(job), identity(std::move(identity)),
        existing(existing) {}

  const std::filesystem::path path;
  const OutputLock lock;
  const FrameJob &job;
  const std::string identity;
  const Existing existing;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_HISTOGRAMSINK_H
