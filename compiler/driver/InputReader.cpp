// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One reader per kind of file. An option that does not apply to a kind is an error.

#include "compiler/driver/InputReader.h"

#include "artefact/ArtefactReader.h"
#include "compiler/animation/AnimationJson.h"
#include "compiler/animation/CheckAnimation.h"
#include "compiler/genome/UserVariations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstddef>

namespace flame {

static llvm::StringRef contentOf(unsigned buffer, Diagnostics &diags) {
  return diags.sources().getMemoryBuffer(buffer)->getBuffer();
}

static llvm::StringRef nameOf(unsigned buffer, Diagnostics &diags) {
  return diags.sources().getMemoryBuffer(buffer)->getBufferIdentifier();
}

InputKind classifyInput(llvm::StringRef content) {
  if (content.starts_with("\x7f"
                          "ELF"))
    return InputKind::Artefact;
  if (looksLikeCuburnDocument(content))
    return InputKind::CuburnDocument;
  return content.ltrim().starts_with("{") ? InputKind::AnimationJson : InputKind::Xml;
}

//===-- XML -----------------------------------------------------------------------------------===//

/// The flame of a file that `wanted` names, or its only one.
static std::optional<Genome> readOne(unsigned buffer, const std::string &wanted,
                                     const InputOptions &options, Diagnostics &diags) {
  ReaderOptions reader = options.genomes;
  reader.flame = wanted;
  auto genomes = readGenomes(buffer, diags, reader);
  if (!genomes)
    return std::nullopt;
  if (genomes->size() > 1)
    return diags
        .errorInFile(nameOf(buffer, diags), "the file has " + llvm::Twine(genomes->size()) +
                                                " flames; an edge between files takes files of one")
        .note("'flamec FILE --edge A B' takes two flames of one file");
  return genomes->front();
}

static std::optional<Animation> readEdge(llvm::ArrayRef<unsigned> buffers,
                                         const InputOptions &options, Diagnostics &diags) {
  auto from = readOne(buffers.front(), options.edge->first, options, diags);
  auto to = readOne(buffers.back(), options.edge->second, options, diags);
  if (!from || !to)
    return std::nullopt;
  std::vector<Genome> flames = {std::move(*from), std::move(*to)};
  unwindRotations(flames);
  reportConstantSettings(flames, diags);
  return animateEdge(flames[0], flames[1], options.animate);
}

static bool haveIncreasingTimes(llvm::ArrayRef<Genome> genomes) {
  return llvm::adjacent_find(genomes, [](const Genome &a, const Genome &b) {
           return a.time >= b.time;
         }) == genomes.end();
}

/// All flames of the file, or those that the reader's options select.
static std::optional<Animation> readFlames(unsigned buffer, const InputOptions &options,
                                           Diagnostics &diags) {
  auto genomes = readGenomes(buffer, diags, options.genomes);
  if (!genomes)
    return std::nullopt;
  if (genomes->size() > 1 && !options.sequence && !haveIncreasingTimes(*genomes)) {
    selectGenome(*genomes, /*wanted=*/"", nameOf(buffer, diags),
                 diags); // lists the choices
    return std::nullopt;
  }
  reportConstantSettings(*genomes, diags);
  return options.sequence ? animateSequence(*genomes, options.animate)
                          : animateKeyFrames(*genomes, options.animate);
}

static std::optional<Animation> readXml(llvm::ArrayRef<unsigned> buffers,
                                        const InputOptions &options, Diagnostics &diags) {
  if (options.edge)
    return readEdge(buffers, options, diags);
  if (!options.loop)
    return readFlames(buffers.front(), options, diags);
  auto genome = readOne(buffers.front(), *options.loop, options, diags);
  return genome ? std::optional(animateLoop(*genome, options.animate)) : std::nullopt;
}

//===-- other kinds ---------------------------------------------------------------------------===//

/// True if the input can be taken as it is; otherwise an error has been reported.
static bool isTakenWhole(llvm::StringRef name, llvm::StringRef what, const InputOptions &options,
                         Diagnostics &diags) {
  llvm::StringRef option;
  if (options.edge)
    option = "--edge";
  else if (options.loop)
    option = "--loop";
  else if (options.sequence)
    option = "--sequence";
  if (option.empty())
    return true;
  diags.errorInFile(name, option + " makes animations of flames in XML; this is " + what)
      .note("leave out " + option)
      .ignore();
  return false;
}

static std::optional<Animation> readArtefact(unsigned buffer, Diagnostics &diags,
                                             std::string &text) {
  const llvm::StringRef content = contentOf(buffer, diags), name = nameOf(buffer, diags);
  const auto *bytes = reinterpret_cast<const std::byte *>(content.data());
  auto artefact = rt::Artefact::parse({bytes, bytes + content.size()}, std::string_view(name));
  if (!artefact)
    return diags.errorInFile("", artefact.error().str());
  text = std::string(artefact->genome());
  return readAnimationJson(llvm::StringRef(artefact->animation()), (name + ":animation").str(),
                           diags);
}

static std::optional<Animation> readFlock(unsigned buffer, const InputOptions &options,
                                          Diagnostics &diags) {
  CuburnOptions cuburn = options.cuburn;
  cuburn.document = options.genomes.flame;
  return readCuburnDocument(buffer, cuburn, diags);
}

/// Replaces `text` if the input is not a text.
static std::optional<Animation> readAnimation(llvm::ArrayRef<unsigned> buffers,
                                              const InputOptions &options, Diagnostics &diags,
                                              std::string &text) {
  unsigned buffer = buffers.front(); // of two, the one that is not XML
  for (unsigned other : buffers)
    if (classifyInput(contentOf(other, diags)) != InputKind::Xml)
      buffer = other;
  const llvm::StringRef name = nameOf(buffer, diags);
  const InputKind kind = classifyInput(contentOf(buffer, diags));
  if (options.cuburn.halfLoop && kind != InputKind::CuburnDocument)
    return diags.errorInFile(name, "--half makes half the loop of a node in JSON, and this is none")
        .note("leave out --half");
  switch (kind) {
  case InputKind::Xml:
    return readXml(buffers, options, diags);
  case InputKind::AnimationJson:
    return isTakenWhole(name, "an animation", options, diags) ? readAnimationJson(buffer, diags)
                                                              : std::nullopt;
  case InputKind::CuburnDocument:
    return isTakenWhole(name, "a document of a flock", options, diags)
               ? readFlock(buffer, options, diags)
               : std::nullopt;
  case InputKind::Artefact:
    return isTakenWhole(name, "an artefact", options, diags) ? readArtefact(buffer, diags, text)
                                                             : std::nullopt;
  }
  llvm_unreachable("every kind of input is above");
}

std::optional<Input> readInput(llvm::ArrayRef<unsigned> buffers, const InputOptions &options,
                               Diagnostics &diags) {
  std::string text;
  for (unsigned buffer : buffers)
    text += contentOf(buffer, diags);
  std::optional<Animation> animation = readAnimation(buffers, options, diags, text);
  if (!animation || diags.hasErrors())
    return std::nullopt;
  if (const std::string clash = findClash(definitionsOf(*animation)); !clash.empty())
    return diags.errorInFile(nameOf(buffers.front(), diags), clash)
        .note("an animation has one definition of each variation; give one of them another name");
  if (const std::string beyond = findBeyondLimits(*animation); !beyond.empty())
    return diags
        .errorInFile(nameOf(buffers.front(), diags),
                     "the animation leaves what can be rendered: " + beyond)
        .note("the path is that of 'flame-convert --to=animation'");
  if (!options.genomes.variationFiles.empty()) // so that pictures and artefacts need no files
    if (const auto definitions = definitionsOf(*animation); !definitions.empty())
      text = withDefinitions(text, definitions);
  return Input{std::move(*animation), std::move(text)};
}

} // namespace flame
