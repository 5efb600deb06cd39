// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of a frame as files, `.fhist`, for machines that share a picture: what some of its logical blocks gave, and everything
// that has to be known to add it to other parts and to finish the picture. All numbers are little endian.
//
//   HistogramPrefix, then the header as JSON text
//   for each pass, for every kGroupBuckets buckets and for what is left of them: HistogramGroup, then its bytes
//
// The bytes of a group are a zstd frame of 32 planes: the lowest byte of the red sums of all its buckets, the next one, and so
// on, then green, blue and counts. High bytes are nearly all zero, so that a bucket takes a few bytes.
//
// The hash of a group covers the hash before it, that of the header at first, and the group's bytes: no group can be of another
// file, or of another place.

#ifndef FLAME_RUNTIME_OUTPUT_HISTOGRAMFILE_H
#define FLAME_RUNTIME_OUTPUT_HISTOGRAMFILE_H

#include "runtime/plan/FramePlan.h"
#include "support/ContentHash.h"

#include <filesystem>
#include <istream>
#include <memory>
#include <span>
#include <string>

namespace flame::rt {

inline constexpr char kHistogramExtension[] = ".fhist";

/// Of the format; readers refuse any other.
inline constexpr uint32_t kHistogramVersion = 1;
inline constexpr char kHistogramMagic[8] = {'f', 'l', 'a', 'm', 'h', 'i', 's', 't'};

/// Begins a file.
struct HistogramPrefix {
  char magic[8];
  uint32_t version, headerBytes;
  ContentHash hash; ///< of the header
};

/// Begins a group.
struct HistogramGroup {
  uint32_t bytes, buckets;
  ContentHash hash;
};

static_assert(sizeof(HistogramPrefix) == 32 && sizeof(HistogramGroup) == 24,
              "the format has no padding");

/// Buckets of a group; the last one of a pass may have fewer.
inline constexpr uint32_t kGroupBuckets = 1 << 16;
/// Limits that readers enforce and writers respect.
inline constexpr uint32_t kMaxHistogramHeader = 1 << 20;
inline constexpr size_t kMaxHistogramPasses = FrameDefaults::kMaxPasses;

/// What a file says of its cells.
struct HistogramHeader {
  std::string program;        ///< version of what made it
  std::string artefact;       ///< identityOf
  FrameRequest request;       ///< of the whole frame: without shard, threads and histogram
  std::optional<Shard> shard; ///< what it was asked for as; none for a sum of several parts
  HistogramPart part;         ///< its passes have no cells
};

/// The header as JSON text.
std::string writeHistogramHeader(const HistogramHeader &header);

/// Reads it. Numbers are in range, logical blocks ascend within those of the frame, and there is a pass at least; an Input error
/// names the key otherwise.
Result<HistogramHeader> readHistogramHeader(std::string_view json);

/// What of two requests differs, for people: "seed is 1 instead of 0". Empty if both give one picture.
std::string requestDifference(const FrameRequest &found, const FrameRequest &expected);

/// The header of a part that was made for a request.
HistogramHeader makeHistogramHeader(std::string artefact, const FrameRequest &request,
                                    const HistogramPart &part);

/// Writes a file. The passes are those of the header, with their cells.
Status writeHistogram(const std::filesystem::path &path, const HistogramHeader &header,
                      std::span<const PassHistogram> passes);

/// Reads a file from its beginning to its end. Errors say where in it; that of a group that cannot be unpacked may name a place up
/// to some groups behind it.
class HistogramReader {
public:
  /// Reads the header of `path`.
  static Result<HistogramReader> open(const std::filesystem::path &path);
  /// The same of a stream whose position can be asked for and set; `name` is what messages call it.
  static Result<HistogramReader> read(std::unique_ptr<std::istream> stream, std::string name);

  const HistogramHeader &header() const { return head; }

  /// Adds cells and counted iterations to `sums`, which has the passes of the header with a cell
  /// for each bucket: an Internal error otherwise. After an error the sums are worthless. This or
  /// check is called once.
  Status addTo(std::vector<PassHistogram> &sums);
  /// Reads to the end, to see whether the file is whole.
  Status check();

private:
  HistogramReader(std::unique_ptr<std::istream> stream, std::string name)
      : stream(std::move(stream)), name(std::move(name)) {}
  Status readHeader();
  Status take(std::span<std::byte> target);
  /// Reads the bytes of the next group, which is to be one of so many buckets.
  Status takeGroup(uint32_t buckets, std::vector<std::byte> &packed);
  /// Adds the groups of the next pass to its cells.
  Status addPass(std::span<abi::WideCell> cells);
  Status checkEnd();
  Error damaged(const std::string &why) const;

  std::unique_ptr<std::istream> stream;
  std::string name;
  HistogramHeader head;
  uint64_t fileBytes = 0, position = 0;
  ContentHash lastHash = {};
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_HISTOGRAMFILE_H
