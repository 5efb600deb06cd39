// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The artefact: one file with everything needed to render a flame. It is the ELF cubin of its first
// target, loadable by any CUDA program, with sections appended to it. The cubin itself stays in
// place, because its offsets and symbol indices must remain valid. Only the position and length of
// its section table, in the ELF header, change:
//
//   [ cubin, header patched ][ our sections, 16-byte aligned ][ .flame.index ]
//   [ section names ][ section table ]
//
// Without machine code (PTX only) the first part is an ELF file without sections.
//
// The index describes the whole file: it holds name, offset, size and hash of every byte range. The
// first range is the cubin (kHeadName), the last one names and table (kTailName). Fewer than 16
// zero bytes separate two ranges. Every byte of the file is therefore zero by rule, covered by a
// hash, or part of the index, which covers itself.
//
// Sections, all little endian:
//   .flame.manifest         JSON (artefact/Manifest.h)
//   .flame.knots            KnotsHeader, abi::Track[], abi::Knot[]
//   .flame.palette          PaletteHeader, float time[rows], abi::PaletteEntry[rows][256]
//   .flame.animation        the animation as JSON text, from which the flame can be recompiled
//   .flame.genome           the text of the genome file, for the metadata of pictures
//   .flame.cubin.sm_XX      the genome's code for each further target
//   .flame.generic.sm_XX    the genome-independent code for each target
//   .flame.ptx              the genome's code as PTX text with a final zero byte
//   .flame.generic.ptx.zst  the genome-independent code as PTX text, packed (artefact/PackedText.h)

#ifndef FLAME_ARTEFACT_ARTEFACT_H
#define FLAME_ARTEFACT_ARTEFACT_H

#include "abi/Abi.h"
#include "support/ContentHash.h"

#include <stdint.h>

namespace flame::artefact {

inline constexpr char kManifestName[] = ".flame.manifest";
inline constexpr char kKnotsName[] = ".flame.knots";
inline constexpr char kPaletteName[] = ".flame.palette";
inline constexpr char kAnimationName[] = ".flame.animation";
inline constexpr char kGenomeName[] = ".flame.genome";
inline constexpr char kPtxName[] = ".flame.ptx";
inline constexpr char kGenericPtxName[] = ".flame.generic.ptx.zst";
inline constexpr char kIndexName[] = ".flame.index";
/// Prefix of a target, e.g. "sm_90".
inline constexpr char kCubinPrefix[] = ".flame.cubin.";
inline constexpr char kGenericPrefix[] = ".flame.generic.";
/// Prefix of all our sections. A section with this prefix that is not in the index is an error.
inline constexpr char kPrefix[] = ".flame.";
/// Ranges of the file that are not sections of ours.
inline constexpr char kHeadName[] = "(code)";
inline constexpr char kTailName[] = "(section table)";

/// Alignment of every range except the first.
inline constexpr uint64_t kAlignment = 16;

/// Limits that readers enforce and writers respect.
inline constexpr uint64_t kMaxFileBytes = uint64_t(1) << 31;
inline constexpr uint64_t kMaxManifestBytes = 1 << 20;
inline constexpr uint32_t kMaxIndexEntries = 256;
inline constexpr uint32_t kMaxTracks = 1 << 20, kMaxKnots = 1 << 24;

/// Start of the index. `hash` covers the index with this field set to zero.
struct IndexHeader {
  char magic[8];
  uint32_t version; ///< abi::kVersion; magic and version keep their offsets in all versions
  uint32_t entries;
  uint64_t fileBytes;
  rt::ContentHash hash;
};
inline constexpr char kIndexMagic[8] = {'f', 'l', 'a', 'm', 'e', 'i', 'd', 'x'};

/// A byte range of the file. Entries are in order of offset.
struct IndexEntry {
  char name[40]; ///< padded with at least one zero
  uint64_t offset, size;
  rt::ContentHash hash;
};

struct KnotsHeader {
  uint32_t tracks, knots;
};

struct PaletteHeader {
  uint32_t rows, entries; ///< entries per row: abi::kPaletteSize
};

static_assert(sizeof(IndexHeader) == 40 && sizeof(IndexEntry) == 72, "the format has no padding");

} // namespace flame::artefact

#endif // FLAME_ARTEFACT_ARTEFACT_H
