// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Embedded flames: flames inside a user-defined variation, which outputs their points
// (UserVariation::flame). Only the xforms of an embedded flame count, including final xforms. Its
// camera, size and tone settings are ignored.

#ifndef FLAME_COMPILER_GENOME_XML_INNERFLAME_H
#define FLAME_COMPILER_GENOME_XML_INNERFLAME_H

#include "compiler/genome/Genome.h"

namespace flame {

/// Largest number of xforms of an embedded flame. All of them are computed for each of its points.
inline constexpr size_t kMaxInnerXforms = 64;
/// Largest number of uses of embedded flames in a flame. Each use has its own part of the xform
/// state.
inline constexpr size_t kMaxInnerFlames = 7;

/// True if `variation` embeds a flame.
bool showsFlame(const VariationInfo &variation);

/// Reads the flame embedded in `variation`, never leniently. Nothing if it cannot be used;
/// `complaint` then says why.
std::optional<Genome> readInnerFlame(const UserVariation &variation, std::string &complaint);

/// The palette of `flame`, given as XML; nothing if it cannot be used.
std::optional<Palette> innerPalette(llvm::StringRef flame);

/// Explains why `genome` cannot use its embedded flames, with the range that uses them. Empty if it
/// can.
std::pair<llvm::SMRange, std::string> findBadInnerFlame(const Genome &genome);

/// The same check for an embedded flame, which must not embed others.
std::pair<llvm::SMRange, std::string> findInnerFlame(const Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_INNERFLAME_H
