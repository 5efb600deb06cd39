// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares headers and ranges of logical blocks.

#include "runtime/output/MergeParts.h"

#include <algorithm>
#include <cassert>

namespace flame::rt {

/// Number of shards that a message names individually.
static constexpr size_t kNamedShards = 8;

static std::string quoted(const std::string &name) { return "'" + name + "'"; }

static std::string deviceText(const HistogramPart &part) {
  return part.device == DeviceKind::Gpu ? "a GPU" : "the CPU, " + part.code;
}

static std::string rangeText(const BlockRange &range) {
  return range.size() == 1 ? "logical block " + std::to_string(range.first)
                           : "logical blocks " + std::to_string(range.first) + " to " +
                                 std::to_string(range.end - 1);
}

/// Checks that `part` belongs to the same picture as `first` and is divided into the same logical
/// blocks.
static Status checkSame(const NamedPart &first, const NamedPart &part) {
  const HistogramHeader &a = first.header, &b = part.header;
  auto error = [&](const std::string &why, std::string note) {
    return Error(ErrorKind::Input,
                 quoted(part.name) + " does not belong to " + quoted(first.name) + ": " + why,
                 std::move(note));
  };
  if (b.program != a.program)
    return error("it was made by version " + b.program + ", that by version " + a.program,
                 "render all shards with one version of flamerun");
  if (b.artefact != a.artefact)
    return error("it is of another artefact", "render all shards of one artefact");
  if (const std::string difference = requestDifference(b.request, a.request); !difference.empty())
    return error(difference, "render all shards with the same options");
  if (b.part.device != a.part.device)
    return error("it was made on " + deviceText(b.part) + ", that on " + deviceText(a.part) +
                     ", and these divide the samples differently",
                 "render all shards on one kind of device: --device=cpu or --device=cuda:0");
  if (b.part.device == DeviceKind::Cpu && b.part.code != a.part.code)
    return error("it was made with vectors of " + b.part.code + ", that of " + a.part.code +
                     ", and these divide the samples differently",
                 "render all shards on processors with vectors of one width");
  if (b.part.blocks != a.part.blocks || b.part.gridWidth != a.part.gridWidth ||
      b.part.gridHeight != a.part.gridHeight || b.part.passes.size() != a.part.passes.size())
    return error("its samples are divided differently", "render this shard again");
  return {};
}

namespace {
/// A range of blocks and the part that owns it.
struct OwnedRange {
  BlockRange range;
  const NamedPart *owner;
};
} // namespace

/// The ranges of all parts in ascending order. Fails with an Input error if two overlap.
static Result<std::vector<OwnedRange>> sortRanges(std::span<const NamedPart> parts) {
  std::vector<OwnedRange> all;
  for (const NamedPart &part : parts)
    for (const BlockRange &range : part.header.part.ranges)
      all.push_back({range, &part});
  std::ranges::sort(all, {}, [](const OwnedRange &owned) { return owned.range.first; });
  for (size_t i = 1; i < all.size(); ++i)
    if (const BlockRange &before = all[i - 1].range, &range = all[i].range;
        range.first < before.end)
      return Error(ErrorKind::Input,
                   quoted(all[i - 1].owner->name) + " and " + quoted(all[i].owner->name) +
                       " both have " + rangeText({range.first, std::min(before.end, range.end)}),
                   "leave one of them out");
  return all;
}

static void addWarnings(std::span<const NamedPart> parts, std::vector<std::string> &warnings) {
  const HistogramPart &first = parts.front().header.part;
  for (const NamedPart &named : parts) {
    const HistogramPart &part = named.header.part;
    if (part.code != first.code)
      return warnings.push_back(quoted(named.name) + " was made by code for " + part.code + ", " +
                                quoted(parts.front().name) + " by code for " + first.code +
                                ": the bytes are not those of one machine");
    for (size_t pass = 0; pass < part.passes.size(); ++pass)
      if (part.passes[pass].schedule != first.passes[pass].schedule)
        return warnings.push_back(quoted(named.name) + " and " + quoted(parts.front().name) +
                                  " were made by different schedules: colours may differ by "
                                  "rounding from those of one machine");
  }
}

Result<MergedParts> mergeParts(std::span<const NamedPart> parts) {
  assert(!parts.empty());
  for (const NamedPart &part : parts.subspan(1))
    FLAME_TRY(checkSame(parts.front(), part));
  FLAME_TRY_ASSIGN(const std::vector<OwnedRange> all, sortRanges(parts));
  MergedParts merged;
  merged.header = parts.front().header;
  if (parts.size() > 1)
    merged.header.shard.reset();
  for (PassHistogram &pass : merged.header.part.passes)
    pass.samples = 0;
  std::vector<BlockRange> &ranges = merged.header.part.ranges;
  ranges.clear();
  for (const OwnedRange &owned : all) {
    if (!ranges.empty() && ranges.back().end == owned.range.first)
      ranges.back().end = owned.range.end;
    else
      ranges.push_back(owned.range);
  }
  addWarnings(parts, merged.warnings);
  return merged;
}

/// The blocks of the frame that are in none of `ranges`.
static std::vector<BlockRange> gapsOf(const std::vector<BlockRange> &ranges, uint32_t blocks) {
  std::vector<BlockRange> gaps;
  uint32_t covered = 0;
  for (const BlockRange &range : ranges) {
    if (covered < range.first)
      gaps.push_back({covered, range.first});
    covered = range.end;
  }
  if (covered < blocks)
    gaps.push_back({covered, blocks});
  return gaps;
}

/// The number of shards, if all parts that are shards agree; otherwise 0.
static uint32_t commonShardCount(std::span<const NamedPart> parts) {
  uint32_t count = 0;
  for (const NamedPart &part : parts) {
    if (!part.header.shard)
      continue;
    if (count && count != part.header.shard->count)
      return 0;
    count = part.header.shard->count;
  }
  return count;
}

/// The shards whose blocks all lie in gaps.
static std::vector<Shard> shardsIn(const std::vector<BlockRange> &gaps, uint32_t blocks,
                                   uint32_t count) {
  std::vector<Shard> shards;
  for (uint32_t index = 1; index <= count; ++index) {
    const BlockRange range = rangeOf({index, count}, blocks);
    if (range.size() && std::ranges::any_of(gaps, [&](const BlockRange &gap) {
          return gap.first <= range.first && range.end <= gap.end;
        }))
      shards.push_back({index, count});
  }
  return shards;
}

Status checkComplete(const MergedParts &merged, std::span<const NamedPart> parts) {
  const HistogramPart &part = merged.header.part;
  const std::vector<BlockRange> gaps = gapsOf(part.ranges, part.blocks);
  if (gaps.empty())
    return {};
  uint64_t missing = 0;
  for (const BlockRange &gap : gaps)
    missing += gap.size();
  const std::string ofAll =
      std::to_string(missing) + " of " + std::to_string(part.blocks) + " logical blocks";
  const std::vector<Shard> shards = shardsIn(gaps, part.blocks, commonShardCount(parts));
  if (shards.empty())
    return Error(ErrorKind::Input,
                 rangeText(gaps.front()) +
                     (gaps.size() > 1 ? " and others are missing, " : " are missing, ") + ofAll,
                 "give all parts of the picture");
  std::string names;
  for (size_t i = 0; i < std::min(shards.size(), kNamedShards); ++i)
    names +=
        (i ? ", " : "") + std::to_string(shards[i].index) + "/" + std::to_string(shards[i].count);
  if (shards.size() > kNamedShards)
    names += " and " + std::to_string(shards.size() - kNamedShards) + " more";
  return Error(ErrorKind::Input,
               (shards.size() == 1 ? "shard " : "shards ") + names +
                   (shards.size() == 1 ? " is" : " are") + " missing, " + ofAll,
               "'flamerun --shard=" + std::to_string(shards.front().index) + "/" +
                   std::to_string(shards.front().count) +
                   "' with the options of the others makes it");
}

} // namespace flame::rt
