// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares two pictures by plain differences, or the renders of one flame by two renderers with the
// noise taken into account (Fidelity.h). The exit code is the verdict, so shell scripts and tests
// need nothing else:
//
//   0 pass    1 fail, pictures of different size included    2 usage    3 a file cannot be used

#include "support/OutputPath.h"
#include "tools/CommandLine.h"
#include "tools/ExitCode.h"
#include "tools/flame-cmp/Fidelity.h"
#include "tools/flame-cmp/PictureFile.h"
#include "tools/flame-cmp/Report.h"

#include <algorithm>
#include <cctype>
#include <iostream>
#include <optional>

namespace {

using namespace flame;

constexpr const char *kHelpNote = "'flame-cmp --help' lists the options";

struct Options {
  std::vector<std::string> pair, reference, ours;
  PictureOptions pictures;
  std::string difference;
  double gain = 8;
  std::optional<double> tolerance;
  std::optional<int> blockSide;
  bool exact = false;
  bool json = false;
};

} // namespace

static void declare(CLI::App &app, Options &options) {
  app.add_option("PICTURE", options.pair, "two PNG files")->expected(2)->type_name("");
  app.add_option("--reference", options.reference, "renders of the reference, one per seed")
      ->type_name("FILES");
  app.add_option("--ours", options.ours, "renders to judge, one per seed")->type_name("FILES");
  app.add_flag("--exact", options.exact, "demand equal samples, picture by picture");
  app.add_option("--tolerance", options.tolerance, "largest E with which a pair passes, 0 to 1")
      ->type_name("E");
  app.add_option("--blocks", options.blockSide, "noise of sums over N x N pixels, too")
      ->type_name("N");
  app.add_flag("--alpha", options.pictures.alpha, "compare alpha, too");
  app.add_option("--white", options.pictures.white, "code of white in 16-bit files")
      ->type_name("CODE")
      ->capture_default_str();
  app.add_option("--difference", options.difference, "write grey + gain x (ours - reference)")
      ->type_name("FILE");
  app.add_option("--gain", options.gain, "the gain of that picture")
      ->type_name("X")
      ->capture_default_str();
  app.add_flag("--json", options.json, "report as JSON");
  app.footer("A set passes when fidelity, bias and spread all hold; exit status 0 pass, 1 fail,\n"
             "2 usage, 3 a file cannot be read or written.\n\n"
             "Examples:\n"
             "  flame-cmp before.png after.png\n"
             "  flame-cmp --reference r1.png r2.png r3.png r4.png --ours o1.png o2.png");
}

/// Checks which options go together. Returns an error message, or an empty string.
static std::string usageError(const Options &options) {
  bool sets = !options.reference.empty() || !options.ours.empty();
  if (sets == !options.pair.empty())
    return "expected two pictures, or --reference and --ours";
  if (sets && options.tolerance)
    return "--tolerance is for two pictures";
  if (options.tolerance && !(*options.tolerance >= 0))
    return "expected --tolerance of at least 0";
  if (options.blockSide && *options.blockSide < 1)
    return "expected --blocks of at least 1";
  if (options.pictures.white < 1 || options.pictures.white > 65535)
    return "expected --white between 1 and 65535";
  if (sets && options.exact && options.reference.size() != options.ours.size())
    return "--exact compares picture by picture, but there are " +
           std::to_string(options.reference.size()) + " and " + std::to_string(options.ours.size());
  if (sets && !options.exact && std::min(options.reference.size(), options.ours.size()) < 2)
    return "noise needs at least two pictures with different seeds on each side";
  return {};
}

static int report(const rt::Error &error) { return reportError("flame-cmp", error); }

static bool areEqual(std::span<const Picture> a, std::span<const Picture> b) {
  return std::ranges::equal(a, b, {}, &Picture::levels, &Picture::levels);
}

/// Prints the report of a pair. Returns true if it passes.
static bool comparePair(const Options &options, std::span<const Picture> pair) {
  PairReport result;
  result.difference = compare(pair[0], pair[1]);
  result.equal = areEqual(pair.first(1), pair.last(1));
  result.passes = (!options.exact || result.equal) &&
                  (!options.tolerance || result.difference.rms <= *options.tolerance);
  if (options.blockSide)
    result.blocks = blockNoise(pair, *options.blockSide);
  std::cout << (options.json ? toJson(result) : describe(result));
  return result.passes;
}

/// Prints the report of the first pair that differs, or of the last one. Returns true if none
/// differs.
static bool compareExactly(const Options &options, std::span<const Picture> reference,
                           std::span<const Picture> ours) {
  for (size_t i = 0; i < reference.size(); ++i) {
    bool last = i + 1 == reference.size();
    if (!last && areEqual(reference.subspan(i, 1), ours.subspan(i, 1)))
      continue;
    if (!options.json)
      std::cout << options.reference[i] << " and " << options.ours[i] << "\n";
    std::vector<Picture> pair = {reference[i], ours[i]};
    return comparePair(options, pair);
  }
  return true;
}

static bool compareSets(const Options &options, std::span<const Picture> reference,
                        std::span<const Picture> ours) {
  SetReport result;
  result.fidelity = measure(reference, ours);
  result.verdict = judge(result.fidelity);
  if (options.blockSide) {
    result.referenceBlocks = blockNoise(reference, *options.blockSide);
    result.oursBlocks = blockNoise(ours, *options.blockSide);
  }
  std::cout << (options.json ? toJson(result) : describe(result));
  return result.verdict.passes();
}

static int run(const Options &options) {
  bool isPair = !options.pair.empty();
  std::vector<std::string> paths = isPair ? options.pair : options.reference;
  paths.insert(paths.end(), options.ours.begin(), options.ours.end());
  for (const std::string &path : paths)
    if (rt::isSameFile(options.difference, path))
      return report(rt::overwriteError(options.difference));
  rt::Result<std::vector<Picture>> pictures = readPictures(paths, options.pictures);
  if (!pictures)
    return report(pictures.error());
  const Picture &shape = pictures->front();
  if (options.blockSide && *options.blockSide > std::min(shape.width, shape.height))
    return report({rt::ErrorKind::Usage,
                   "blocks of " + std::to_string(*options.blockSide) + " pixels do not fit into " +
                       std::to_string(shape.width) + "x" + std::to_string(shape.height)});

  std::span<const Picture> all = *pictures;
  size_t split = isPair ? 1 : options.reference.size();
  std::span<const Picture> reference = all.first(split), ours = all.subspan(split);
  if (!options.difference.empty()) {
    rt::Status written =
        writePicture(options.difference, differencePicture(reference, ours, options.gain));
    if (!written)
      return report(written.error());
  }
  if (isPair)
    return comparePair(options, all) ? 0 : 1;
  bool passes = options.exact ? compareExactly(options, reference, ours)
                              : compareSets(options, reference, ours);
  return passes ? 0 : 1;
}

int main(int argc, char **argv) {
  endWithoutMemory("flame-cmp");
  Options options;
  CLI::App app(
      "Compares pictures: two directly, or two renderers of a flame relative to the noise.",
      "flame-cmp");
  declare(app, options);
  if (const std::optional<int> code = parseCommandLine(app, argc, argv))
    return *code;
  if (std::string error = usageError(options); !error.empty())
    return report({rt::ErrorKind::Usage, error, kHelpNote});
  return endProgram("flame-cmp", run(options));
}
