// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's channel mixer: `mixer_mode` and up to nine curves. They become the settings of the
// filter `mix`.

#ifndef FLAME_COMPILER_GENOME_XML_MIXER_H
#define FLAME_COMPILER_GENOME_XML_MIXER_H

#include "compiler/genome/ReaderContext.h"
#include "compiler/genome/XmlTag.h"

namespace flame {

/// True if `name` is a mixer attribute of a JWildfire flame.
bool isOfMixer(llvm::StringRef name);

/// Reads the mixer of a flame. A mixer without effect counts as absent.
void readMixer(ReaderContext &context, const XmlElement &flame, Genome &genome);

/// True if the setting `name` belongs to the mixer.
bool isMixerSetting(llvm::StringRef name);

/// Writes the mixer of `genome` in JWildfire's words.
void writeMixer(XmlTag &tag, const Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_MIXER_H
