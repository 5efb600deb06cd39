// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Throws flames, and compiles each of them in every way that must make no difference: without one
// optional pass after the other, for vectors of 4, 8 and 16 points as far as this processor has
// them. The pictures may differ by noise. After every pass the IR is verified, and as text it is
// read again and is the same; what was imported, read from its text, becomes what the compiler
// makes of it.
//
//   differential [--count N] [--first N] [--seed N] [--samples N] [--limit S] [--keep DIR]
//
// The seed and the number of a flame give it again: --first=N --count=1. Those that show something
// stay in the folder of --keep. Exit codes: 0 nothing found, 1 something found, 2 usage.

#include "tests/image/SamePicture.h"

#include "compiler/breed/RandomGenome.h"
#include "compiler/codegen/ImportAnimation.h"
#include "compiler/codegen/PackFlame.h"
#include "compiler/cpu/CompileForCpu.h"
#include "compiler/genome/FlameWriter.h"
#include "passes/Passes.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

using namespace flame;
using namespace flame::test;

/// Two sets of seeds of one flame differ by 2.0 at most where blocks depend on each other
/// (EqualFlamesTest.cpp). Where they differ by more, what is found has to differ by so many times
/// as much.
static constexpr double kLoose = 3, kTimesTheNoise = 2;

namespace {

struct Options {
  double count = 100, first = 0, seed = 1, samples = 1e6, limit = 1e9;
  std::string keep = "found-flames";
};

/// What was compared, and what came of it.
struct Findings {
  unsigned comparisons = 0, passes = 0, found = 0;
  double largest = 0;
  std::string largestOf;
};

/// The comparisons of one flame.
class Trial {
public:
  Trial(const Genome &genome, uint64_t samples, Findings &findings)
      : genome(genome), animation(makeStill(genome)), samples(samples), findings(findings) {}

  /// What was found of it, a line each.
  std::string run() {
    checkText();
    const auto all = renderWith({}, {});
    if (!all)
      return problems;
    for (const llvm::StringRef pass : optionalPasses()) {
      CompileOptions options;
      options.disabledPasses = {pass.str()};
      compare(*all, options, {}, "without " + pass.str());
    }
    for (const unsigned lanes : {4u, 8u, 16u})
      if (lanes < CpuFlame::nativeLanes())
        compare(*all, {}, {.lanes = lanes}, "with " + std::to_string(lanes) + " lanes");
    return problems;
  }

private:
  void complain(const std::string &what) {
    ++findings.found;
    problems += genome.name + ": " + what + "\n";
  }

  std::optional<Renders> renderWith(const CompileOptions &options, RenderOptions how) {
    how.samples = samples;
    llvm::Expected<Renders> renders = tryRender(animation, options, how);
    if (renders)
      return std::move(*renders);
    complain(llvm::toString(renders.takeError()));
    return std::nullopt;
  }

  void compare(const Renders &all, const CompileOptions &options, const RenderOptions &how,
               const std::string &what) {
    const std::optional<Renders> other = renderWith(options, how);
    ++findings.comparisons;
    if (!other || areSameBytes(all, *other))
      return;
    const double difference = differenceOf(all, *other);
    if (difference > findings.largest) {
      findings.largest = difference;
      findings.largestOf = genome.name + " " + what;
    }
    if (difference <= kLoose)
      return;
    if (!noise)
      if (const auto again = renderWith({}, {.firstSeed = 1000}))
        noise = differenceOf(all, *again);
    if (noise && difference > kTimesTheNoise * *noise)
      complain(what + " it differs by " + std::to_string(difference) + ", by other seeds by " +
               std::to_string(*noise));
  }

  static std::string printed(mlir::ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream);
    return text;
  }

