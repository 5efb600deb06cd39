// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// XML of flames, in the dialect that they name or in any other: read, written as XML and read
// again. One in sixteen is made into key frames and a loop, which are written as JSON and read
// again: that takes five times as long as the rest, and fuzz-animation reads such JSON for every
// input.

#include "compiler/animation/AnimateGenomes.h"
#include "compiler/genome/Dialect.h"
#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/xml/GenomeReader.h"

#include "tests/fuzz/Animations.h"

using namespace flame;
using namespace flame::fuzz;

/// More xforms only take longer.
static constexpr size_t kMostXforms = 8, kMostFlames = 3;
/// One input in so many is animated.
static constexpr uint64_t kAnimated = 16;

static bool areIncreasing(const std::vector<Genome> &genomes) {
  for (size_t i = 1; i < genomes.size(); ++i)
    if (!(genomes[i - 1].time < genomes[i].time))
      return false;
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Source source(textOf(data, size));
  ReaderOptions options;
  options.lenient = size % 2 == 0;
  static const std::vector<std::string> dialects = dialectNames();
  if (const size_t choice = size / 2 % (dialects.size() + 1); choice > 0)
    options.dialect = dialects[choice - 1];
  const auto genomes = readGenomes(source.buffer, source.diags, options);
  if (!genomes || source.diags.hasErrors()) {
    require(!source.messages.empty(), "what is refused is explained");
    return 0;
  }
  if (genomes->size() > kMostFlames)
    return 0;
  for (const Genome &genome : *genomes) {
    if (genome.xforms.size() > kMostXforms)
      return 0;
    const std::string written = writeFlame(genome);
    Source again(written);
    require(readGenomes(again.buffer, again.diags, ReaderOptions()).has_value(),
            "a flame that was written is read again", written + again.messages);
  }
  if (!isOneIn(kAnimated, data, size))
    return 0;
  if (areIncreasing(*genomes))
    requireRoundTrip(animateKeyFrames(*genomes, AnimateOptions()));
  requireRoundTrip(animateLoop(genomes->front(), AnimateOptions()));
  return 0;
}
