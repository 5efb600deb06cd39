// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flames within a flame: those of variations that show the points of another one (UserVariation::flame). Only its xforms count,
// those behind the sum included: its camera, size and tones are nobody's.

#ifndef FLAME_COMPILER_GENOME_XML_INNERFLAME_H
#define FLAME_COMPILER_GENOME_XML_INNERFLAME_H

#include "compiler/genome/Genome.h"

namespace flame {

/// Xforms that a flame within another one may have: all of them are computed for each of its points.
inline constexpr size_t kMaxInnerXforms = 64;
/// How often a flame may use flames within it: each of them has its part of the xform state.
inline constexpr size_t kMaxInnerFlames = 7;

/// Whether `variation` shows the points of a flame of its own.
bool showsFlame(const VariationInfo &variation);

/// The flame that `variation` shows the points of, which is never read leniently. Null: it cannot be used, and `complaint` says
/// why.
std::optional<Genome> readInnerFlame(const UserVariation &variation, std::string &complaint);

/// The palette of `flame`, in XML; nothing if it cannot be used.
std::optional<Palette> innerPalette(llvm::StringRef flame);

/// Why `genome` cannot use the flames within it, and where it asks for them; empty if it can.
std::pair<llvm::SMRange, std::string> findBadInnerFlame(const Genome &genome);

/// The same of a flame that is within another one, which cannot use any.
std::pair<llvm::SMRange, std::string> findInnerFlame(const Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_INNERFLAME_H
