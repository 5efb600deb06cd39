// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flames bred from flames: whatever the parents are, what comes out can be written and read again.
// The length of the input chooses what is done. There are two mutants at most, judged by 64 points
// each: of one input in sixty-four they are sought as the programs do, up to 24 with 4000 points
// each.

#include "compiler/breed/CrossGenomes.h"
#include "compiler/breed/CutStrips.h"
#include "compiler/breed/MutateGenome.h"
#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/xml/GenomeReader.h"

#include "tests/fuzz/Fuzz.h"

using namespace flame;
using namespace flame::fuzz;

/// More xforms only take longer.
static constexpr size_t kMostXforms = 8;
/// One input in so many has its mutants sought as the programs do.
static constexpr uint64_t kSought = 64;

static void requireReadable(const Genome &genome, const char *operation) {
  const std::string written = writeFlame(genome);
  Source again(written);
  require(readGenomes(again.buffer, again.diags, ReaderOptions()).has_value(),
          "a flame that was bred is read again", operation + written + again.messages);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Source source(textOf(data, size));
  ReaderOptions options;
  options.lenient = true;
  const auto genomes = readGenomes(source.buffer, source.diags, options);
  if (!genomes || source.diags.hasErrors() || genomes->empty())
    return 0;
  const Genome &first = genomes->front(), &last = genomes->back();
  if (first.xforms.size() > kMostXforms || last.xforms.size() > kMostXforms)
    return 0;
  Dice dice(size);
  constexpr size_t kOthers = 5; // crossing in three ways, a symmetry, strips
  const size_t choice = size % (mutationKeywords().size() + kOthers);
  if (choice >= kOthers) {
    MutateOptions mutation;
    mutation.mutation = static_cast<Mutation>(choice - kOthers);
    mutation.lockCamera = size % 3 != 0;
    if (!isOneIn(kSought, data, size)) {
      mutation.tries = 2;
      mutation.points = 64;
    }
    requireReadable(mutateGenome(first, mutation, dice).genome, "mutate\n");
  } else if (choice < crossingKeywords().size()) {
    CrossOptions crossing;
    crossing.crossing = static_cast<Crossing>(choice);
    requireReadable(crossGenomes(first, last, crossing, dice), "cross\n");
  } else if (choice == 3) {
    Genome symmetric = first;
    addSymmetry(symmetric, int(size % 17) - 8);
    requireReadable(symmetric, "symmetry\n");
  } else {
    const unsigned most = unsigned(first.height);
    for (const Genome &strip : cutStrips(first, std::min(unsigned(1 + size % 5), most)))
      requireReadable(strip, "strip\n");
  }
  return 0;
}
