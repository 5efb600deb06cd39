// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bodies of all variations, instantiated with doubles. The values are wrapped in the types of
// the expression language here too, so that a body that branches on a value does not even compile
// for the oracle.

#include "ir/VariationOracle.h"

#include "ir/BeyondMath.h"
#include "ir/VariationDsl.h"
#include "ir/VariationMath.h"

#include "llvm/ADT/SmallVector.h"

#include <cassert>

namespace flame {

namespace dsl {

#include "ir/Variations.bodies.inc"

} // namespace dsl

namespace {

/// Computes at once.
struct OracleBackend {
  using Node = double;
  static Node apply(dsl::Op op, Node a, Node b = 0, Node c = 0) { return dsl::fold(op, a, b, c); }
};

} // namespace

using Reals = llvm::SmallVector<dsl::Real<OracleBackend>, 12>;

std::pair<double, double> evaluateVariation(const VariationInfo &variation,
                                            const OracleArgs &args) {
  assert(args.params.size() == variation.params.size() && "one value for each parameter");
  assert(args.draws.size() == variation.draws.size() && "one value for each draw");
  Reals params(args.params.begin(), args.params.end());
  Reals draws(args.draws.begin(), args.draws.end());
  const double *m = args.affine;
  dsl::Inputs<OracleBackend> inputs{{args.x, args.y},
                                    args.weight,
                                    params.data(),
                                    draws.data(),
                                    {m[0], m[1], m[2], m[3], m[4], m[5]},
                                    args.color};
  size_t position = &variation - variationTable().data();
  dsl::Point<OracleBackend> result = dsl::kBodies<OracleBackend>[position](inputs);
  return {result.x.node, result.y.node};
}

} // namespace flame
