// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Breeds flames: makes random ones, mutates and crosses them, and applies the single-flame
// operations of flam3-genome. Results depend on the input and the seed alone. They go to standard
// output or to a file that is written completely or not at all.
//
//   0 done    1 input rejected    2 usage    3 a file cannot be written

#include "compiler/animation/LoopGenome.h"
#include "compiler/breed/CrossGenomes.h"
#include "compiler/breed/CutStrips.h"
#include "compiler/breed/ImproveColors.h"
#include "compiler/breed/MutateGenome.h"
#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/PaletteLibrary.h"
#include "compiler/genome/UserVariations.h"
#include "compiler/genome/xml/GenomeReader.h"
#include "compiler/text/Errors.h"
#include "compiler/text/SourceFile.h"
#include "tools/CommandLine.h"
#include "tools/ExitCode.h"
#include "tools/LlvmProgram.h"
#include "tools/flame-genome/Arguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace flame;

static constexpr char kName[] = "flame-genome";
static constexpr char kHelpNote[] = "'flame-genome --help' lists the options";

namespace {

/// Makes flames from flames.
class Breeder {
public:
  Breeder(const GenomeArguments &arguments, Diagnostics &diags)
      : arguments(arguments), diags(diags), dice(arguments.seed) {}

  /// Returns the requested flames. Reports failures.
  std::optional<std::vector<Genome>> run();

private:
  std::optional<std::vector<Genome>> readAll(const std::string &path);
  std::optional<Genome> readOne();
  std::optional<std::pair<Genome, Genome>> readTwo();
  std::optional<std::vector<const VariationInfo *>> chooseVariations();

  std::optional<std::vector<Genome>> makeRandom();
  std::optional<std::vector<Genome>> mutate(const Genome &parent);
  std::optional<std::vector<Genome>> cross();
  std::optional<std::vector<Genome>> addSymmetries(const Genome &parent);
  std::optional<std::vector<Genome>> rotate(const Genome &parent);
  std::optional<std::vector<Genome>> improve(const Genome &parent);
  std::optional<std::vector<Genome>> strip(const Genome &parent);

  const GenomeArguments &arguments;
  Diagnostics &diags;
  Dice dice;
};

} // namespace

//===-- input ---------------------------------------------------------------------------------===//

std::optional<std::vector<Genome>> Breeder::readAll(const std::string &path) {
  ReaderOptions options;
  options.lenient = arguments.lenient;
  options.flame = arguments.flame;
  options.variationFiles = arguments.variationFiles;
  options.paletteLibrary = findPaletteLibrary(arguments.palettes);
  return readGenomeFile(path, diags, options);
}

std::optional<Genome> Breeder::readOne() {
  std::optional<std::vector<Genome>> genomes = readAll(arguments.inputs.front());
  if (!genomes)
    return std::nullopt;
  if (genomes->size() > 1)
    return diags
        .errorInFile(arguments.inputs.front(),
                     "the file has " + llvm::Twine(genomes->size()) + " flames")
        .note("choose one with --flame=NAME or --flame=INDEX");
  return std::move(genomes->front());
}

std::optional<std::pair<Genome, Genome>> Breeder::readTwo() {
  std::vector<Genome> genomes;
  for (const std::string &path : arguments.inputs) {
    std::optional<std::vector<Genome>> more = readAll(path);
    if (!more)
      return std::nullopt;
    llvm::append_range(genomes, std::move(*more));
  }
  if (genomes.size() != 2)
    return diags
        .errorInFile(arguments.inputs.front(),
                     "expected two flames to cross, got " + llvm::Twine(genomes.size()))
        .note("name two files of one flame each, or one file of two");
  return std::pair(std::move(genomes[0]), std::move(genomes[1]));
}

