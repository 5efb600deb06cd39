// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A genome is one flame at one instant: the typed and validated content of a file, in double
// precision. The readers (XML, JSON) fill it; the animation builder turns one or more genomes into
// tracks. No other stage reads the file.
//
// Defaults are those of the flam3 file format, so a default-constructed Genome equals an empty
// `<flame>`. Ranges point into the text that the genome was read from. They stay valid as long as
// the SourceMgr that owns the text, and are empty in a genome that the program made.
//
// Invariants of a genome from a reader: every number is finite; weights, opacities of standard
// xforms and chaos factors are >= 0; size, supersample, passes and temporalSamples are >= 1;
// quality, scale and gamma are > 0; estimatorCurve is > 0 unless estimatorRadius is 0; at least one
// xform has a weight > 0; the limits below and those of ir/Settings.td hold.

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

/// x' = a x + b y + c, y' = d x + e y + f. Members stand in file order: image of the x unit vector,
/// image of the y unit vector, offset.
struct Affine {
  double a = 1, d = 0;
  double b = 0, e = 1;
  double c = 0, f = 0;

  bool operator==(const Affine &) const = default;
  /// True if the affine maps every point exactly to itself.
  bool isIdentity() const { return *this == Affine(); }
  static Affine zero() { return {0, 0, 0, 0, 0, 0}; }
};

/// The source ranges of an element's attributes. Names are spelled as in the file. Looking up a
/// name that the file did not use gives an invalid range.
class AttributeRanges {
public:
  void add(llvm::StringRef name, llvm::SMRange value) { entries.emplace_back(name, value); }
  /// The range of the attribute's value; invalid if the file does not have the attribute.
  llvm::SMRange find(llvm::StringRef name) const {
    for (const auto &[entry, range] : entries)
      if (entry == name)
        return range;
    return {};
  }

private:
  std::vector<std::pair<std::string, llvm::SMRange>> entries;
};

/// One use of a variation in an xform.
struct VariationUse {
  /// Before the sum of the normal variations, within it, or after it. A variation that the table
  /// marks `preOnly` is always Pre, whatever prefix its name has.
  enum Phase { Pre, Normal, Post };

  /// True if both uses correspond to each other in two flames.
  bool matches(const VariationUse &other) const {
    return info == other.info && phase == other.phase && repeat == other.repeat &&
           adds == other.adds && byField == other.byField;
  }

  const VariationInfo *info = nullptr;
  Phase phase = Normal;
  /// 0 for the first use of a variation, then 1, 2, ... for further uses, as JWildfire numbers
  /// them.
  unsigned repeat = 0;
  /// True for a pre or post variation whose result is added to the point. Others replace the point.
  bool adds = false;
  /// May be negative. Zero if the file says so, or if it gives only a parameter.
  double weight = 0;
  /// One value per info->params. Omitted ones hold the table's default (0 in a motion element).
  std::vector<double> params;
  /// How strongly each parameter follows the weighting field of the xform (WeightingField.h).
  /// Empty: none does.
  std::vector<double> byField;
  /// The attribute that named the variation or, failing that, its first parameter.
  llvm::SMRange range;
};

/// Moves the weighting field of an xform, if there is one, before all other variations.
void putFieldFirst(std::vector<VariationUse> &uses);

enum class MotionFunction { Sin, Triangle, Hill };

/// A periodic modulation of an xform. While the animation's blend b runs from 0 to 1, amplitude *
/// function(frequency b) is added to every field. All fields are amplitudes, 0 by default. Applies
/// in loops and edges.
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
  /// Blend between the xform's own colour (0) and the colour that a direct-colour variation sets
  /// (1).
  double directColor = 1;
  Affine coefs;
  /// Absent if the file has none. An explicit identity is kept.
  std::optional<Affine> post;
  /// The 3D affines of the planes (y, z) and (x, z). They apply after `coefs` and `post`;
  /// translations come last.
  std::optional<Affine> yzCoefs, zxCoefs, yzPost, zxPost;
  /// Every variation that the file names, in document order, also those with weight 0.
  std::vector<VariationUse> variations;
  /// Factors on the weight of each standard xform that may follow this one. Missing entries are 1;
  /// an empty list means no factors. Never longer than the list of standard xforms.
  std::vector<double> chaos;
  std::vector<Motion> motions;
  /// True for an xform that a `symmetry` element expands to. A writer must not write both.
  bool fromSymmetry = false;
  /// True for an xform that alignGenomes adds to a flame with fewer xforms than its neighbour.
  bool isPadding = false;
  /// Location of the element's name; ranges of its attribute values.
  llvm::SMLoc loc;
  llvm::SMRange range;
  AttributeRanges attributes;

  /// The chaos factor for standard xform `next` as successor.
  double chaosTo(size_t next) const { return next < chaos.size() ? chaos[next] : 1.0; }
  bool hasPost() const { return post && !post->isIdentity(); }
  /// True if any listed variation sets the colour, whatever its weight.
  bool listsDirectColor() const;
  /// True if a variation that sets the colour has a weight, in the xform or in a motion element.
  bool setsDirectColor() const;
};

/// The attribute names of the 3D affines, and the members of Xform that hold them.
inline constexpr std::pair<llvm::StringLiteral, std::optional<Affine> Xform::*> kPlanes[] = {
    {"yzCoefs", &Xform::yzCoefs},
    {"zxCoefs", &Xform::zxCoefs},
    {"yzPost", &Xform::yzPost},
    {"zxPost", &Xform::zxPost}};

/// Colour and alpha of one palette entry, 0..1, premultiplied: red, green and blue are already
/// multiplied by alpha. Exception: hex blocks with format="RGBA" are stored unmultiplied, as in
/// flam3, so red may exceed alpha.
struct PaletteColor {
  double red = 0, green = 0, blue = 0, alpha = 0;

  bool operator==(const PaletteColor &) const = default;
};

inline constexpr unsigned kPaletteSize = 256;
/// If the file has no colour at all, all entries are (0, 0, 0, 0) and nothing is deposited.
using Palette = std::array<PaletteColor, kPaletteSize>;

/// The keywords of enumerated settings. A reader searches these tables; a writer indexes them by
/// the enum.
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

  /// True if points have a z (Depth.h).
  bool hasDepth = false;

  /// The standard xforms, in the order used by chaos rows; then the final xform, which every
  /// plotted point passes through.
  std::vector<Xform> xforms;
  std::optional<Xform> finalXform;
  /// Further final xforms, in order. JWildfire allows any number.
  std::vector<Xform> laterFinals;
  /// The `kind` of the symmetry element. `xforms` already contains its xforms.
  int symmetry = 1;

  Palette palette = {};
  /// Palette library number and hue rotation in turns, if the colours came from the library.
  std::optional<int> paletteIndex;
  double hue = 0;

  /// The dialect of the file and the reason for choosing it, for display.
  std::string dialect;
  /// The author, as given by attributes of `flame` or of its last `edit` element.
  std::string nick, url, date;
  /// The text of the last `edit` element, verbatim; empty if there is none.
  std::string edit;

  /// Position in the file, counted from 0.
  unsigned index = 0;
  /// Location of the element's name; ranges of its attribute values.
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
