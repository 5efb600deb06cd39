// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts that define variations. What is accepted is computed at a few points, and is the same
// definition when its text is read again.

#include "ir/VariationOracle.h"
#include "ir/language/DefinitionParser.h"

#include "tests/fuzz/Fuzz.h"

using namespace flame;
using namespace flame::fuzz;

/// Computes whatever `variation` says of itself.
static void evaluate(const VariationInfo &variation) {
  std::vector<double> params, draws(variation.draws.size(), 0.5);
  for (const VariationParam &param : variation.params) {
    require(param.minimum <= param.defaultValue && param.defaultValue <= param.maximum,
            "defaults are within their ranges");
    params.push_back(param.defaultValue);
  }
  OracleArgs args;
  args.params = params;
  args.draws = draws;
  for (double at : {0.0, 1.0, -1e30}) {
    args.x = args.y = args.z = at;
    const std::pair<double, double> point = evaluateVariation(variation, args);
    (void)evaluateInSpace(variation, args);
    if (variation.hides)
      (void)evaluateVariationShare(variation, args);
    if (variation.setsColor)
      (void)evaluateVariationColor(variation, args, point);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string text(textOf(data, size));
  DefinitionError error;
  const auto found = readUserVariations(text, error);
  if (!found) {
    require(!error.message.empty(), "what is refused is explained");
    require(text.data() <= error.at.begin() && error.at.end() <= text.data() + text.size(),
            "the place is in the text", error.message);
    return 0;
  }
  require(!found->empty(), "a text that is accepted defines something");
  for (const UserVariation *variation : *found) {
    evaluate(variation->info());
    const auto again = readUserVariations(variation->text(), error);
    require(again && again->size() == 1 && again->front() == variation,
            "a definition is read again", error.message);
    const auto tokens = tokenize(variation->text(), error);
    const auto parsed = DefinitionParser(variation->text(), variation->text().str(),
                                         llvm::ArrayRef(*tokens).drop_back(), error)
                            .run();
    require(parsed != nullptr, "the text of a definition is one by itself", error.message);
  }
  return 0;
}
