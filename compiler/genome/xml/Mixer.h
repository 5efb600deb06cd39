// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's mixers of channels: `mixer_mode`, and up to nine curves, which are the settings of the filter `mix`.

#ifndef FLAME_COMPILER_GENOME_XML_MIXER_H
#define FLAME_COMPILER_GENOME_XML_MIXER_H

#include "compiler/genome/ReaderContext.h"
#include "compiler/genome/XmlTag.h"

namespace flame {

/// Whether a flame of JWildfire has `name` for its mixer.
bool isOfMixer(llvm::StringRef name);

/// Reads that of a flame; one that changes nothing is none.
void readMixer(ReaderContext &context, const XmlElement &flame, Genome &genome);

/// The settings that are one.
bool isMixerSetting(llvm::StringRef name);

/// JWildfire's words for that of `genome`.
void writeMixer(XmlTag &tag, const Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_MIXER_H
