// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flame dialect itself. Includes nothing of ours, so that the build and the reader go one way.

#ifndef FLAME_IR_FLAMEDIALECT_TD
#define FLAME_IR_FLAMEDIALECT_TD

include "mlir/IR/OpBase.td"

def FlameDialect : Dialect {
  let name = "flame";
  let cppNamespace = "::flame";
  let summary = "fractal flames: xforms, variations, parameters";
  let description = [{
    A module holds one flame. Parameters are named slots of one number or several, which say what
    they are over time; an xform is a region over a point and a colour; variations are operations
    with named operands. Whatever is ordinary arithmetic is left to the `arith` and `math` dialects
    from the start.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Where a packed module has its #flame.layout.
    static constexpr ::llvm::StringLiteral kLayoutName = "flame.layout";

    void registerAttributes();
  }];
}

class Flame_Op<string mnemonic, list<Trait> traits = []> : Op<FlameDialect, mnemonic, traits>;

#endif // FLAME_IR_FLAMEDIALECT_TD
