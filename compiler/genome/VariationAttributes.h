// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns the variation attributes of an xform into variations: `julian="0.5"` is a weight,
// `julian_power="3"` a parameter, and either may have the prefix `pre_` or `post_`. Unknown names
// are kept until the whole xform is read, because the parameters of an unknown variation need no
// message of their own.

#ifndef FLAME_COMPILER_GENOME_VARIATIONATTRIBUTES_H
#define FLAME_COMPILER_GENOME_VARIATIONATTRIBUTES_H

#include "compiler/genome/TextVariations.h"

namespace flame {

/// Collects the variations of one xform or motion element.
class VariationAttributes {
public:
  /// Appends to `uses`. With `amplitudes`, as in a motion element, parameters start at 0 and have
  /// no range check.
  VariationAttributes(ReaderContext &context, const XmlElement &element,
                      std::vector<VariationUse> &uses, bool amplitudes)
      : context(context), texts(context, element), uses(uses), amplitudes(amplitudes) {}

  /// Takes an attribute that is not one of the xform's own.
  void add(const XmlAttribute &attribute);
  /// Handles legacy `var1="n"`: variation n alone, with weight 1.
  void setOnly(const XmlAttribute &attribute);
  /// Handles legacy `var="..."`: weights in the order of the table, possibly fewer than all.
  void setWeights(const XmlAttribute &attribute);
  /// Call after the last attribute. Reorders variations by JWildfire's priorities and passes
  /// unknown names to the context. `reserved` are the xform's own attribute names, used for
  /// suggestions.
  void finish(llvm::ArrayRef<llvm::StringRef> reserved);
  /// Like resolveVariationName, in the dialect of the flame.
  std::optional<VariationName> resolve(llvm::StringRef name) const;
  /// Makes a parameter of a variation follow the weighting field of the xform.
  void setByField(const VariationName &param, double intensity, llvm::SMRange range);
  /// Adds the weighting field of the xform, variation `name` with weight 1; the caller fills in its
  /// parameters.
  VariationUse &addWeightingField(llvm::StringRef name, llvm::SMRange range);

private:
  VariationUse &find(const VariationName &name, llvm::SMRange range);
  void setWeight(const VariationName &name, double weight, llvm::SMRange range);
  bool addPriority(const XmlAttribute &attribute);
  bool addByField(const XmlAttribute &attribute);
  void addParam(const XmlAttribute &attribute, const VariationName &name);
  void applyPriorities();
  void clearWeights();
  /// The variation of this xform whose parameter `name` appears to be, or null.
  const VariationInfo *ownerOf(llvm::StringRef name) const;
  void collectOneUnknown(const XmlAttribute &attribute, llvm::ArrayRef<llvm::StringRef> reserved);

  ReaderContext &context;
  TextVariations texts;
  std::vector<VariationUse> &uses;
  bool amplitudes;
  /// For each use, true if an attribute gave its weight.
  std::vector<bool> weightGiven;
  std::vector<const XmlAttribute *> unknown;
  /// A JWildfire priority, which moves a variation out of its usual phase: below 0 before the sum,
  /// 0 within it, above 0 after it. `name` identifies the variation as it currently stands in
  /// `uses`.
  struct Priority {
    VariationName name;
    int value;
    llvm::SMRange range;
  };
  std::vector<Priority> priorities;
};

/// Reports all unknown variations and parameters of the flame in one message, then clears the list.
void reportUnsupported(ReaderContext &context);

/// Looks up a variation or a parameter, with or without `pre_` or `post_`. A variation that exists
/// only as a displacement of the input point, such as pre_blur, is always resolved as Pre.
std::optional<VariationName> resolveVariationName(llvm::StringRef name,
                                                  const VariationScope &scope = {});

} // namespace flame

#endif // FLAME_COMPILER_GENOME_VARIATIONATTRIBUTES_H
