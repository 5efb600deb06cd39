// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A genome is one flame at one instant: exactly what a file said, typed and validated, in double
// precision. The readers (XML, JSON) fill it, the animation builder turns one or more of them into
// tracks; nothing else looks inside a file.
//
// Defaults are those of the flam3 file format, so a default-constructed Genome is an empty
// `<flame>`. Ranges point into the text that the genome was read from: they are valid as long as
// the SourceMgr that owns the text, and empty in a genome that was made by the program.
//
// Invariants of a genome that came from a reader: every number is finite; weights, opacities of
// standard xforms and chaos factors are >= 0; size, supersample, passes and temporalSamples are >=
// 1; quality, scale and gamma are > 0; estimatorCurve is, unless estimatorRadius is 0; there is at
// least one xform with a weight above 0; the limits below and those of ir/Settings.td hold.

#ifndef FLAME_COMPILER_GENOME_GENOME_H
#define FLAME_COMPILER_GENOME_GENOME_H

#include "ir/VariationTable.h"
#include "support/Limits.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace flame {

using rt::kMaxCurveNumbers;
using rt::kMaxPixels;
using rt::kMaxXforms;

/// x' = a x + b y + c, y' = d x + e y + f. Members stand in file order: the image of the x unit
/// vector, that of the y unit vector, the offset.
struct Affine {
  double a = 1, d = 0;
  double b = 0, e = 1;
  double c = 0, f = 0;

  bool operator==(const Affine &) const = default;
  /// True if every point is mapped to itself, exactly.
  bool isIdentity() const { return *this == Affine(); }
  static Affine zero() { return {0, 0, 0, 0, 0, 0}; }
};

/// Where each attribute of an element stands. Names are as written in the file; a repeated look-up
/// by a name the file did not use gives an invalid range.
class AttributeRanges {
public:
  void add(llvm::StringRef name, llvm::SMRange value) { entries.emplace_back(name, value); }
  /// The range of the attribute's value, or an invalid range if the file did not have it.
  llvm::SMRange find(llvm::StringRef name) const {
    for (const auto &[entry, range] : entries)
      if (entry == name)
        return range;
    return {};
  }

private:
  std::vector<std::pair<std::string, llvm::SMRange>> entries;
};

/// One variation of an xform, in one of three phases: before the sum, in it, or behind it.
struct VariationUse {
  /// Before the sum of the normal variations, within it, or after it. A variation that the table
  /// marks `preOnly` is always Pre, whatever prefix its name has.
  enum Phase { Pre, Normal, Post };

  /// Whether both stand for the same in two flames.
  bool matches(const VariationUse &other) const {
    return info == other.info && phase == other.phase && repeat == other.repeat &&
           adds == other.adds && byField == other.byField;
  }

  const VariationInfo *info = nullptr;
  Phase phase = Normal;
  /// 0, or which further one of the same name it is, as JWildfire numbers them.
  unsigned repeat = 0;
  /// A pre or post variation whose result is added to the point, where others replace it.
  bool adds = false;
  /// May be negative. Zero if the file said so, or if it gave only a parameter.
  double weight = 0;
  /// One per info->params; those the file left out hold the table's default (0 in a motion
  /// element).
  std::vector<double> params;
  /// How far each of them follows the weighting field of the xform (WeightingField.h); empty: none does.
  std::vector<double> byField;
  /// The attribute that named the variation or, failing that, its first parameter.
  llvm::SMRange range;
};

/// Moves the weighting field among the variations of an xform, if there is one, before all others.
void putFieldFirst(std::vector<VariationUse> &uses);

enum class MotionFunction { Sin, Triangle, Hill };

/// A periodic modulation of an xform: while the animation's blend b runs from 0 to 1, amplitude *
/// function(frequency b) is added to every field. All fields are amplitudes and 0 when the file
/// does not give them. Acts in loops and edges.
struct Motion {
  int frequency = 0;
  MotionFunction function = MotionFunction::Hill;
  double weight = 0, color = 0, colorSpeed = 0, animate = 0, opacity = 0;
  Affine coefs = Affine::zero();
  Affine post = Affine::zero();
  std::vector<VariationUse> variations;
  llvm::SMRange range;
};

