// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes grids of flames. The helper thread breeds them, the worker draws them, and each cell goes
// to the page as soon as it is drawn.

#include "compiler/breed/CrossGenomes.h"
#include "compiler/breed/ImproveColors.h"
#include "compiler/breed/MutateGenome.h"
#include "compiler/genome/UserVariations.h"
#include "studio/model/WholeNumber.h"
#include "studio/server/Helper.h"

#include "llvm/ADT/STLExtras.h"

namespace flame::studio {

using nlohmann::json;
using rt::Error;
using rt::ErrorKind;

namespace {
/// A bred flame and its label.
struct Bred {
  Genome genome;
  std::string label;
};

/// Breeds flames as a message asks.
class Breeder {
public:
  explicit Breeder(const json &message)
      : message(message), options(message.value("options", json::object())),
        dice(uint64_t(wholeNumber(message, "seed", 0, 0, kMostWhole))) {}

  /// Reads the parents. Returns an error message, or an empty string.
  std::string prepare();
  Bred next();

private:
  Bred mutate();
  Bred cross();

  const json &message;
  const json options;
  Dice dice;
  std::string operation;
  ModelReading first, second; ///< own the text that genomes point to
  RandomOptions random;
  MutateOptions mutation;
  CrossOptions crossing;
};
} // namespace

/// Returns the enumerator of `word`.
template <class Enum>
static std::optional<Enum> findWord(llvm::ArrayRef<llvm::StringLiteral> words,
                                    const std::string &word) {
  const auto *found = llvm::find(words, word);
  if (found == words.end())
    return std::nullopt;
  return static_cast<Enum>(found - words.begin());
}

std::string Breeder::prepare() {
  operation = message.value("operation", "mutate");
  if (const VariationFamily *family = findFamily(options.value("family", "any")))
    random.variations = variationsOf(*family);
  random.width = int(wholeNumber(options, "width", 1280, 1, 16384));
  random.height = int(wholeNumber(options, "height", 720, 1, 16384));
  if (operation == "random")
    return {};
  first = readModel(message.at("model"));
  if (first.genomes.empty())
    return first.messages.empty() ? "there is no flame" : first.messages.front().text;
  if (operation == "cross") {
    second = readModel(message.at("other"));
    if (second.genomes.empty())
      return "there is no second flame";
    if (std::string clash = findClash(first.genomes.front(), second.genomes.front());
        !clash.empty())
      return clash;
  }
  mutation.mutation = findWord<Mutation>(mutationKeywords(), options.value("mutation", ""));
  mutation.strength = std::clamp(options.value("strength", 1.0), 0.001, 10.0);
  mutation.lockColors = options.value("lockColors", false);
  mutation.lockCamera = options.value("lockCamera", true);
  mutation.variations = random.variations;
  if (options.contains("lockedXforms"))
    for (const json &xform : options["lockedXforms"])
      mutation.lockedXforms.push_back(unsigned(wholeNumber(xform, 0, kMaxXforms)));
  crossing.crossing = findWord<Crossing>(crossingKeywords(), options.value("crossing", ""));
  return {};
}

Bred Breeder::mutate() {
  Mutant mutant = mutateGenome(first.genomes.front(), mutation, dice);
  const std::string how = mutant.mutation
                              ? mutationKeywords()[static_cast<size_t>(*mutant.mutation)].str()
                              : "unchanged";
  return {std::move(mutant.genome), how};
}

Bred Breeder::cross() {
  return {crossGenomes(first.genomes.front(), second.genomes.front(), crossing, dice), "cross"};
}

Bred Breeder::next() {
  if (operation == "random")
    return {randomGenome(random, dice), "random"};
  if (operation == "cross")
    return cross();
  if (operation == "mutate")
    return mutate();
  Bred bred{first.genomes.front(), operation};
  if (operation == "symmetry")
    addSymmetry(bred.genome, int(wholeNumber(options, "kind", 2, -1e6, 1e6)));
  else if (operation == "colors")
    improveColors(bred.genome, options.value("withPalette", true), 60, dice);
  return bred;
}

void Studio::drawCell(uint64_t connection, const json &asked, json cell) {
  SmallPicture small;
  small.subject = {{"model", cell.at("model")}};
  small.owner = connection;
  small.request.width = uint32_t(std::clamp(asked.value("width", 240.0), 16.0, 1024.0));
  small.request.height = uint32_t(std::clamp(asked.value("height", 135.0), 16.0, 1024.0));
  small.request.quality = std::clamp(asked.value("quality", 20.0), 0.5, 500.0);
  small.request.supersample = 1;
  small.request.firstSeconds = 10;
  cell.erase("model");
  cell["t"] = "cellPicture";
  small.done = [this, connection, cell](rt::Result<std::vector<uint8_t>> picture) mutable {
    if (!picture) {
      cell["error"] = picture.error().text();
      return send(connection, cell);
    }
    send(connection, cell, std::move(*picture));
  };
  worker->draw(std::move(small));
}

void Studio::breed(uint64_t connection, const json &message) {
  help(
      connection, message,
      [this, connection, message] {
        Breeder breeder(message);
        if (const std::string wrong = breeder.prepare(); !wrong.empty())
          return fail(connection, message, Error(ErrorKind::Input, wrong));
        const auto count = unsigned(wholeNumber(message, "count", 16, 1, 64));
        for (unsigned i = 0; i < count; ++i) {
          Bred bred = breeder.next();
          json cell = {{"t", "cell"},
                       {"id", idOf(message)},
                       {"slot", i},
                       {"label", bred.label},
                       {"model", modelOf(bred.genome)}};
          send(connection, cell);
          if (message.value("draw", true))
            drawCell(connection, message, std::move(cell));
        }
      },
      /*isUrgent=*/true);
}

/// Draws the picture of one model as a cell.
void Studio::draw(uint64_t connection, const json &message) {
  drawCell(connection, message,
           {{"id", idOf(message)},
            {"slot", wholeNumber(message, "slot", 0, 0, kMostWhole)},
            {"model", message.at("model")}});
}

} // namespace flame::studio
