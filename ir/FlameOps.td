// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of the flame dialect, from the outside of a flame to the inside: slots and the
// scene (camera, selection, palette), xforms, and what may stand inside an xform.

#ifndef FLAME_IR_FLAMEOPS_TD
#define FLAME_IR_FLAMEOPS_TD

include "ir/FlameDialect.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===-- slots and scene --------------------------------------------------------------------------===//

def Flame_ParamSlotOp : Flame_Op<"param_slot", [Symbol]> {
  let summary = "declare one scalar of the flame";
  let description = [{
    A slot is one number of the genome. It is fixed (one value at all times) or animated, and then
    known to stay within the given range, which bounds the whole curve and not just its knots.
    Packing gives it an offset, in floats from the start of the parameter block.

    ```mlir
    flame.param_slot @xform0_julian_power = 3.0
    flame.param_slot @xform0_julian_dist animated 0.5 to 1.5
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<F64Attr>:$value,
                       OptionalAttr<F64Attr>:$lower, OptionalAttr<F64Attr>:$upper,
                       OptionalAttr<I32Attr>:$offset);
  let assemblyFormat = [{
    $sym_name (`=` $value^)? (`animated` $lower^ `to` $upper)? (`at` $offset^)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// True when the slot holds one value at all times.
    bool isFixed() { return getValue().has_value(); }
    /// True when the slot holds exactly `number` at all times.
    bool isAlways(double number) { return isFixed() && getValue()->convertToDouble() == number; }
  }];
}

def Flame_CameraOp : Flame_Op<"camera"> {
  let summary = "say which slots place the picture in the world";
  let description = [{
    Centre in world units, scale in pixels per unit, zoom as a power of two, rotation in degrees.

    ```mlir
    flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$centerX, FlatSymbolRefAttr:$centerY,
                       FlatSymbolRefAttr:$scale, FlatSymbolRefAttr:$zoom,
                       FlatSymbolRefAttr:$rotate);
  let assemblyFormat = [{
    `center` $centerX `,` $centerY `scale` $scale `zoom` $zoom `rotate` $rotate attr-dict
  }];
}

def Flame_SelectionOp : Flame_Op<"selection"> {
  let summary = "say how the next xform is chosen";
  let description = [{
    One weight slot per standard xform, in xform order. With xaos, `chaos` lists the factors row by
    row: entry [i*N + j] multiplies weight j when xform i was applied last.

    ```mlir
    flame.selection weights [@xform0_weight, @xform1_weight]
    ```
  }];
  let arguments = (ins FlatSymbolRefArrayAttr:$weights,
                       OptionalAttr<FlatSymbolRefArrayAttr>:$chaos);
  let assemblyFormat = "`weights` $weights (`chaos` $chaos^)? attr-dict";
  let hasVerifier = 1;
}

def Flame_PaletteLookup : I32EnumAttr<"PaletteLookup", "ways of looking up colours", [
    I32EnumAttrCase<"Step", 0, "step">,     // the entry under the colour coordinate
    I32EnumAttrCase<"Linear", 1, "linear">  // a blend of the two entries around it
]> {
  let cppNamespace = "::flame";
}

def Flame_PaletteOp : Flame_Op<"palette"> {
  let summary = "say how colours are looked up";
  let description = [{
    `step` takes the entry under the colour coordinate, `linear` blends two neighbours. `translucent`
    says that some entry has alpha below 1.

    ```mlir
    flame.palette step
    ```
  }];
  let arguments = (ins Flame_PaletteLookup:$mode, UnitAttr:$translucent);
  let assemblyFormat = "$mode (`translucent` $translucent^)? attr-dict";
}

//===-- xforms -----------------------------------------------------------------------------------===//

def Flame_XformOp : Flame_Op<"xform", [Symbol, IsolatedFromAbove, SingleBlock]> {
  let summary = "map a point and its colour to the next ones";
  let description = [{
    The body sees the point (x, y) and the colour coordinate and yields the next point, the next
    colour and the visibility of the point. A `final` xform does not take part in the orbit: it is
    applied to what is plotted, and its visibility is ignored.

    ```mlir
    flame.xform @xform0(%x, %y, %color) {
      %one = arith.constant 1.0 : f32
      flame.yield %x, %y, %color, %one
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, UnitAttr:$final);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "llvm::StringRef":$name, CArg<"bool", "false">:$isFinal)>];
  let extraClassDeclaration = [{
    /// The slots that the body reads, each once, in the order in which it first reads them.
    llvm::SmallVector<llvm::StringRef> getReadSlots();
  }];
}

def Flame_YieldOp : Flame_Op<"yield", [Terminator, Pure, HasParent<"XformOp">]> {
  let summary = "end an xform with the next point, colour and visibility";
  let arguments = (ins F32:$x, F32:$y, F32:$color, F32:$visibility);
  let assemblyFormat = "$x `,` $y `,` $color `,` $visibility attr-dict";
}

//===-- inside an xform --------------------------------------------------------------------------===//

def Flame_RngResource : Resource<"::flame::RngResource">;

def Flame_DrawKind : I32EnumAttr<"DrawKind", "kinds of random draws", [
    I32EnumAttrCase<"U01", 0, "u01">,   // uniform in [0,1)
    I32EnumAttrCase<"U11", 1, "u11">,   // uniform in [-1,1)
    I32EnumAttrCase<"Bit", 2, "bit">    // 0.0 or 1.0
]> {
  let cppNamespace = "::flame";
}

def Flame_DrawOp : Flame_Op<"draw", [MemoryEffects<[MemRead<Flame_RngResource>,
                                                    MemWrite<Flame_RngResource>]>]> {
  let summary = "take the next random number of the point's stream";
  let description = [{
    The only operation of a flame that is not pure: its effect on the random stream is what keeps
    two draws from being merged or moved across each other.

    ```mlir
    %u = flame.draw u01 : f32
    ```
  }];
  let arguments = (ins Flame_DrawKind:$kind);
  let results = (outs F32:$value);
  let assemblyFormat = "$kind attr-dict `:` type($value)";
}

def Flame_ParamOp : Flame_Op<"param", [Pure]> {
  let summary = "read one scalar of the flame";
  let description = [{
    ```mlir
    %power = flame.param @xform0_julian_power : f32
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$slot);
  let results = (outs F32:$value);
  let assemblyFormat = "$slot attr-dict `:` type($value)";
}

def Flame_AffineOp : Flame_Op<"affine", [Pure]> {
  let summary = "apply an affine map";
  let description = [{
    x' = a*x + b*y + c, y' = d*x + e*y + f, with the coefficients in the order of genome files.

    ```mlir
    %px, %py = flame.affine %x, %y by [%a, %d, %b, %e, %c, %f]
    ```
  }];
  let arguments = (ins F32:$x, F32:$y, F32:$a, F32:$d, F32:$b, F32:$e, F32:$c, F32:$f);
  let results = (outs F32:$xOut, F32:$yOut);
  let assemblyFormat = [{
    $x `,` $y `by` `[` $a `,` $d `,` $b `,` $e `,` $c `,` $f `]` attr-dict
  }];
}

def Flame_BlendColorOp : Flame_Op<"blend_color", [Pure]> {
  let summary = "move the colour coordinate towards the xform's colour";
  let description = [{
    color' = speed*target + (1 - speed)*color.

    ```mlir
    %next = flame.blend_color %color to %target speed %speed
    ```
  }];
  let arguments = (ins F32:$color, F32:$target, F32:$speed);
  let results = (outs F32:$next);
  let assemblyFormat = "$color `to` $target `speed` $speed attr-dict";
}

def Flame_VisibilityOp : Flame_Op<"visibility", [Pure]> {
  let summary = "turn an opacity into the weight of a deposit";
  let description = [{
    0 for opacity 0, else 10^(log2 opacity): opacity 1 weighs 1, opacity 0.5 weighs 0.1.

    ```mlir
    %visible = flame.visibility %opacity
    ```
  }];
  let arguments = (ins F32:$opacity);
  let results = (outs F32:$value);
  let assemblyFormat = "$opacity attr-dict";
}

def Flame_VariationOp : Flame_Op<"variation", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "evaluate one variation of the table";
  let description = [{
    The contribution of a variation, already multiplied by its weight. Parameters are named and
    complete, in the order of the table; `affine` hands over the pre-affine (a, d, b, e, c, f) to
    the few variations that read it. A variation that draws random numbers has their effect. One that
    sets the colour returns it, too, and sees `onto`, the sum that its contribution is added to.

    ```mlir
    %qx, %qy = flame.variation "julian"(%x, %y, %color) weight %w {power = %power, dist = %dist}
    %rx, %ry, %next = flame.variation "dc_linear"(%x, %y, %color) weight %w
        {offset = %offset, angle = %angle, scale = %scale} onto [%sx, %sy] : f32
    ```
  }];
  let arguments = (ins StrAttr:$name, F32:$x, F32:$y, F32:$weight, F32:$color,
                       Variadic<F32>:$params, Variadic<F32>:$affine, Variadic<F32>:$sum,
                       StrArrayAttr:$paramNames);
  let results = (outs F32:$xOut, F32:$yOut, Optional<F32>:$colorOut);
  let assemblyFormat = [{
    $name `(` $x `,` $y `,` $color `)` `weight` $weight
    custom<NamedParams>($params, $paramNames) (`affine` `[` $affine^ `]`)?
    (`onto` `[` $sum^ `]` `:` type($colorOut))? attr-dict
  }];
  let hasVerifier = 1;
}

//===-- what hoisting, merging and packing leave behind ------------------------------------------===//

def Flame_PrecalcOp : Flame_Op<"precalc", [IsolatedFromAbove, SingleBlock, NoTerminator,
                                           NoRegionArguments]> {
  let summary = "compute slots from other slots, once per temporal sample";
  let description = [{
    ```mlir
    flame.precalc {
      %power = flame.param @xform0_julian_power : f32
      %twice = arith.addf %power, %power : f32
      flame.define @hoisted0, %twice
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $body";
}

def Flame_DefineOp : Flame_Op<"define", [HasParent<"PrecalcOp">]> {
  let summary = "give a computed slot its value";
  let arguments = (ins FlatSymbolRefAttr:$slot, F32:$value);
  let assemblyFormat = "$slot `,` $value attr-dict";
}

def Flame_SameXformOp : Flame_Op<"same_xform", [Symbol,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an xform with the body of another one";
  let description = [{
    A standard xform that differs from `body` in the slots it reads and in nothing else: `slots`
    stand in the order in which `body` first reads its own. No other xform reads any of them, so
    that packing can give both lists the same shape, and the one body serves at another base.

    ```mlir
    flame.same_xform @xform1 as @xform0 reading [@xform1_coefs_a, @xform1_coefs_b]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$body,
                       FlatSymbolRefArrayAttr:$slots);
  let assemblyFormat = "$sym_name `as` $body `reading` $slots attr-dict";
}

#endif // FLAME_IR_FLAMEOPS_TD
