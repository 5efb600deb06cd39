// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/HistogramFile.h"

#include "runtime/shared/HistogramCell.h"
#include "runtime/shared/StartThreads.h"
#include "support/AtomicFile.h"
#include "support/Version.h"

#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstring>
#include <fstream>

namespace flame::rt {

static_assert(std::endian::native == std::endian::little, "histogram files are little endian");

/// The planes give most of the compression. Level 1 compresses as well as higher levels, and is the
/// fastest.
static constexpr int kCompressionLevel = 1;

static constexpr size_t kPlanes = sizeof(abi::WideCell);
static constexpr size_t kGroupBytes = kGroupBuckets * kPlanes;

static uint64_t groupsOf(uint64_t buckets) { return (buckets + kGroupBuckets - 1) / kGroupBuckets; }

static ContentHash hashAfter(const ContentHash &before, std::span<const std::byte> bytes) {
  return hashOfParts({{reinterpret_cast<const char *>(&before), sizeof before},
                      {reinterpret_cast<const char *>(bytes.data()), bytes.size()}});
}

template <class T> static std::span<const std::byte> bytesOf(const T &value) {
  return std::as_bytes(std::span(&value, 1));
}

/// Cells that fit the first-level cache.
static constexpr size_t kTile = 256;

/// Calls `visit(first, end)` for each tile of cells. Tiles limit cache misses, because the planes
/// are far apart in memory.
template <class Visitor> static void forEachTile(size_t cells, Visitor visit) {
  for (size_t first = 0; first < cells; first += kTile)
    visit(first, std::min(cells, first + kTile));
}

/// Limit of groups that are packed or unpacked at once; each needs 4 MB.
static constexpr unsigned kMostAtOnce = 16;

namespace {

/// A group that is being written or read. Its memory is reused for the next one.
template <class Cell> struct Slot {
  std::span<Cell> cells;
  std::vector<std::byte> packed, planes;
  size_t zstd = 0; ///< result of the zstd call
};

} // namespace

static unsigned groupsAtOnce() {
  return std::clamp(std::thread::hardware_concurrency(), 1u, kMostAtOnce);
}

/// Calls `work` for all slots, in as many threads as can be started.
template <class Cell, class Work>
static void forEachSlot(std::span<Slot<Cell>> slots, const Work &work) {
  std::atomic<size_t> next = 0;
  auto run = [&] {
    for (size_t i; (i = next++) < slots.size();)
      work(slots[i]);
  };
  std::vector<std::jthread> helpers;
  startThreads(helpers, unsigned(slots.size()) - 1, [&](unsigned) { run(); });
  run();
}

//===-- writing -------------------------------------------------------------------------------===//

/// Stores byte k of all cells, then byte k + 1.
static void splitPlanes(std::span<const abi::WideCell> cells, std::byte *planes) {
  const std::byte *bytes = reinterpret_cast<const std::byte *>(cells.data());
  forEachTile(cells.size(), [&](size_t first, size_t end) {
    for (size_t plane = 0; plane < kPlanes; ++plane)
      for (size_t i = first; i < end; ++i)
        planes[plane * cells.size() + i] = bytes[i * kPlanes + plane];
  });
}

/// Appends the groups of a pass; `hash` is the hash of the last group written.
static Status writeCells(AtomicFile &file, std::span<const abi::WideCell> cells,
                         ContentHash &hash) {
  std::vector<Slot<const abi::WideCell>> slots(groupsAtOnce());
  while (!cells.empty()) {
    size_t used = 0;
    for (; used < slots.size() && !cells.empty(); ++used) {
      slots[used].cells = cells.first(std::min<size_t>(kGroupBuckets, cells.size()));
      cells = cells.subspan(slots[used].cells.size());
    }
    const auto groups = std::span(slots).first(used);
    forEachSlot(groups, [](Slot<const abi::WideCell> &slot) {
      slot.planes.resize(slot.cells.size() * kPlanes);
      slot.packed.resize(ZSTD_compressBound(kGroupBytes));
      splitPlanes(slot.cells, slot.planes.data());
      slot.zstd = ZSTD_compress(slot.packed.data(), slot.packed.size(), slot.planes.data(),
                                slot.planes.size(), kCompressionLevel);
    });
    for (const Slot<const abi::WideCell> &slot : groups) {
      if (ZSTD_isError(slot.zstd))
        return Error(ErrorKind::Environment,
                     std::string("cannot compress a histogram: ") + ZSTD_getErrorName(slot.zstd));
      const auto payload = std::span(slot.packed).first(slot.zstd);
      hash = hashAfter(hash, payload);
      FLAME_TRY(file.write(
          bytesOf(HistogramGroup{uint32_t(slot.zstd), uint32_t(slot.cells.size()), hash})));
      FLAME_TRY(file.write(payload));
    }
  }
  return {};
}

HistogramHeader makeHistogramHeader(std::string artefact, const FrameRequest &request,
                                    const HistogramPart &part) {
  HistogramHeader header{kVersion, std::move(artefact), request, request.shard, {}};
  header.request.shard.reset();
  header.request.threads = 0;
  header.request.memory = 0;
  header.request.wantsHistogram = false;
  header.part = {part.device, part.code, part.gridWidth, part.gridHeight, part.blocks,
                 part.ranges, {}};
  for (const PassHistogram &pass : part.passes)
    header.part.passes.push_back({pass.samples, pass.schedule, {}});
  return header;
}

Status writeHistogram(const std::filesystem::path &path, const HistogramHeader &header,
                      std::span<const PassHistogram> passes) {
  const std::string text = writeHistogramHeader(header);
  FLAME_TRY(checkHistograms(passes, uint32_t(header.part.passes.size()), header.part.buckets()));
  if (text.size() > kMaxHistogramHeader)
    return Error(ErrorKind::Input,
                 "'" + path.string() + "' would have logical blocks in " +
                     std::to_string(header.part.ranges.size()) + " places",
                 "merge parts that follow each other first");
  HistogramPrefix prefix = {};
  memcpy(prefix.magic, kHistogramMagic, sizeof prefix.magic);
  prefix.version = kHistogramVersion;
  prefix.headerBytes = uint32_t(text.size());
  prefix.hash = contentHash(text);
  FLAME_TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
  FLAME_TRY(file.write(bytesOf(prefix)));
  FLAME_TRY(file.write(text));
  ContentHash hash = prefix.hash;
  for (const PassHistogram &pass : passes)
    FLAME_TRY(writeCells(file, pass.cells, hash));
  return file.commit();
}

//===-- reading -------------------------------------------------------------------------------===//

Result<HistogramReader> HistogramReader::open(const std::filesystem::path &path) {
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  if (!failed && std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    return Error(ErrorKind::Input, "cannot read '" + path.string() + "': it is no regular file");
  auto stream = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*stream)
    return Error(ErrorKind::Input, "cannot read '" + path.string() + "': " + strerror(errno));
  return read(std::move(stream), "'" + path.string() + "'");
}

Result<HistogramReader> HistogramReader::read(std::unique_ptr<std::istream> stream,
                                              std::string name) {
  HistogramReader reader(std::move(stream), std::move(name));
  FLAME_TRY(reader.readHeader());
  return reader;
}

Error HistogramReader::damaged(const std::string &why) const {
  return Error(ErrorKind::Input, name + ": byte " + std::to_string(position) + ": " + why,
               "the file is damaged: copy it again, or render the shard again");
}

/// Reads the next bytes into `target`.
Status HistogramReader::take(std::span<std::byte> target) {
  stream->read(reinterpret_cast<char *>(target.data()), std::streamsize(target.size()));
  if (size_t(stream->gcount()) != target.size())
    return damaged("the file is truncated");
  position += target.size();
  return {};
}

Status HistogramReader::readHeader() {
  stream->seekg(0, std::ios::end);
  fileBytes = uint64_t(std::max<std::streamoff>(stream->tellg(), 0));
  stream->seekg(0);
  HistogramPrefix prefix = {};
  if (fileBytes >= sizeof prefix.magic)
    FLAME_TRY(take(std::as_writable_bytes(std::span(prefix.magic))));
  if (memcmp(prefix.magic, kHistogramMagic, sizeof prefix.magic) != 0)
    return Error(ErrorKind::Input, name + ": not a histogram of flamerun",
                 "'flamerun ARTEFACT --shard=1/2 -o part.fhist' makes such files");
  FLAME_TRY(take(std::as_writable_bytes(std::span(&prefix, 1)).subspan(sizeof prefix.magic)));
  if (prefix.version != kHistogramVersion)
    return Error(ErrorKind::Input,
                 name + ": the histogram has version " + std::to_string(prefix.version) +
                     ", this program reads version " + std::to_string(kHistogramVersion),
                 "use the flame-merge that belongs to the flamerun that made the file");
  if (prefix.headerBytes > kMaxHistogramHeader)
    return damaged("a header of " + std::to_string(prefix.headerBytes) + " bytes is too long");
  std::string text(prefix.headerBytes, 0);
  FLAME_TRY(take(std::as_writable_bytes(std::span(text))));
  if (contentHash(text) != prefix.hash)
    return damaged("the header does not match its checksum");
  lastHash = prefix.hash;
  FLAME_TRY_ASSIGN(head, readHistogramHeader(text).withContext(name + ": header"));
  // A group has at least one byte. A header that claims more buckets than the file can hold is
  // rejected before memory is allocated for them.
  const uint64_t least = (sizeof(HistogramGroup) + 1) * groupsOf(head.part.buckets());
  if ((fileBytes - position) / least < head.part.passes.size())
    return damaged("the file is truncated: it has " + std::to_string(fileBytes) + " bytes");
  return {};
}

/// Adds the values stored in `planes` to `cells`.
static void addPlanes(const std::byte *planes, std::span<abi::WideCell> cells) {
  forEachTile(cells.size(), [&](size_t first, size_t end) {
    abi::WideCell values[kTile];
    std::byte *bytes = reinterpret_cast<std::byte *>(values);
    for (size_t plane = 0; plane < kPlanes; ++plane)
      for (size_t i = first; i < end; ++i)
        bytes[(i - first) * kPlanes + plane] = planes[plane * cells.size() + i];
    for (size_t i = first; i < end; ++i)
      addTotals(cells[i], values[i - first]);
  });
}

Status HistogramReader::takeGroup(uint32_t buckets, std::vector<std::byte> &packed) {
  HistogramGroup group = {};
  FLAME_TRY(take(std::as_writable_bytes(std::span(&group, 1))));
  if (group.buckets != buckets || group.bytes > ZSTD_compressBound(kGroupBytes))
    return damaged("a group of " + std::to_string(group.buckets) + " buckets in " +
                   std::to_string(group.bytes) + " bytes cannot be");
  packed.resize(group.bytes);
  FLAME_TRY(take(packed));
  lastHash = hashAfter(lastHash, packed);
  if (lastHash != group.hash)
    return damaged("the bytes before do not match their checksum");
  return {};
}

Status HistogramReader::addPass(std::span<abi::WideCell> cells) {
  std::vector<Slot<abi::WideCell>> slots(groupsAtOnce());
  while (!cells.empty()) {
    size_t used = 0;
    for (; used < slots.size() && !cells.empty(); ++used) {
      slots[used].cells = cells.first(std::min<size_t>(kGroupBuckets, cells.size()));
      cells = cells.subspan(slots[used].cells.size());
      FLAME_TRY(takeGroup(uint32_t(slots[used].cells.size()), slots[used].packed));
    }
    const auto groups = std::span(slots).first(used);
    forEachSlot(groups, [](Slot<abi::WideCell> &slot) {
      slot.planes.resize(slot.cells.size() * kPlanes);
      slot.zstd = ZSTD_decompress(slot.planes.data(), slot.planes.size(), slot.packed.data(),
                                  slot.packed.size());
      if (slot.zstd == slot.planes.size())
        addPlanes(slot.planes.data(), slot.cells);
    });
    for (const Slot<abi::WideCell> &slot : groups)
      if (slot.zstd != slot.planes.size())
        return damaged("the bytes before are no zstd frame of " +
                       std::to_string(slot.planes.size()) + " bytes");
  }
  return {};
}

Status HistogramReader::checkEnd() {
  if (position != fileBytes)
    return damaged("there is more in the file than its header says");
  return {};
}

Status HistogramReader::addTo(std::vector<PassHistogram> &sums) {
  FLAME_TRY(checkHistograms(sums, uint32_t(head.part.passes.size()), head.part.buckets()));
  for (size_t pass = 0; pass < sums.size(); ++pass) {
    sums[pass].samples += head.part.passes[pass].samples;
    FLAME_TRY(addPass(sums[pass].cells));
  }
  return checkEnd();
}

Status HistogramReader::check() {
  const uint64_t buckets = head.part.buckets();
  std::vector<std::byte> packed;
  for (size_t pass = 0; pass < head.part.passes.size(); ++pass)
    for (uint64_t first = 0; first < buckets; first += kGroupBuckets)
      FLAME_TRY(takeGroup(uint32_t(std::min<uint64_t>(kGroupBuckets, buckets - first)), packed));
  return checkEnd();
}

} // namespace flame::rt
