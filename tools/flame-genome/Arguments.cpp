// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declares one subcommand per operation, and the options they share.

#include "tools/flame-genome/Arguments.h"

#include "compiler/breed/CrossGenomes.h"
#include "compiler/breed/MutateGenome.h"
#include "support/Limits.h"
#include "tools/CommandLine.h"

namespace flame {

static std::vector<std::string> wordsOf(llvm::ArrayRef<llvm::StringLiteral> words) {
  return {words.begin(), words.end()};
}

static std::string list(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

static CLI::App *add(CLI::App &app, GenomeArguments &arguments, const std::string &name,
                     const std::string &text, int inputs) {
  CLI::App *command = app.add_subcommand(name, text);
  command->callback([&arguments, name] { arguments.command = name; });
  if (inputs > 0)
    command->add_option("INPUT", arguments.inputs, "XML with flames; '-' is stdin")
        ->required()
        ->expected(inputs);
  return command;
}

static void declareRandom(CLI::App &app, GenomeArguments &arguments) {
  std::vector<std::string> families;
  for (const VariationFamily &family : variationFamilies())
    families.push_back(family.name.str());
  CLI::App *command = add(app, arguments, "random", "flames out of nothing", 0);
  command->add_option("--family", arguments.family, "variations: " + list(families))
      ->check(oneOf(families))
      ->capture_default_str();
  command->add_option("--variations", arguments.variations, "these instead, with commas")
      ->delimiter(',');
  command->add_option("--xforms", arguments.xforms, "how many [thrown]")
      ->check(wholeNumber(1, 100));
  command->add_option("--symmetry", arguments.symmetry,
                      "its kind; 1 is none, below 0 with a reflection [thrown]");
  command->add_option("--size", arguments.size, "WxH in pixels [1280x720]");
}

static void declareMutate(CLI::App &app, GenomeArguments &arguments) {
  const std::vector<std::string> mutations = wordsOf(mutationKeywords());
  CLI::App *command = add(app, arguments, "mutate", "flames that differ in one respect", 1);
  command->add_option("--mutation", arguments.mutation, list(mutations) + " [thrown]")
      ->check(oneOf(mutations));
  command->add_option("--strength", arguments.strength, "how far numbers go")
      ->check(numberAboveZero())
      ->capture_default_str();
  command->add_option("--lock", arguments.lockedXforms, "xforms that stay: 0,2")
      ->check(wholeNumber(0, rt::kMaxXforms - 1))
      ->delimiter(',');
  command->add_flag("--lock-colours", arguments.lockColors, "colours stay");
  command->add_flag("--reframe", arguments.reframe, "point the camera at what came out");
}

static void declareCross(CLI::App &app, GenomeArguments &arguments) {
  const std::vector<std::string> crossings = wordsOf(crossingKeywords());
  CLI::App *command = add(app, arguments, "cross", "a flame from two, in one or two files", 0);
  command->add_option("INPUT", arguments.inputs, "XML with flames; one file has two of them")
      ->required()
      ->expected(1, 2);
  command->add_option("--crossing", arguments.crossing, list(crossings) + " [thrown]")
      ->check(oneOf(crossings));
  command->add_option("--share", arguments.share, "of the second when interpolating [thrown]")
      ->check(numberFrom(0, 1));
}

static void declareOthers(CLI::App &app, GenomeArguments &arguments) {
  CLI::App *symmetry = add(app, arguments, "symmetry", "the same, symmetric", 1);
  symmetry->add_option("--kind", arguments.symmetry, "turns; below 0 with a reflection [thrown]");
  CLI::App *rotate = add(app, arguments, "rotate", "instants of the loop of a flame", 1);
  rotate->add_option("--turns", arguments.turns, "where the first one is, in turns")
      ->check(numberFrom(-1e6, 1e6))
      ->capture_default_str();
  CLI::App *colors = add(app, arguments, "improve-colours", "the same in other colours", 1);
  colors->add_flag("--keep-palette", arguments.keepPalette, "change colours of xforms alone");
  colors->add_option("--tries", arguments.tries, "colours to look at")
      ->check(wholeNumber(1, 100000))
      ->capture_default_str();
  CLI::App *strip = add(app, arguments, "strip", "the picture in strips, from the top", 1);
  strip->add_option("--strips", arguments.strips, "how many")
      ->check(wholeNumber(1, 100000))
      ->capture_default_str();
}

void declareArguments(CLI::App &app, GenomeArguments &arguments) {
  app.require_subcommand(1);
  app.fallthrough();
  app.add_option("-o", arguments.output, "file to write; '-' is stdout")->capture_default_str();
  app.add_option("--seed", arguments.seed, "of everything random")
      ->check(wholeNumber())
      ->capture_default_str();
  app.add_option("--count", arguments.count, "how many flames to make")
      ->check(wholeNumber(1, 100000))
      ->capture_default_str();
  app.add_option("--flame", arguments.flame, "which flame of a file: name or index");
  app.add_option("--palettes", arguments.palettes, "library of numbered palettes")
      ->type_name("FILE");
  app.add_option("--variation", arguments.variationFiles,
                 "definitions of further variations (several)")
      ->allow_extra_args(false)
      ->type_name("FILE");
  app.add_flag("--lenient", arguments.lenient, "ignore unknown variations, with a warning");
  app.add_option("-W", arguments.warnings, "NAME, no-NAME, error, error=NAME: control warnings")
      ->allow_extra_args(false);
  declareRandom(app, arguments);
  declareMutate(app, arguments);
  declareCross(app, arguments);
  declareOthers(app, arguments);
  app.footer("Exit codes: 0 done, 1 input rejected, 2 usage, 3 a file cannot be written\n\n"
             "Examples:\n"
             "  flame-genome random --family=julia --count=20 --seed=7 -o brood.flame\n"
             "  flame-genome mutate ember.flame --strength=0.5 --lock-colours --count=9\n"
             "  flame-genome cross ember.flame frost.flame --crossing=interpolate --share=0.3\n"
             "  flame-genome strip poster.flame --strips=4 -o strips.flame");
}

} // namespace flame
