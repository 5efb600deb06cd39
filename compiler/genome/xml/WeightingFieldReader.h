// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes the weighting fields of JWildfire xforms, attributes that start with `wfield_`.
// Cellular noise at the affine point becomes the variation `weighting_field`; any other kind is an
// error.

#ifndef FLAME_COMPILER_GENOME_XML_WEIGHTINGFIELDREADER_H
#define FLAME_COMPILER_GENOME_XML_WEIGHTINGFIELDREADER_H

#include "compiler/genome/VariationAttributes.h"
#include "compiler/genome/XmlTag.h"

namespace flame {

/// True if the xform attribute `name` belongs to a weighting field.
bool isOfWeightingField(const ReaderContext &context, llvm::StringRef name);

/// Reads the weighting field of `element`, if it has one with an effect, as a variation of its
/// xform. Call after `variations` has all attributes.
void readWeightingField(ReaderContext &context, const XmlElement &element,
                        VariationAttributes &variations);

/// True if JWildfire (`dialect`) can express the field of an xform with these variations. JWildfire
/// has room for three parameters of normal variations.
bool canWriteWeightingField(const Dialect &dialect, llvm::ArrayRef<VariationUse> uses);
/// Writes the weighting field, if there is one.
void writeWeightingField(XmlTag &tag, llvm::ArrayRef<VariationUse> uses);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_WEIGHTINGFIELDREADER_H
