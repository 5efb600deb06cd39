// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bodies of all variations, instantiated with doubles. The values are wrapped in the types of
// the expression language, so a body that branches on a value does not compile for the oracle
// either.

#include "ir/VariationOracle.h"

#include "ir/ExtraShapes.h"
#include "ir/VariationDsl.h"
#include "ir/VariationMath.h"
#include "ir/language/UserVariation.h"
#include "runtime/shared/math/Loops.h"

#include "llvm/ADT/SmallVector.h"

#include <cassert>
#include <span>

namespace flame {

namespace math { // one lane of double precision

template <> struct IntegersOf<double> : IntegersOf<float> {};
template <> int32_t toInt<double>(double x) { return static_cast<int32_t>(x); }
template <> double toFloat<double>(int32_t whole) { return whole; }

} // namespace math

namespace dsl {

#include "ir/Variations.bodies.inc"

} // namespace dsl

namespace {

/// Evaluates immediately.
struct OracleBackend {
  using Node = double;
  static Node apply(dsl::Op op, Node a, Node b = 0, Node c = 0) { return dsl::fold(op, a, b, c); }
  /// In single precision if the number of iterations depends on the operands, because such a
  /// function is not smooth.
  static Node loop(LibraryLoop loop, std::span<const Node> at) {
    if (loop == LibraryLoop::CellNoise)
      return math::cellNoise<double>(at[0], at[1], at[2], at[3], at[4], at[5]);
    if (loop == LibraryLoop::LatticeNoise)
      return math::latticeNoise<double>(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7],
                                        at[8]);
    const llvm::SmallVector<float, 18> single(at.begin(), at.end());
    return math::loopValue<float>(loop, single.data());
  }
};

} // namespace

using Reals = llvm::SmallVector<dsl::Real<OracleBackend>, 12>;

namespace {
/// Converts the arguments to types of the expression language.
struct OracleInputs {
  OracleInputs(const VariationInfo &variation, const OracleArgs &args,
               std::pair<double, double> sum)
      : params(args.params.begin(), args.params.end()), draws(args.draws.begin(), args.draws.end()),
        inputs{{args.x, args.y},   args.weight, params.data(),           draws.data(),
               {0, 0, 0, 0, 0, 0}, args.color,  {sum.first, sum.second}, args.z} {
    assert(args.params.size() == variation.params.size() && "one value for each parameter");
    assert(args.draws.size() == variation.draws.size() && "one value for each draw");
    const double *m = args.affine;
    inputs.affine = {m[0], m[1], m[2], m[3], m[4], m[5]};
    inputs.origin = {args.origin[0], args.origin[1]};
    inputs.originZ = args.origin[2];
  }

  Reals params, draws;
  dsl::Inputs<OracleBackend> inputs;
};
} // namespace

std::pair<double, double> evaluateVariation(const VariationInfo &variation,
                                            const OracleArgs &args) {
  const OracleInputs in(variation, args, {0, 0});
  const dsl::Point<OracleBackend> result =
      variation.user ? variation.user->body(in.inputs, /*hasDepth=*/false)
                     : dsl::kBodies<OracleBackend>[positionOf(variation)](in.inputs);
  return {result.x.node, result.y.node};
}

std::array<double, 3> evaluateInSpace(const VariationInfo &variation, const OracleArgs &args) {
  const OracleInputs in(variation, args, {0, 0});
  if (const UserVariation *user = variation.user) {
    const dsl::Point<OracleBackend> result = user->body(in.inputs, /*hasDepth=*/true);
    return {result.x.node, result.y.node, variation.hasDepth ? user->depth(in.inputs).node : 0};
  }
  const size_t position = positionOf(variation);
  const dsl::Body<OracleBackend> body = variation.hasSpace
                                            ? dsl::kSpaceBodies<OracleBackend>[position]
                                            : dsl::kBodies<OracleBackend>[position];
  const dsl::Point<OracleBackend> result = body(in.inputs);
  const double depth =
      variation.hasDepth ? dsl::kDepthBodies<OracleBackend>[position](in.inputs).node : 0;
  return {result.x.node, result.y.node, depth};
}

double evaluateVariationShare(const VariationInfo &variation, const OracleArgs &args) {
  assert(variation.hides && "a variation that hides points");
  const OracleInputs in(variation, args, {0, 0});
  if (variation.user)
    return variation.user->share(in.inputs, /*hasDepth=*/true).node;
  return dsl::kShownBodies<OracleBackend>[positionOf(variation)](in.inputs).node;
}

double evaluateVariationColor(const VariationInfo &variation, const OracleArgs &args,
                              std::pair<double, double> sum) {
  assert(variation.setsColor && "a variation that sets the colour");
  const OracleInputs in(variation, args, sum);
  const dsl::Real<OracleBackend> color =
      variation.user ? variation.user->color(in.inputs, /*hasDepth=*/true)
                     : dsl::kColorBodies<OracleBackend>[positionOf(variation)](in.inputs);
  return dsl::finiteColor(color, in.inputs.color).node;
}

} // namespace flame