std::optional<std::vector<const VariationInfo *>> Breeder::chooseVariations() {
  VariationScope scope;
  for (const std::string &path : arguments.variationFiles)
    if (!addDefinitionsOfFile(path, diags, scope))
      return std::nullopt;
  std::vector<const VariationInfo *> chosen;
  for (const std::string &name : arguments.variations) {
    const VariationInfo *info = scope.find(name);
    if (!info) {
      std::vector<llvm::StringRef> names;
      for (const VariationInfo &known : variationTable())
        names.push_back(known.name);
      for (const UserVariation *user : scope.userDefined())
        names.push_back(user->info().name);
      auto report = diags.errorInFile("", "unknown variation " + quoted(name));
      if (std::optional<llvm::StringRef> close = closestWord(name, names))
        report.note("did you mean " + quoted(*close) + "?");
      return report;
    }
    chosen.push_back(info);
  }
  return chosen.empty() ? variationsOf(*findFamily(arguments.family)) : chosen;
}

//===-- operations ----------------------------------------------------------------------------===//

/// Parses WIDTHxHEIGHT.
static bool parseSize(llvm::StringRef text, int &width, int &height) {
  auto [left, right] = text.split('x');
  auto isBad = [](llvm::StringRef word, int &side) {
    return word.getAsInteger(10, side) || side < 1 || side > static_cast<int>(kMaxWidth);
  };
  return !isBad(left, width) && !isBad(right, height) &&
         static_cast<double>(width) * height <= kMaxPixels;
}

std::optional<std::vector<Genome>> Breeder::makeRandom() {
  RandomOptions options;
  auto variations = chooseVariations();
  if (!variations)
    return std::nullopt;
  options.variations = std::move(*variations);
  options.xforms = arguments.xforms;
  options.symmetry = arguments.symmetry;
  if (!arguments.size.empty())
    parseSize(arguments.size, options.width, options.height);
  std::vector<Genome> made;
  for (unsigned i = 0; i < arguments.count; ++i) {
    made.push_back(randomGenome(options, dice));
    made.back().name = "random-" + std::to_string(arguments.seed) + "-" + std::to_string(i);
  }
  return made;
}

std::optional<std::vector<Genome>> Breeder::mutate(const Genome &parent) {
  for (const unsigned locked : arguments.lockedXforms)
    if (locked >= parent.xforms.size())
      return diags.errorInFile("", "there is no xform " + llvm::Twine(locked) +
                                       " to lock: the flame has " +
                                       llvm::Twine(parent.xforms.size()));
  MutateOptions options;
  if (!arguments.mutation.empty())
    options.mutation = static_cast<Mutation>(llvm::find(mutationKeywords(), arguments.mutation) -
                                             mutationKeywords().begin());
  options.strength = arguments.strength;
  options.lockedXforms = arguments.lockedXforms;
  options.lockColors = arguments.lockColors;
  options.lockCamera = !arguments.reframe;
  std::vector<Genome> made;
  for (unsigned i = 0; i < arguments.count; ++i) {
    Mutant mutant = mutateGenome(parent, options, dice);
    if (!mutant.mutation)
      return diags.errorInFile("", "no mutation of the flame was possible")
          .note("lock less of it, or choose another --mutation");
    const llvm::StringRef word = mutationKeywords()[static_cast<size_t>(*mutant.mutation)];
    mutant.genome.name = (parent.name + " " + word + " " + llvm::Twine(i)).str();
    made.push_back(std::move(mutant.genome));
  }
  return made;
}

std::optional<std::vector<Genome>> Breeder::cross() {
  auto parents = readTwo();
  if (!parents)
    return std::nullopt;
  if (const std::string clash = findClash(parents->first, parents->second); !clash.empty())
    return diags.error(parents->second.range, clash).note("give one of them another name");
  CrossOptions options;
  if (!arguments.crossing.empty())
    options.crossing = static_cast<Crossing>(llvm::find(crossingKeywords(), arguments.crossing) -
                                             crossingKeywords().begin());
  options.share = arguments.share;
  std::vector<Genome> made;
  for (unsigned i = 0; i < arguments.count; ++i)
    made.push_back(crossGenomes(parents->first, parents->second, options, dice));
  return made;
}

