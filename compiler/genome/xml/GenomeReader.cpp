// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles the file as a whole: its list of flames, the choice among them, and relations between
// consecutive flames.

#include "compiler/genome/xml/GenomeReader.h"

#include "compiler/genome/UserVariations.h"
#include "compiler/genome/xml/ChaosWorld.h"
#include "compiler/genome/xml/FlameReader.h"
#include "compiler/genome/xml/InnerFlame.h"
#include "compiler/text/SourceFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cmath>

namespace flame {

//===-- choosing ------------------------------------------------------------------------------===//

/// Lists the flames as "0 'julia', 1 'swirl' and 3 more".
static std::string listFlames(llvm::ArrayRef<llvm::StringRef> names) {
  constexpr size_t kShown = 10;
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), kShown); ++i)
    list += (i == 0 ? "" : ", ") + std::to_string(i) + " " + quoted(names[i]);
  if (names.size() > kShown)
    list += " and " + std::to_string(names.size() - kShown) + " more";
  return list;
}

/// The position in `names` that `wanted` selects: a unique name, or else an index.
static std::optional<size_t> chooseFlame(llvm::ArrayRef<llvm::StringRef> names,
                                         llvm::StringRef wanted, llvm::StringRef file,
                                         Diagnostics &diags) {
  size_t matches = llvm::count(names, wanted), index = 0;
  if (matches == 1)
    return llvm::find(names, wanted) - names.begin();
  if (matches > 1)
    return diags.errorInFile(file, llvm::Twine(matches) + " flames have the name " + quoted(wanted))
        .note("choose by index; the flames are " + listFlames(names));
  if (!wanted.getAsInteger(10, index) && index < names.size())
    return index;
  auto report = diags.errorInFile(file, "there is no flame " + quoted(wanted));
  if (std::optional<llvm::StringRef> close = closestWord(wanted, names); close && !close->empty())
    report.note("did you mean " + quoted(*close) + "?");
  else
    report.note("the flames are " + listFlames(names));
  return report;
}

std::optional<Genome> selectGenome(llvm::ArrayRef<Genome> genomes, llvm::StringRef wanted,
                                   llvm::StringRef file, Diagnostics &diags) {
  if (wanted.empty() && genomes.size() == 1)
    return genomes.front();
  llvm::SmallVector<llvm::StringRef> names;
  for (const Genome &genome : genomes)
    names.push_back(genome.name);
  if (wanted.empty())
    return diags
        .errorInFile(file, "the file has " + llvm::Twine(genomes.size()) +
                               " flames; choose one with --flame=NAME or --flame=INDEX, or all "
                               "with --all")
        .note("the flames are " + listFlames(names))
        .note("at strictly increasing times they would be one animation; --edge, --loop and "
              "--sequence make others");
  std::optional<size_t> index = chooseFlame(names, wanted, file, diags);
  return index ? std::optional<Genome>(genomes[*index]) : std::nullopt;
}

//===-- reading -------------------------------------------------------------------------------===//

/// Parses a document with `flame` elements; a world of Chaotica is converted to such a document.
/// Failure has been reported.
static std::optional<XmlDocument> parseFlames(unsigned bufferId, Diagnostics &diags) {
  std::optional<XmlDocument> document = XmlDocument::parse(bufferId, diags);
  if (document && hasWorld(*document))
    return composeFlames(*document, diags);
  return document;
}

/// The outermost `flame` elements of a document.
static llvm::SmallVector<const XmlElement *> findFlames(const XmlDocument &document) {
  llvm::SmallVector<const XmlElement *> flames;
  const std::vector<XmlElement> &elements = document.elements();
  for (size_t i = 0; i < elements.size();) {
    bool isFlame = elements[i].name == "flame";
    if (isFlame)
      flames.push_back(&elements[i]);
    i += isFlame ? elements[i].extent : 1;
  }
  return flames;
}

