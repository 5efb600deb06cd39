// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns the attributes of an xform that are not its own into variations: `julian="0.5"` is a
// weight, `julian_power="3"` a parameter, and either may carry `pre_` or `post_` in front. What the
// variation table does not know is kept until the whole xform is read, because the parameters of an
// unknown variation deserve no message of their own.

#ifndef FLAME_COMPILER_GENOME_VARIATIONATTRIBUTES_H
#define FLAME_COMPILER_GENOME_VARIATIONATTRIBUTES_H

#include "compiler/genome/TextVariations.h"

namespace flame {

/// Collects the variations of one xform or motion element.
class VariationAttributes {
public:
  /// Appends to `uses`. With `amplitudes`, as in a motion element, parameters start at 0 and know
  /// no range.
  VariationAttributes(ReaderContext &context, const XmlElement &element,
                      std::vector<VariationUse> &uses, bool amplitudes)
      : context(context), texts(context, element), uses(uses), amplitudes(amplitudes) {}

  /// Takes an attribute that is none of the xform's own.
  void add(const XmlAttribute &attribute);
  /// Legacy `var1="n"`: variation n alone, with weight 1.
  void setOnly(const XmlAttribute &attribute);
  /// Legacy `var="..."`: all weights in the order of the table, as many as there are.
  void setWeights(const XmlAttribute &attribute);
  /// To be called after the last attribute: puts variations where JWildfire's priorities say, and
  /// hands what `add` could not place to the context. `reserved` are the names of the xform's own
  /// attributes, to suggest.
  void finish(llvm::ArrayRef<llvm::StringRef> reserved);
  /// As resolveVariationName, in the dialect of the flame.
  std::optional<VariationName> resolve(llvm::StringRef name) const;
  /// Has a parameter of a variation follow the weighting field of the xform.
  void setByField(const VariationName &param, double intensity, llvm::SMRange range);
  /// The weighting field of the xform, the variation `name` of weight 1, for the caller to fill in.
  VariationUse &addWeightingField(llvm::StringRef name, llvm::SMRange range);

private:
  VariationUse &find(const VariationName &name, llvm::SMRange range);
  void setWeight(const VariationName &name, double weight, llvm::SMRange range);
  bool addPriority(const XmlAttribute &attribute);
  bool addByField(const XmlAttribute &attribute);
  void addParam(const XmlAttribute &attribute, const VariationName &name);
  void applyPriorities();
  void clearWeights();
  /// The variation of this xform that `name` looks like a parameter of, or null.
  const VariationInfo *ownerOf(llvm::StringRef name) const;
  void collectOneUnknown(const XmlAttribute &attribute, llvm::ArrayRef<llvm::StringRef> reserved);

  ReaderContext &context;
  TextVariations texts;
  std::vector<VariationUse> &uses;
  bool amplitudes;
  /// For each use, whether an attribute gave its weight.
  std::vector<bool> weightGiven;
  std::vector<const XmlAttribute *> unknown;
  /// When JWildfire applies variations that do not come when their kind says: below 0 before the sum, at 0 within it, above
  /// 0 after it. They are named as `uses` have them so far.
  struct Priority {
    VariationName name;
    int value;
    llvm::SMRange range;
  };
  std::vector<Priority> priorities;
};

/// Reports the variations and parameters of the flame that do not exist here, all in one message,
/// and forgets them.
void reportUnsupported(ReaderContext &context);

/// Looks up a variation or a parameter, with or without `pre_` or `post_`. A variation that only
/// exists as a displacement of the input point, such as pre_blur, is always found as Pre.
std::optional<VariationName> resolveVariationName(llvm::StringRef name,
                                                  const VariationScope &scope = {});

} // namespace flame

#endif // FLAME_COMPILER_GENOME_VARIATIONATTRIBUTES_H
