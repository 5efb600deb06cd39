// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes the weighting fields of JWildfire's xforms, attributes that start with `wfield_`. Cellular noise of the affine point
// becomes the variation `weighting_field`; any other kind is an error.

#ifndef FLAME_COMPILER_GENOME_XML_WEIGHTINGFIELDREADER_H
#define FLAME_COMPILER_GENOME_XML_WEIGHTINGFIELDREADER_H

#include "compiler/genome/VariationAttributes.h"
#include "compiler/genome/XmlTag.h"

namespace flame {

/// Whether `name`, of an xform, is an attribute of a weighting field.
bool isOfWeightingField(const ReaderContext &context, llvm::StringRef name);

/// Reads the weighting field of `element`, if it has one that does something, as a variation of its xform. To be called when
/// `variations` has all attributes.
void readWeightingField(ReaderContext &context, const XmlElement &element,
                        VariationAttributes &variations);

/// Whether JWildfire, which has `dialect`, can have the field of an xform with these variations: there is room for three parameters, of
/// variations of the sum.
bool canWriteWeightingField(const Dialect &dialect, llvm::ArrayRef<VariationUse> uses);
/// Writes it, if there is one.
void writeWeightingField(XmlTag &tag, llvm::ArrayRef<VariationUse> uses);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_WEIGHTINGFIELDREADER_H
