// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format of `.fhist` files, which hold parts of a frame, for machines that share a picture. A
// file has the histogram of some logical blocks, and the data needed to add it to other parts and
// to finish the picture. All numbers are little endian.
//
//   HistogramPrefix, then the header as JSON text
//   for each pass, for every kGroupBuckets buckets and for the rest: HistogramGroup, then its bytes
//
// The bytes of a group are a zstd frame of 32 planes: the lowest byte of the red sums of all its
// buckets, the next byte, and so on, then green, blue and counts. High bytes are nearly all zero,
// so a bucket takes a few bytes.
//
// The hash of a group covers the previous hash, starting with the header's, and the group's bytes.
// A group from another file or position is thus detected.

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

/// Version of the format; readers reject any other.
inline constexpr uint32_t kHistogramVersion = 1;
inline constexpr char kHistogramMagic[8] = {'f', 'l', 'a', 'm', 'h', 'i', 's', 't'};

/// The start of a file.
struct HistogramPrefix {
  char magic[8];
  uint32_t version, headerBytes;
  ContentHash hash; ///< hash of the header
};

/// The start of a group.
struct HistogramGroup {
  uint32_t bytes, buckets;
  ContentHash hash;
};

static_assert(sizeof(HistogramPrefix) == 32 && sizeof(HistogramGroup) == 24,
              "the format has no padding");

/// Buckets per group; the last group of a pass may have fewer.
inline constexpr uint32_t kGroupBuckets = 1 << 16;
/// Limits that readers enforce and writers respect.
inline constexpr uint32_t kMaxHistogramHeader = 1 << 20;
inline constexpr size_t kMaxHistogramPasses = FrameDefaults::kMaxPasses;

/// The header of a file: everything except cells.
struct HistogramHeader {
  std::string program;        ///< version of the program that made it
  std::string artefact;       ///< identityOf
  FrameRequest request;       ///< of the whole frame: without shard, threads and histogram
  std::optional<Shard> shard; ///< the requested shard; none for a sum of several parts
  HistogramPart part;         ///< its passes have no cells
};

/// The header as JSON text.
std::string writeHistogramHeader(const HistogramHeader &header);

/// Parses a header. Fails with an Input error that names the key if a number is out of range,
/// logical blocks do not ascend within those of the frame, or there is no pass.
Result<HistogramHeader> readHistogramHeader(std::string_view json);

/// Describes the first difference of two requests for messages: "seed is 1 instead of 0". Empty if
/// both give the same picture.
std::string requestDifference(const FrameRequest &found, const FrameRequest &expected);

/// Makes the header of a part that was rendered for a request.
HistogramHeader makeHistogramHeader(std::string artefact, const FrameRequest &request,
                                    const HistogramPart &part);

/// Writes a file. `passes` are those of the header, with their cells.
Status writeHistogram(const std::filesystem::path &path, const HistogramHeader &header,
                      std::span<const PassHistogram> passes);

/// Reads a file from beginning to end. Errors name the position in the file; for a group that
/// cannot be unpacked it may be a few groups too late.
class HistogramReader {
public:
  /// Opens `path` and reads its header.
  static Result<HistogramReader> open(const std::filesystem::path &path);
  /// Same for a seekable stream; messages call it `name`.
  static Result<HistogramReader> read(std::unique_ptr<std::istream> stream, std::string name);

  const HistogramHeader &header() const { return head; }

  /// Adds cells and counted iterations to `sums`, which must have the passes of the header and a
  /// cell for each bucket; otherwise fails with an Internal error. After an error the sums are
  /// invalid. Either this or `check` is called, once.
  Status addTo(std::vector<PassHistogram> &sums);
  /// Reads to the end to check that the file is complete.
  Status check();

private:
  HistogramReader(std::unique_ptr<std::istream> stream, std::string name)
      : stream(std::move(stream)), name(std::move(name)) {}
  Status readHeader();
  Status take(std::span<std::byte> target);
  /// Reads the bytes of the next group, which must have `buckets` buckets.
  Status takeGroup(uint32_t buckets, std::vector<std::byte> &packed);
  /// Adds the groups of the next pass to `cells`.
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