static std::optional<std::vector<Genome>> reportNoFlame(const XmlDocument &document,
                                                        llvm::StringRef file, Diagnostics &diags) {
  if (document.elements().empty())
    return diags.errorInFile(file, "the file has no XML element")
        .note("expected a 'flame' element");
  const XmlElement &root = document.elements().front();
  auto report = diags.error(root.nameRange, "expected a 'flame' element in the file, got only " +
                                                quoted(root.name));
  for (const XmlElement &element : document.elements()) {
    if (element.name == "jwf-flame" || element.name == "layer")
      return report.note(element.nameRange,
                         "this is JWildfire's layered format; export the flame as flam3");
    if (element.name.equals_insensitive("flame"))
      return report.note(element.nameRange, "the name must be in lower case");
  }
  return report;
}

static llvm::StringRef nameOf(const XmlElement &flame) {
  const XmlAttribute *name = flame.find("name");
  return name ? name->value : llvm::StringRef();
}

/// Smooth interpolation needs a neighbour on either side of a segment.
static void straightenEnds(std::vector<Genome> &genomes, Diagnostics &diags) {
  if (genomes.size() < 2)
    return;
  auto straighten = [&](Genome &genome) {
    if (genome.interpolation != Interpolation::Smooth)
      return;
    genome.interpolation = Interpolation::Linear;
    diags
        .warning(Warning::SmoothEnds, genome.attributes.find("interpolation"),
                 "the first and the last segment of an animation can only be linear")
        .ignore();
  };
  straighten(genomes.front());
  straighten(genomes[genomes.size() - 2]);
}

void unwindRotations(llvm::MutableArrayRef<Genome> genomes) {
  for (size_t i = 1; i < genomes.size(); ++i) {
    const Genome &before = genomes[i - 1];
    if (before.interpolationType == InterpolationType::Old ||
        before.interpolationType == InterpolationType::Older)
      continue;
    genomes[i].rotate += 360 * std::round((before.rotate - genomes[i].rotate) / 360);
  }
}

std::optional<std::vector<Genome>> readGenomes(unsigned bufferId, Diagnostics &diags,
                                               const ReaderOptions &options) {
  std::string file = diags.sources().getMemoryBuffer(bufferId)->getBufferIdentifier().str();
  std::optional<XmlDocument> document = parseFlames(bufferId, diags);
  if (!document)
    return std::nullopt;
  llvm::SmallVector<const XmlElement *> flames = findFlames(*document);
  if (flames.empty())
    return reportNoFlame(*document, file, diags);

  size_t first = options.index.value_or(0), end = options.index ? first + 1 : flames.size();
  if (!options.flame.empty()) {
    llvm::SmallVector<llvm::StringRef> names;
    for (const XmlElement *flame : flames)
      names.push_back(nameOf(*flame));
    std::optional<size_t> chosen = chooseFlame(names, options.flame, file, diags);
    if (!chosen)
      return std::nullopt;
    first = *chosen;
    end = first + 1;
  }

  ReaderContext context(diags, options);
  context.innerPalette = innerPalette;
  for (const std::string &path : options.variationFiles)
    if (!addDefinitionsOfFile(path, diags, context.commonVariations))
      return std::nullopt;
  std::vector<Genome> genomes;
  bool failed = false;
  for (size_t i = first; i < end && !diags.errorLimitReached(); ++i) {
    std::optional<Genome> genome = readFlame(context, *document, *flames[i]);
    failed |= !genome;
    if (!genome)
      continue;
    genome->index = i;
    genomes.push_back(std::move(*genome));
  }
  if (failed || genomes.empty())
    return std::nullopt;
  straightenEnds(genomes, diags);
  unwindRotations(genomes);
  return genomes;
}

std::optional<std::vector<std::string>> readFlameNames(unsigned bufferId, Diagnostics &diags) {
  std::optional<XmlDocument> document = parseFlames(bufferId, diags);
  if (!document)
    return std::nullopt;
  std::vector<std::string> names;
  for (const XmlElement *flame : findFlames(*document))
    names.push_back(nameOf(*flame).str());
  if (names.empty()) {
    reportNoFlame(*document, diags.sources().getMemoryBuffer(bufferId)->getBufferIdentifier(),
                  diags);
    return std::nullopt;
  }
  return names;
}

std::optional<std::vector<Genome>> readGenomeFile(llvm::StringRef path, Diagnostics &diags,
                                                  const ReaderOptions &options) {
  std::optional<unsigned> id = openSource(path, diags);
  return id ? readGenomes(*id, diags, options) : std::nullopt;
}

} // namespace flame
