// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every pass, in pipeline order. One row here, one .cpp of the same name, one lit test.

#ifndef FLAME_PASSES_PASSES_TD
#define FLAME_PASSES_PASSES_TD

include "mlir/IR/EnumAttr.td"
include "mlir/Pass/PassBase.td"

def FoldMode : I32Enum<"FoldMode", "kinds of slots that become constants", [
    I32EnumCase<"Structural", 0, "structural">, // whole numbers that change the shape of the code
    I32EnumCase<"All", 1, "all">,               // every fixed slot
    I32EnumCase<"None", 2, "none">              // no slot
]> {
  let cppNamespace = "::flame";
}

def TargetKind : I32Enum<"TargetKind", "kinds of devices that code is made for", [
    I32EnumCase<"NVPTX", 0, "nvptx">, // GPUs, one point at a time
    I32EnumCase<"CPU", 1, "cpu">      // processors, vectors of points
]> {
  let cppNamespace = "::flame";
}

def DropDeadFeatures : Pass<"flame-drop-dead-features", "mlir::ModuleOp"> {
  let summary = "remove what can never be seen";
  let description = [{
    Variations whose weight is zero at all times, xforms that are never chosen, affines that are the
    identity at all times, and slots nobody reads. Looks only at what slots say of themselves, so it
    runs before anything is folded. Afterwards every remaining xform is referenced by the selection.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def FoldConstantParams : Pass<"flame-fold-constant-params", "mlir::ModuleOp"> {
  let summary = "turn parameters that never change into constants";
  let description = [{
    `structural` folds only the values that change the shape of the code: whole numbers of small
    magnitude. Two flames that differ in other values then share their code. `all` folds every
    fixed slot: the fastest code, shared by nobody. `none` folds nothing.
  }];
  let options = [Option<"mode", "mode", "::flame::FoldMode", "::flame::FoldMode::Structural",
                        "which fixed slots become constants", [{::llvm::cl::values(
      clEnumValN(::flame::FoldMode::Structural, stringifyEnum(::flame::FoldMode::Structural),
                 "whole numbers that change the shape of the code"),
      clEnumValN(::flame::FoldMode::All, stringifyEnum(::flame::FoldMode::All), "every fixed slot"),
      clEnumValN(::flame::FoldMode::None, stringifyEnum(::flame::FoldMode::None), "no slot"))}]>];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def ExpandVariations : Pass<"flame-expand-variations", "mlir::ModuleOp"> {
  let summary = "replace variations and affines by arithmetic";
  let description = [{
    Random numbers are drawn first, in the order the table declares, then the body of the variation
    is built from its record. Factors that are constant 0 or 1 are left out, which neither LLVM nor
    MLIR may do in floating point. Afterwards xforms hold arith, math, flame.param, flame.draw and calls of searches of
    the device library.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::func::FuncDialect",
                           "mlir::math::MathDialect"];
}

def HoistPrecalc : Pass<"flame-hoist-precalc", "mlir::ModuleOp"> {
  let summary = "move what depends on parameters alone out of the iteration";
  let description = [{
    The largest expressions of an xform that read nothing but parameters and constants are computed
    once per temporal sample, in flame.precalc, and read back from slots of their own. Equal
    expressions of different xforms share one slot.
  }];
}

def WidenLargeOffsets : Pass<"flame-widen-large-offsets", "mlir::ModuleOp"> {
  let summary = "compute in double precision behind a large offset";
  let description = [{
    An xform that adds a number of 2048 or more to the point and goes on with the sum loses, in single
    precision, the fraction that a sine or a modulus behind it needs. What follows from such a sum is
    computed in double precision until it meets a function other than a root or a rounding. Sines
    reduce their argument first.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::math::MathDialect"];
}

def MergeEqualXforms : Pass<"flame-merge-equal-xforms", "mlir::ModuleOp"> {
  let summary = "let xforms of equal structure share one body";
  let description = [{
    Standard xforms whose bodies are equal but for the slots they read become one xform and, for
    each of the others, a flame.same_xform that lists the slots it reads instead. The members of
    symmetries, above all: a flame of 97 rotations is then one body and 97 offsets in the parameter
    block. An xform that shares a slot with another one keeps its body: a slot has one offset only.
  }];
}

def PackParams : Pass<"flame-pack-params", "mlir::ModuleOp"> {
  let summary = "give every slot its offset in the parameter block";
  let description = [{
    Slots are placed in the order in which xforms read them, each xform starting at a multiple of
    four floats, so that neighbouring reads become one 16-byte access. Slots that only flame.precalc,
    the selection or the camera read go to the scratch part at the end, which is not copied to
    shared memory. The layout is left on the module as `flame.layout`.
  }];
}

def SelectMath : Pass<"flame-select-math", "mlir::ModuleOp"> {
  let summary = "choose how each function is computed on the target";
  let description = [{
    Powers with constant exponents become multiplications and roots; other functions become calls of
    the device library, which is inlined later. On NVPTX, division and square root may use the
    hardware's approximations; on the CPU they stay exact, which costs nothing there.

    A GPU's units for sine, cosine and powers have small absolute errors. They are used where the result
    is only scaled and added up on its way to the coordinates: for powers of what is not negative; for
    the sine and the cosine of one angle, which turn a vector together; and for either alone where a
    parameter is added on every way. Elsewhere the portable functions keep every digit next to a zero.
  }];
  let options = [Option<"target", "target", "::flame::TargetKind", "::flame::TargetKind::NVPTX",
                        "what the code is for", [{::llvm::cl::values(
      clEnumValN(::flame::TargetKind::NVPTX, stringifyEnum(::flame::TargetKind::NVPTX), "GPUs"),
      clEnumValN(::flame::TargetKind::CPU, stringifyEnum(::flame::TargetKind::CPU),
                 "processors"))}]>,
                 Option<"shortFunctions", "short-functions", "bool", "true",
                        "take shorter versions of functions where they suffice">];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::func::FuncDialect",
                           "mlir::math::MathDialect"];
}

def LowerToLLVM : Pass<"flame-lower-to-llvm", "mlir::ModuleOp"> {
  let summary = "turn packed xforms into LLVM functions";
  let description = [{
    Every xform becomes a function over the parameter block and the random stream. With one lane the
    values are scalars, for NVPTX; with more they are vectors of lanes, for the CPU: bodies are
    straight-line code, so that changing the types is all there is to it.
  }];
  let options = [Option<"lanes", "lanes", "unsigned", "1", "points per vector">];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

#endif // FLAME_PASSES_PASSES_TD
