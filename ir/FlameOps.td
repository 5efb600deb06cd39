// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of the flame dialect, from the outside of a flame to the inside: slots and the
// scene (camera, selection, palette), xforms, and what may stand inside an xform.

#ifndef FLAME_IR_FLAMEOPS_TD
#define FLAME_IR_FLAMEOPS_TD

include "ir/FlameAttrs.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===-- slots and scene -----------------------------------------------------------------------===//

def Flame_TracksAttr : TypedArrayAttrBase<Flame_TrackAttr, "tracks">;
def Flame_ElementsAttr : TypedArrayAttrBase<Flame_ElementAttr, "numbers of the flame">;

def Flame_ParamSlotOp : Flame_Op<"param_slot", [Symbol]> {
  let summary = "declare numbers of the flame";
  let description = [{
    A slot is one number of the genome, or several that belong together, as the coefficients of an
    affine (a, d, b, e, c, f) or a row of xaos factors. Each is a `#flame.track`: fixed (one value at
    all times) or animated. A slot without any holds one number that `flame.precalc` computes.

    Packing gives every number that is read an offset in the parameter block, in floats from its start:
    one for the first number when the others follow, or else one for each, `_` for what nobody reads.

    ```mlir
    flame.param_slot @xform0_julian_power = 3.0
    flame.param_slot @xform0_julian_dist = <linear 0.0: 0.5, 1.0: 1.5 slope 2.0>
    flame.param_slot @xform0_coefs = [0.5, 0.0, 0.0, 0.5, <linear 0.0: 0.0, 1.0: 1.0>, 0.25] at [12, _, _, 13, 14, 15]
    flame.param_slot @chaos0 = [1.0, 0.0, 2.5] at 40
    flame.param_slot @hoisted0 at 16
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<Flame_TracksAttr>:$tracks,
                       OptionalAttr<DenseI32ArrayAttr>:$offsets);
  let assemblyFormat = "$sym_name (custom<TracksAndOffsets>($tracks, $offsets)^)? attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// In `offsets`, of a number without an offset.
    static constexpr int32_t kNoOffset = -1;

    /// How many numbers the slot holds.
    unsigned size() { return getTracks() ? getTracks()->size() : 1; }
    /// What the number at `position` is over time; null when flame.precalc computes it.
    TrackAttr getTrack(unsigned position) {
      return getTracks() ? llvm::cast<TrackAttr>((*getTracks())[position]) : TrackAttr();
    }
    /// Where the number at `position` stands in the parameter block, if it has an offset.
    std::optional<unsigned> getOffset(unsigned position);
  }];
}

def Flame_CameraOp : Flame_Op<"camera", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
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

def Flame_SelectionOp : Flame_Op<"selection",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "say how the next xform is chosen";
  let description = [{
    One weight slot per standard xform, in xform order. With xaos, `chaos` has an array slot for each
    of them, too: number j of row i multiplies weight j when xform i was applied last.

    ```mlir
    flame.selection weights [@xform0_weight, @xform1_weight]
    flame.selection weights [@xform0_weight, @xform1_weight] chaos [@chaos0, @chaos1]
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

//===-- xforms --------------------------------------------------------------------------------===//

def Flame_XformOp : Flame_Op<"xform", [Symbol, IsolatedFromAbove, SingleBlock]> {
  let summary = "map a point and its colour to the next ones";
  let description = [{
    The body sees the point (x, y) and the colour coordinate and yields the next point, the next
    colour and the visibility of the point. A `final` xform does not take part in the orbit: it is
    applied to what is plotted, and its visibility is ignored. Where points have a z, all xforms see
    it behind the colour, and all but the final one yield the next one behind the visibility.

    ```mlir
    flame.xform @xform0(%x, %y, %color) {
      %one = arith.constant 1.0 : f32
      flame.yield %x, %y, %color, %one
    }
    flame.xform @deep(%x, %y, %color, %z) {
      %one = arith.constant 1.0 : f32
      flame.yield %x, %y, %color, %one, %z
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, UnitAttr:$final);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "llvm::StringRef":$name, CArg<"bool", "false">:$isFinal,
                                 CArg<"bool", "false">:$isDeep)>];
  let extraClassDeclaration = [{
    /// The numbers that the body reads, each once, in the order in which it first reads them.
    llvm::SmallVector<ElementAttr> getReadElements();
    /// Whether points have a z.
    bool isDeep() { return getBody().getNumArguments() > 3; }
  }];
}

def Flame_YieldOp : Flame_Op<"yield", [Terminator, Pure, HasParent<"XformOp">]> {
  let summary = "end an xform with the next point, colour and visibility";
  let arguments = (ins F32:$x, F32:$y, F32:$color, F32:$visibility, Optional<F32>:$z);
  let assemblyFormat = "$x `,` $y `,` $color `,` $visibility (`,` $z^)? attr-dict";
}

//===-- inside an xform -----------------------------------------------------------------------===//

def Flame_RngResource : Resource<"::flame::RngResource">;

def Flame_DrawKind : I32EnumAttr<"DrawKind", "kinds of random draws", [
    I32EnumAttrCase<"U01", 0, "u01">,   // uniform in [0,1)
    I32EnumAttrCase<"U11", 1, "u11">,   // uniform in [-1,1)
    I32EnumAttrCase<"Bit", 2, "bit">,   // 0.0 or 1.0
    I32EnumAttrCase<"Bell", 3, "bell">  // the sum of four of [0,1), less 2
]> {
  let cppNamespace = "::flame";
}

def Flame_DrawOp : Flame_Op<"draw", [HasParent<"XformOp">,
    MemoryEffects<[MemRead<Flame_RngResource>, MemWrite<Flame_RngResource>]>]> {
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

def Flame_XformStateResource : Resource<"::flame::XformStateResource">;

def Flame_RecallOp : Flame_Op<"recall", [HasParent<"XformOp">,
                                         MemoryEffects<[MemRead<Flame_XformStateResource>]>]> {
  let summary = "read a number of xform state";
  let description = [{
    Each thread of a GPU and each lane of a CPU, whose points pass one after the other, has a
    state of its own. Its numbers are counted from 0, below abi::kMaxXformState, and belong to all
    xforms. Their first values are random, in [0, 1).

    ```mlir
    %last = flame.recall 3 : f32
    ```
  }];
  let arguments = (ins I32Attr:$number);
  let results = (outs F32:$value);
  let assemblyFormat = "$number attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def Flame_RememberOp : Flame_Op<"remember", [HasParent<"XformOp">,
                                             MemoryEffects<[MemWrite<Flame_XformStateResource>]>]> {
  let summary = "set a number of xform state, for later points";
  let description = [{
    ```mlir
    flame.remember 3, %next
    ```
  }];
  let arguments = (ins I32Attr:$number, F32:$value);
  let assemblyFormat = "$number `,` $value attr-dict";
  let hasVerifier = 1;
}

def Flame_ParamOp : Flame_Op<"param", [Pure, ParentOneOf<["XformOp", "PrecalcOp"]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "read one number of the flame";
  let description = [{
    ```mlir
    %power = flame.param @xform0_julian_power : f32
    %b = flame.param @xform0_coefs[2] : f32
    ```
  }];
  let arguments = (ins Flame_ElementAttr:$element);
  let results = (outs F32:$value);
  let assemblyFormat = "custom<ElementName>($element) attr-dict `:` type($value)";
}

def Flame_PixelSizeOp : Flame_Op<"pixel_size", [Pure, HasParent<"XformOp">]> {
  let summary = "read how many world units a pixel of the output is high";
  let description = [{
    Known when a frame is rendered: it depends on the size that is asked for, too.

    ```mlir
    %size = flame.pixel_size : f32
    ```
  }];
  let results = (outs F32:$value);
  let assemblyFormat = "attr-dict `:` type($value)";
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

def Flame_UserVariationOp : Flame_Op<"user_variation"> {
  let summary = "define a variation that is not in the table";
  let description = [{
    The text of one definition, in the language of docs/how-to/user-variations.md. The xforms of the flame use it by the name that
    it gives.

    ```mlir
    flame.user_variation "variation half\0Ax' = weight * x / 2\0Ay' = weight * y / 2"
    ```
  }];
  let arguments = (ins StrAttr:$text);
  let assemblyFormat = "$text attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What is defined; null if the text defines nothing.
    const ::flame::VariationInfo *getInfo();
  }];
}

def Flame_VariationOp : Flame_Op<"variation", [HasParent<"XformOp">, AttrSizedOperandSegments,
    AttrSizedResultSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "evaluate one variation";
  let description = [{
    The contribution of a variation, already multiplied by its weight. Parameters are named and
    complete, in the order of the table; `affine` hands over the pre-affine (a, d, b, e, c, f) to
    the few variations that read it. A variation that draws random numbers has their effect. One that
    sets the colour returns it, too, and sees `onto`, the sum that its contribution is added to. One
    that knows of z sees it where points have one, and returns the z of its contribution. One that hides points
    returns the share of the point that is plotted. One behind the sum that reads the point before the sum has it `from`
    there, with its z if points have one.

    ```mlir
    %qx, %qy = flame.variation "julian"(%x, %y, %color) weight %w {power = %power, dist = %dist}
    %rx, %ry, %next = flame.variation "dc_linear"(%x, %y, %color) weight %w
        {offset = %offset, angle = %angle, scale = %scale} onto [%sx, %sy] : f32
    %bx, %by, %bz = flame.variation "bubble"(%x, %y, %color) weight %w depth %z : f32
    %cx, %cy, %share = flame.variation "cut_tileillusion"(%x, %y, %color) weight %w
        {time = %time, mode = %mode, zoom = %zoom, invert = %invert} shown : f32
    ```
  }];
  let arguments = (ins StrAttr:$name, F32:$x, F32:$y, F32:$weight, F32:$color,
                       Variadic<F32>:$params, Variadic<F32>:$affine, Variadic<F32>:$sum,
                       Optional<F32>:$z, Variadic<F32>:$origin, StrArrayAttr:$paramNames);
  let results = (outs F32:$xOut, F32:$yOut, Optional<F32>:$colorOut, Optional<F32>:$zOut,
                      Optional<F32>:$shownOut);
  let assemblyFormat = [{
    $name `(` $x `,` $y `,` $color `)` `weight` $weight
    custom<NamedParams>($params, $paramNames) (`affine` `[` $affine^ `]`)?
    (`onto` `[` $sum^ `]` `:` type($colorOut))? (`depth` $z^ `:` type($zOut))?
    (`from` `[` $origin^ `]`)? (`shown` `:` type($shownOut)^)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The variation of the table or of the flame that is called `name`; null if there is none.
    const ::flame::VariationInfo *getInfo();
  }];
}

//===-- what hoisting, merging and packing leave behind ---------------------------------------===//

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

def Flame_DefineOp : Flame_Op<"define", [HasParent<"PrecalcOp">,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "give a computed slot its value";
  let arguments = (ins FlatSymbolRefAttr:$slot, F32:$value);
  let assemblyFormat = "$slot `,` $value attr-dict";
}

def Flame_SameXformOp : Flame_Op<"same_xform", [Symbol,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an xform with the body of another one";
  let description = [{
    A standard xform that differs from `body`, which stands before it, in the numbers it reads and in
    nothing else: `elements` stand in the order in which `body` first reads its own. No other xform
    reads any of them, so that packing can give both lists the same shape, and the one body serves at
    another base.

    ```mlir
    flame.same_xform @xform1 as @xform0 reading [@xform1_coefs[0], @xform1_coefs[2], @xform1_color]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$body,
                       Flame_ElementsAttr:$elements);
  let assemblyFormat = "$sym_name `as` $body `reading` custom<Elements>($elements) attr-dict";
}

#endif // FLAME_IR_FLAMEOPS_TD
