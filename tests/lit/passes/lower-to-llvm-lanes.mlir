// RUN: flame-opt %s -flame-lower-to-llvm=lanes=8 | FileCheck %s

// On the CPU every value is a vector of lanes: parameters are broadcast, constants are splats, precalc stores lane 0.

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  flame.param_slot @slot = 0.5 at 12
  flame.param_slot @computed at 13
  // CHECK: llvm.func @flame_draw_bit(!llvm.ptr) -> vector<8xf32>
  // CHECK: llvm.func @flame_math_sin(vector<8xf32>) -> vector<8xf32>
  func.func private @flame_math_sin(f32) -> f32

  // CHECK-LABEL: llvm.func @flame_xform_0(
  // CHECK-SAME: %[[X:[a-z0-9]+]]: vector<8xf32>
  flame.xform @xform0(%x, %y, %color) {
    // CHECK-DAG: %[[SCALAR:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
    // CHECK-DAG: %[[FIRST:.*]] = llvm.insertelement %[[SCALAR]],
    // CHECK-DAG: %[[LANES:.*]] = llvm.shufflevector %[[FIRST]], %{{.*}} [0, 0, 0, 0, 0, 0, 0, 0]
    %slot = flame.param @slot : f32
    // CHECK-DAG: %[[TWO:.*]] = llvm.mlir.constant(dense<2.000000e+00> : vector<8xf32>)
    %two = arith.constant 2.0 : f32
    // CHECK: llvm.fmul %[[LANES]], %[[TWO]] : vector<8xf32>
    %twice = arith.mulf %slot, %two : f32
    // CHECK: llvm.fcmp "olt" %{{.*}} : vector<8xf32>
    %isLess = arith.cmpf olt, %x, %y : f32
    // CHECK: llvm.select %{{.*}} : vector<8xi1>, vector<8xf32>
    %chosen = arith.select %isLess, %twice, %y : f32
    // CHECK: llvm.call @flame_draw_bit
    %bit = flame.draw bit : f32
    // CHECK: llvm.call @flame_math_sin(%{{.*}}) : (vector<8xf32>) -> vector<8xf32>
    %sine = func.call @flame_math_sin(%bit) : (f32) -> f32
    flame.yield %chosen, %bit, %sine, %x
  }

  // CHECK-LABEL: llvm.func @flame_precalc(
  flame.precalc {
    %slot = flame.param @slot : f32
    %double = arith.addf %slot, %slot : f32
    // CHECK: %[[LANE:.*]] = llvm.extractelement
    // CHECK: llvm.store %[[LANE]], %{{.*}} : f32, !llvm.ptr
    flame.define @computed, %double
  }
}