  /// After each pass.
  void checkText() {
    const auto context = makeContext();
    std::string imported, last;
    const PassObserver look = [&](llvm::StringRef pass, mlir::ModuleOp module) {
      ++findings.passes;
      const std::string behind = pass.empty() ? "as it was imported" : "behind " + pass.str();
      if (mlir::failed(mlir::verify(module)))
        complain("its IR is wrong " + behind);
      last = printed(module);
      if (pass.empty())
        imported = last;
      const auto other = makeContext();
      const auto again = mlir::parseSourceString<mlir::ModuleOp>(last, other.get());
      if (!again)
        complain("its IR is not read again " + behind);
      else if (printed(*again) != last)
        complain("its IR is another when it is read again " + behind);
    };
    CompileOptions options;
    options.afterPass = look;
    llvm::Expected<PackedFlame> packed = packFlame(*context, animation, options);
    if (!packed)
      return complain(llvm::toString(packed.takeError()));
    const auto other = makeContext();
    const auto again = mlir::parseSourceString<mlir::ModuleOp>(imported, other.get());
    if (!again)
      return; // was complained about
    PipelineOptions pipeline;
    pipeline.fold = options.fold;
    if (llvm::Error failed = runPipeline(*again, pipeline, buildOptimizationPipeline))
      return complain("from text, " + llvm::toString(std::move(failed)));
    if (printed(*again) != last)
      complain("from text it becomes other code");
  }

  const Genome &genome;
  const Animation animation;
  const uint64_t samples;
  Findings &findings;
  std::string problems;
  std::optional<double> noise; ///< between seeds
};

} // namespace

/// A flame of a family, the families in turn, every third with a symmetry.
static Genome throwFlame(uint64_t seed, uint64_t number) {
  Dice dice(seed * 1'000'003 + number);
  const auto families = variationFamilies();
  RandomOptions options;
  options.variations = variationsOf(families[number % families.size()]);
  options.width = kWidth;
  options.height = kHeight;
  Genome genome = randomGenome(options, dice);
  if (number % 3 == 2)
    addSymmetry(genome, randomSymmetry(dice));
  genome.name = "flame " + std::to_string(number);
  return genome;
}

static bool parse(int argc, char **argv, Options &options) {
  const std::map<std::string_view, double *> numbers = {{"--count", &options.count},
                                                        {"--first", &options.first},
                                                        {"--seed", &options.seed},
                                                        {"--samples", &options.samples},
                                                        {"--limit", &options.limit}};
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const size_t equals = word.find('=');
    if (equals == word.npos)
      return false;
    const std::string_view value = word.substr(equals + 1);
    const auto found = numbers.find(word.substr(0, equals));
    if (found == numbers.end() && word.substr(0, equals) != "--keep")
      return false;
    if (found == numbers.end()) {
      options.keep = value;
      continue;
    }
    const auto [end, failed] =
        std::from_chars(value.data(), value.data() + value.size(), *found->second);
    if (failed != std::errc() || end != value.data() + value.size() || !(*found->second >= 0))
      return false;
  }
  return options.count >= 1 && options.samples >= 1000;
}

int main(int argc, char **argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    fprintf(stderr, "differential [--count=N] [--first=N] [--seed=N] [--samples=N] [--limit=S] "
                    "[--keep=DIR]\n");
    return 2;
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  Findings findings;
  uint64_t flames = 0;
  for (; flames < uint64_t(options.count) && seconds() < options.limit; ++flames) {
    const uint64_t number = uint64_t(options.first) + flames;
    const Genome genome = throwFlame(uint64_t(options.seed), number);
    const std::string problems = Trial(genome, uint64_t(options.samples), findings).run();
    if (problems.empty())
      continue;
    printf("%s", problems.c_str());
    std::error_code failed;
    std::filesystem::create_directories(options.keep, failed);
    std::ofstream(std::filesystem::path(options.keep) / (std::to_string(number) + ".flame"))
        << writeFlame(genome);
  }
  printf("%llu flames, %u comparisons, IR looked at %u times, in %.0f s: %u findings; the largest "
         "difference is %.2f, of %s\n",
         (unsigned long long)flames, findings.comparisons, findings.passes, seconds(),
         findings.found, findings.largest,
         findings.largestOf.empty() ? "none" : findings.largestOf.c_str());
  return findings.found ? 1 : 0;
}
