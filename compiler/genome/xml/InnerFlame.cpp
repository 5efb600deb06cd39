// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compiler/genome/xml/InnerFlame.h"

#include "compiler/genome/xml/GenomeReader.h"
#include "ir/language/UserVariation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace flame {

/// The first error in `messages`, with its line. The messages concern the source "flame".
static std::string firstError(llvm::StringRef messages) {
  constexpr llvm::StringLiteral kMark(": error: ");
  llvm::SmallVector<llvm::StringRef> lines;
  messages.split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (const size_t at = line.find(kMark); at != llvm::StringRef::npos) {
      const llvm::StringRef number = line.take_front(at).split(':').second.split(':').first;
      const std::string message = line.drop_front(at + kMark.size()).str();
      return number.empty() ? message : message + " (line " + number.str() + " of that flame)";
    }
  return "it has no flame";
}

bool showsFlame(const VariationInfo &variation) {
  return variation.user && !variation.user->flame().empty();
}

static std::optional<Genome> readFlame(llvm::StringRef text, std::string &complaint) {
  llvm::SourceMgr sources;
  const unsigned buffer =
      sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, "flame"), llvm::SMLoc());
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  Diagnostics diags(sources, stream);
  ReaderOptions options;
  options.isInner = true;
  std::optional<std::vector<Genome>> genomes = readGenomes(buffer, diags, options);
  if (!genomes) {
    complaint = firstError(messages);
    return std::nullopt;
  }
  if (genomes->front().xforms.size() > kMaxInnerXforms) {
    complaint = "it has more than " + std::to_string(kMaxInnerXforms) + " xforms";
    return std::nullopt;
  }
  return std::move(genomes->front());
}

std::optional<Genome> readInnerFlame(const UserVariation &variation, std::string &complaint) {
  return readFlame(variation.flame(), complaint);
}

std::optional<Palette> innerPalette(llvm::StringRef flame) {
  std::string complaint;
  const std::optional<Genome> genome = readFlame(flame, complaint);
  return genome ? std::optional(genome->palette) : std::nullopt;
}

/// The first use of an embedded flame that `check` rejects, and the reason.
static std::pair<llvm::SMRange, std::string>
firstBadUse(const Genome &genome, llvm::function_ref<std::string(const VariationUse &)> check) {
  std::pair<llvm::SMRange, std::string> found;
  auto inspect = [&](const Xform &xform) {
    for (const VariationUse &use : xform.variations)
      if (found.second.empty() && showsFlame(*use.info))
        found = {use.range, check(use)};
  };
  llvm::for_each(genome.xforms, inspect);
  if (genome.finalXform)
    inspect(*genome.finalXform);
  llvm::for_each(genome.laterFinals, inspect);
  return found;
}

std::pair<llvm::SMRange, std::string> findBadInnerFlame(const Genome &genome) {
  llvm::SmallVector<const UserVariation *> good;
  size_t uses = 0;
  return firstBadUse(genome, [&](const VariationUse &use) -> std::string {
    if (++uses > kMaxInnerFlames)
      return "a flame can use " + std::to_string(kMaxInnerFlames) + " flames within it";
    std::string complaint;
    if (!llvm::is_contained(good, use.info->user) && !readInnerFlame(*use.info->user, complaint))
      return "cannot use the flame within '" + use.info->name.str() + "': " + complaint;
    good.push_back(use.info->user);
    return "";
  });
}

std::pair<llvm::SMRange, std::string> findInnerFlame(const Genome &genome) {
  return firstBadUse(genome, [](const VariationUse &) -> std::string {
    return "a flame within another one cannot use flames itself";
  });
}

} // namespace flame
