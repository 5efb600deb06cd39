// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames as picture files, one each, named by a pattern: "out/%05d.png" has the number of the frame
// where the %d is; a directory means "%05d.png" in it; any other name is that of a single picture.
// Files are written atomically and carry the fingerprint of what they were made from, so that an
// interrupted run can be taken up again. Several programs may write the frames of one animation,
// with one kind of settings; a single picture is written by one.

#ifndef FLAME_RUNTIME_OUTPUT_PICTUREFILES_H
#define FLAME_RUNTIME_OUTPUT_PICTUREFILES_H

#include "artefact/ArtefactReader.h"
#include "runtime/frame/FrameSink.h"
#include "runtime/output/Image.h"
#include "support/OutputLock.h"

#include <string>

namespace flame::rt {

/// How numbered files are called: a folder, and in it a name with a number. A folder is a path, in
/// which '%' means itself.
class FramePattern {
public:
  /// A usage error for names that are no pattern, such as "%s" or two numbers.
  static Result<FramePattern> parse(const std::string &text);
  /// The name that is a pattern of `name` alone.
  static std::string literal(const std::string &name);

  /// Whether frames have names of their own.
  bool isNumbered() const { return numbered; }
  std::filesystem::path pathOf(int64_t frame) const;
  /// A name that stands for all files of the pattern.
  std::filesystem::path name() const;

private:
  std::string before, after;
  unsigned digits = 0;
  bool numbered = false;
};

/// What pictures carry besides their pixels.
struct PictureSettings {
  std::vector<ImageText> texts; ///< of every picture
  std::string identity;         ///< of the artefact
  Existing existing = Existing::Replace;
  std::filesystem::path histogram =
      {};                ///< also write the exact histogram there; for a single frame
  uint32_t fileBits = 0; ///< see ImageOptions
  /// Of what is rendered: files that hold layers get those of HistogramLayers.h, and their jobs ask
  /// for the histogram. It must outlive the sink. Null: none.
  const Manifest *layersOf = nullptr;
  bool dithers =
      false; ///< frames are floats, and files of 8 bits, dithered by the seed of the frame
};

/// What all pictures of an artefact carry.
std::vector<ImageText> textsOf(const Artefact &artefact);

/// Writes frames to files.
class PictureFiles : public FrameSink {
public:
  /// `jobs` must outlive the sink. Checks formats, that directories exist (the last one is made if
  /// it does not) and that nobody else writes other pictures there, before anything is rendered.
  static Result<std::unique_ptr<PictureFiles>>
  create(FramePattern pattern, const std::vector<FrameJob> &jobs, PictureSettings settings);

  Result<std::vector<bool>> findExisting() override;
  bool isOrdered() const override { return false; }
  Status put(size_t index, const RenderedFrame &frame) override;
  Status show(size_t index, const RenderedFrame &frame) override;
  Status finish() override { return {}; }
  std::filesystem::path pathOf(size_t index) const override;

private:
  PictureFiles(FramePattern pattern, OutputLock lock, const std::vector<FrameJob> &jobs,
               PictureSettings settings)
      : pattern(std::move(pattern)), lock(std::move(lock)), jobs(jobs),
        settings(std::move(settings)) {}

  /// What a picture carries beside its pixels: with its fingerprint once it is complete.
  Result<ImageOptions> optionsFor(size_t index, const RenderedFrame &frame, bool isComplete) const;

  FramePattern pattern;
  const OutputLock lock;
  const std::vector<FrameJob> &jobs;
  PictureSettings settings;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_PICTUREFILES_H
