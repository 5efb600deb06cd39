// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes of the flame dialect: what a number is over time, which number is meant, and where the numbers of a
// packed flame stand.

#ifndef FLAME_IR_FLAMEATTRS_TD
#define FLAME_IR_FLAMEATTRS_TD

include "ir/FlameDialect.td"
include "mlir/IR/AttrTypeBase.td"

class Flame_Attr<string name, string attrMnemonic> : AttrDef<FlameDialect, name> {
  let mnemonic = attrMnemonic;
}

def Flame_Knots : ArrayRefParameter<"::flame::TrackKnot", "knots in ascending time"> {
  let comparator = "::flame::haveSameBits($_lhs, $_rhs)";
}

def Flame_TrackAttr : Flame_Attr<"Track", "track"> {
  let summary = "one number over time";
  let description = [{
    A curve through knots in ascending time, 0 at the start of the animation and 1 at its end: cubic pieces between the
    knots, straight lines before the first and behind the last. A `linear` curve is a cubic in its values; one of
    magnitudes grows by factors: there, slopes are those of the magnitude. A knot is `time: value`, followed by the slope
    through it, `slope 0.5`, or by those before and behind it, `slope 0.5 | -1.0`, unless both are 0. A number that never
    changes is written as such.

    ```mlir
    #flame.track<0.5>
    #flame.track<linear 0.0: 1.0 slope 2.0, 1.0: 3.0 slope 2.0>
    #flame.track<magnitude 0.0: 24.0, 0.25: 32.0 slope 0.5 | 0.0, 1.0: 24.0>
    ```
  }];
  let parameters = (ins "::flame::TrackDomain":$domain, Flame_Knots:$knots);
  let builders = [AttrBuilder<(ins "const ::flame::Track &":$track)>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The same as a value of the compiler.
    ::flame::Track getTrack() const;
    /// True when the number is the same at all times.
    bool isConstant() const { return getKnots().size() == 1; }
    /// True when the number is `number` at all times.
    bool isAlways(double number) const { return isConstant() && getKnots()[0].value == number; }
  }];
}

def Flame_ElementAttr : Flame_Attr<"Element", "element"> {
  let summary = "which number of the flame is meant";
  let description = [{
    A slot of one number by its name, or one of the numbers of an array slot, counted from 0.

    ```mlir
    #flame.element<@xform0_color>
    #flame.element<@xform0_coefs[2]>
    ```
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$slot, "::std::optional<unsigned>":$index);
  let builders = [AttrBuilderWithInferredContext<(ins "::mlir::FlatSymbolRefAttr":$slot), [{
    return $_get(slot.getContext(), slot, ::std::nullopt);
  }]>];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The place of the number in its slot.
    unsigned getPosition() const { return getIndex().value_or(0); }
  }];
}

def Flame_LayoutAttr : Flame_Attr<"Layout", "layout"> {
  let summary = "the shape of the parameter block";
  let description = [{
    What flame-pack-params leaves on the module, as `flame.layout`: offsets in floats from the start of the block, in the
    terms of `abi::BlockLayout`. The sections stand in this order: camera and cumulative weights, cumulative rows of xaos
    (`xaosOffset`, 0 without), slots that xforms read, and behind `sharedFloats` what the iteration does not read: raw
    weights, raw xaos factors (`chaosOffset`, 0 without), the camera's values, slots of flame.precalc.

    ```mlir
    #flame.layout<xforms = 2, xaosOffset = 0, slotsOffset = 12, sharedFloats = 20, weightsOffset = 20,
                  chaosOffset = 0, viewOffset = 24, blockFloats = 36>
    ```
  }];
  let parameters = (ins "unsigned":$xforms, "unsigned":$xaosOffset, "unsigned":$slotsOffset,
                        "unsigned":$sharedFloats, "unsigned":$weightsOffset,
                        "unsigned":$chaosOffset, "unsigned":$viewOffset, "unsigned":$blockFloats);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The layout of a packed module; null before packing.
    static LayoutAttr of(::mlir::Operation *module) {
      return module->getAttrOfType<LayoutAttr>(FlameDialect::kLayoutName);
    }
  }];
}

#endif // FLAME_IR_FLAMEATTRS_TD