std::optional<std::vector<Genome>> Breeder::addSymmetries(const Genome &parent) {
  if (parent.symmetry != 1)
    return diags.error(parent.range, "the flame is symmetric already")
        .note("remove its 'symmetry' element");
  std::vector<Genome> made;
  for (unsigned i = 0; i < arguments.count; ++i) {
    Genome genome = parent;
    if (!addSymmetry(genome, arguments.symmetry.value_or(randomSymmetry(dice))))
      return diags.errorInFile("", "the flame would have more than " + llvm::Twine(kMaxXforms) +
                                       " xforms");
    made.push_back(std::move(genome));
  }
  return made;
}

std::optional<std::vector<Genome>> Breeder::rotate(const Genome &parent) {
  std::vector<Genome> made;
  for (unsigned i = 0; i < arguments.count; ++i) {
    const double turns = arguments.turns + static_cast<double>(i) / arguments.count;
    made.push_back(loopGenome(parent, turns - std::floor(turns)));
    made.back().time = i;
  }
  return made;
}

std::optional<std::vector<Genome>> Breeder::improve(const Genome &parent) {
  std::vector<Genome> made;
  for (unsigned i = 0; i < arguments.count; ++i) {
    made.push_back(parent);
    if (!improveColors(made.back(), !arguments.keepPalette, arguments.tries, dice))
      llvm::errs() << kName << ": note: no better colours among " << arguments.tries << "\n";
  }
  return made;
}

std::optional<std::vector<Genome>> Breeder::strip(const Genome &parent) {
  if (int(arguments.strips) > parent.height)
    return diags.errorInFile("", "a picture of " + llvm::Twine(parent.height) + " rows has no " +
                                     llvm::Twine(arguments.strips) + " strips");
  return cutStrips(parent, arguments.strips);
}

std::optional<std::vector<Genome>> Breeder::run() {
  if (arguments.command == "random")
    return makeRandom();
  if (arguments.command == "cross")
    return cross();
  const std::optional<Genome> parent = readOne();
  if (!parent)
    return std::nullopt;
  if (arguments.command == "mutate")
    return mutate(*parent);
  if (arguments.command == "symmetry")
    return addSymmetries(*parent);
  if (arguments.command == "rotate")
    return rotate(*parent);
  if (arguments.command == "improve-colours")
    return improve(*parent);
  return strip(*parent);
}

//===-- program -------------------------------------------------------------------------------===//

/// Checks rules that the parser cannot. Returns an error message, or an empty string.
static std::string usageError(const GenomeArguments &arguments) {
  int width = 0, height = 0;
  if (!arguments.size.empty() && !parseSize(arguments.size, width, height))
    return "expected --size=WIDTHxHEIGHT, such as 1920x1080, got '" + arguments.size + "'";
  if (arguments.lockColors && (arguments.mutation == "colors" || arguments.mutation == "palette"))
    return "--mutation=" + arguments.mutation + " and --lock-colours exclude each other";
  const int most = 1000;
  const int kind = arguments.symmetry.value_or(2);
  if (kind == 0 || kind < -most || kind > most || (arguments.command == "symmetry" && kind == 1))
    return "expected a symmetry of 2 to 1000, or -1 to -1000, got " + std::to_string(kind);
  return {};
}

static ExitCode run(const GenomeArguments &arguments) {
  llvm::SourceMgr sources;
  Diagnostics diags(sources);
  for (const std::string &flag : arguments.warnings)
    if (llvm::Error error = diags.setWarningFlag(flag))
      return reportError(kName, toError(std::move(error)));
  std::optional<std::vector<Genome>> made = Breeder(arguments, diags).run();
  if (!made || diags.hasErrors())
    return kRejected;
  rt::Status written = checkNotRead(sources, arguments.output);
  if (written)
    written = rt::writeOutput(arguments.output, writeFlames(*made));
  return written ? kDone : reportError(kName, written.error());
}

int main(int argc, char **argv) {
  beginLlvmProgram(kName);
  CLI::App app("Breeds fractal flames: throws, mutates, crosses, turns, colours and cuts them.",
               kName);
  GenomeArguments arguments;
  declareArguments(app, arguments);
  if (const std::optional<int> code = parseCommandLine(app, argc, argv))
    return *code;
  if (std::string error = usageError(arguments); !error.empty())
    return reportError(kName, {rt::ErrorKind::Usage, error, kHelpNote});
  return run(arguments);
}