/// One transform of the iterated function system.
struct Xform {
  std::string name;
  double weight = 0;
  /// Colour coordinate; the reader's default alternates 0, 1 with the index.
  double color = 0;
  /// 0 keeps the colour of the point, 1 replaces it by `color`.
  double colorSpeed = 0.5;
  /// Loops and edges rotate the xform unless this is exactly 0.
  double animate = 1;
  /// Visibility is opacity^log2(10); for a final xform the probability that it is applied.
  double opacity = 1;
  /// How far a variation that sets the colour takes it there: 0 keeps what the xform blended.
  double directColor = 1;
  Affine coefs;
  /// Absent if the file has none. An explicit identity is kept.
  std::optional<Affine> post;
  /// In space, the affines of the other two planes, (y, z) and (x, z), which come behind `coefs` and `post`. Translations
  /// come last.
  std::optional<Affine> yzCoefs, zxCoefs, yzPost, zxPost;
  /// Every variation the file names, also with weight 0, in document order.
  std::vector<VariationUse> variations;
  /// Factors on the weight of each standard xform that may follow this one; missing entries are 1,
  /// empty means none. Never longer than the list of standard xforms.
  std::vector<double> chaos;
  std::vector<Motion> motions;
  /// True for the xforms that a `symmetry` element stands for: a writer must not write both.
  bool fromSymmetry = false;
  /// True for the xforms that alignGenomes adds to a flame that has fewer than its neighbour.
  bool isPadding = false;
  /// Where the element's name stands; ranges of its attribute values.
  llvm::SMLoc loc;
  llvm::SMRange range;
  AttributeRanges attributes;

  /// The chaos factor on standard xform `next`.
  double chaosTo(size_t next) const { return next < chaos.size() ? chaos[next] : 1.0; }
  bool hasPost() const { return post && !post->isIdentity(); }
  /// Whether a variation among them sets the colour, with whatever weight.
  bool listsDirectColor() const;
  /// Whether one does that has a weight, or gets one from a motion element.
  bool setsDirectColor() const;
};

/// The attributes of the affines of space, and where an xform has them.
inline constexpr std::pair<llvm::StringLiteral, std::optional<Affine> Xform::*> kPlanes[] = {
    {"yzCoefs", &Xform::yzCoefs},
    {"zxCoefs", &Xform::zxCoefs},
    {"yzPost", &Xform::yzPost},
    {"zxPost", &Xform::zxPost}};

/// Colour and alpha of one palette entry, premultiplied: red, green and blue are already multiplied
/// by alpha. 0..1. The hex-block form with format="RGBA" is stored unmultiplied, as flam3 does, so
/// red may exceed alpha.
struct PaletteColor {
  double red = 0, green = 0, blue = 0, alpha = 0;

  bool operator==(const PaletteColor &) const = default;
};

inline constexpr unsigned kPaletteSize = 256;
/// All entries are (0, 0, 0, 0) when the file has no colour at all: then nothing is deposited.
using Palette = std::array<PaletteColor, kPaletteSize>;

/// Enumerated settings and the largest counts. The keywords are the file's word for each value: a reader looks words up
/// in these tables, a writer indexes them by the enum.
#define FLAME_SETTING_ENUMS
#include "compiler/genome/GenomeSettings.inc"
llvm::ArrayRef<llvm::StringLiteral> motionFunctionKeywords();

/// One flame.
struct Genome {
  std::string name;
  /// Key time, in frames.
  double time = 0;

  // The settings, as ir/Settings.td describes them.
#define FLAME_GENOME_MEMBERS
#include "compiler/genome/GenomeSettings.inc"

  /// Whether points have a z (Depth.h).
  bool hasDepth = false;

  /// The standard xforms, in the order that chaos rows count them, then the one that every plotted
  /// point passes.
  std::vector<Xform> xforms;
  std::optional<Xform> finalXform;
  /// Those that come behind it, in order: JWildfire has any number.
  std::vector<Xform> laterFinals;
  /// The `kind` of the symmetry element; its xforms are already part of `xforms`.
  int symmetry = 1;

  Palette palette = {};
  /// Number in the palette library and hue rotation in turns, if the colours came from there.
  std::optional<int> paletteIndex;
  double hue = 0;

  /// In which dialect it was read and why, for people.
  std::string dialect;
  /// Who made it, as far as the file says (attributes of `flame` or of its last `edit` element).
  std::string nick, url, date;
  /// The text of the last `edit` element, verbatim; empty if none.
  std::string edit;

  /// Position in its file, counted from 0.
  unsigned index = 0;
  /// Where the element's name stands, and the values of its attributes.
  llvm::SMLoc loc;
  llvm::SMRange range;
  AttributeRanges attributes;

  /// True if any standard xform has a chaos factor other than 1.
  bool hasChaos() const {
    for (const Xform &xform : xforms)
      for (double factor : xform.chaos)
        if (factor != 1)
          return true;
    return false;
  }
};

} // namespace flame

#endif // FLAME_COMPILER_GENOME_GENOME_H
