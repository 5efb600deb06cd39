// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defines the variants of a flame. Plotting is only measured with the points of the flame itself:
// other points may crowd one bucket or miss the picture.

#include "tools/flamebench/Ablate.h"

#include "abi/Ablation.h"
#include "passes/Passes.h"

namespace flame {

using namespace rt;

static constexpr char kXform[] = "xform ";

/// Returns the kernel without each of its parts, and with each xform alone. With xaos, points do
/// not exchange places and each chooses for itself.
static std::vector<Variant> ablationsOf(const Animation &animation, unsigned xforms) {
  auto ablated = [](std::string name, uint32_t ablation, bool plots = false) {
    Variant variant = {std::move(name)};
    variant.ablation = ablation;
    variant.plots = plots;
    return variant;
  };
  const bool isExchanged = !animation.hasChaos();
  std::vector<Variant> variants = {ablated("as it is", 0, true),
                                   ablated("no plot, no projection", abi::kNoPlot)};
  if (isExchanged)
    variants.push_back(ablated("no exchange", abi::kNoExchange));
  variants.push_back(ablated("no selection", abi::kNoSearch));
  variants.push_back(ablated("selection twice", abi::kSelectTwice, true));
  variants.push_back(ablated("no palette", abi::kNoPalette, true));
  if (isExchanged)
    variants.push_back(ablated("odd rounds xforms alone", abi::kHalfOfTheRest));
  for (unsigned i = 0; i < xforms; ++i)
    variants.push_back(ablated(kXform + std::to_string(i + 1) + " alone", abi::onlyXform(i)));
  return variants;
}

static std::vector<Variant> passVariants() {
  std::vector<Variant> variants = {{"all passes"}};
  for (llvm::StringRef pass : optionalPasses()) {
    Variant variant = {"without " + pass.str()};
    variant.disabledPasses = {pass.str()};
    variants.push_back(std::move(variant));
  }
  Variant full = {"functions in full"}, none = {"no optional pass"};
  full.shortFunctions = false;
  for (llvm::StringRef pass : optionalPasses())
    none.disabledPasses.push_back(pass.str());
  Variant nothing = none;
  nothing.name = "neither";
  nothing.shortFunctions = false;
  variants.insert(variants.end(), {full, none, nothing});
  return variants;
}

/// Adds the means of all rows that the flames share. Rows of single xforms are not shared.
static void addMeans(std::vector<Table> &tables) {
  if (tables.size() < 2)
    return;
  tables.push_back(geometricMeans(tables));
  std::erase_if(tables.back().rows, [](const auto &row) { return row.first.starts_with(kXform); });
}

Result<std::vector<Table>> benchAblations(const VariantBench &bench,
                                          const std::vector<NamedFlame> &flames) {
  const auto choose = [](const NamedFlame &flame) -> Result<std::vector<Variant>> {
    FLAME_TRY_ASSIGN(const unsigned xforms, countChosenXforms(flame));
    return ablationsOf(flame.animation, xforms);
  };
  FLAME_TRY_ASSIGN(std::vector<Table> tables, bench.measure(flames, choose));
  addMeans(tables);
  FLAME_TRY_ASSIGN(Table parts, countParts(flames, bench.target()));
  tables.push_back(std::move(parts));
  return tables;
}

Result<std::vector<Table>> benchPasses(const VariantBench &bench,
                                       const std::vector<NamedFlame> &flames) {
  const auto choose = [](const NamedFlame &) -> Result<std::vector<Variant>> {
    return passVariants();
  };
  FLAME_TRY_ASSIGN(std::vector<Table> tables, bench.measure(flames, choose));
  addMeans(tables);
  return tables;
}

} // namespace flame
