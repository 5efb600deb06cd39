// RUN: flame-opt %s -flame-lower-to-llvm -o %t.once
// RUN: FileCheck %s --implicit-check-not=flame.xform --implicit-check-not=flame.param < %t.once
// RUN: flame-opt %t.once -flame-lower-to-llvm -o %t.twice
// RUN: cmp %t.once %t.twice

// Xforms become functions over the parameter block and the random stream; the final one has a name of its own.

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  flame.param_slot @aligned = 0.5 at 12
  flame.param_slot @half_aligned at 14
  flame.param_slot @unaligned = 0.5 at 13
  // CHECK: llvm.func @flame_draw_u01(!llvm.ptr) -> f32
  // CHECK: llvm.func @flame_math_sin(f32) -> f32
  func.func private @flame_math_sin(f32) -> f32

  // CHECK-LABEL: llvm.func @flame_xform_0(
  // CHECK-SAME: %[[PARAMS:.*]]: !llvm.ptr, %[[RNG:.*]]: !llvm.ptr, %[[X:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32)
  flame.xform @any_name(%x, %y, %color) {
    // CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[PARAMS]][12] : (!llvm.ptr) -> !llvm.ptr, f32
    // CHECK: %[[SLOT:.*]] = llvm.load %[[PLACE]] {alignment = 16 : i64}
    %slot = flame.param @aligned : f32
    // CHECK: %[[U:.*]] = llvm.call @flame_draw_u01(%[[RNG]])
    %u = flame.draw u01 : f32
    // CHECK: %[[SINE:.*]] = llvm.call @flame_math_sin(%[[X]])
    %sine = func.call @flame_math_sin(%x) : (f32) -> f32
    // CHECK: llvm.insertvalue %[[SLOT]], %{{.*}}[0]
    // CHECK: llvm.insertvalue %[[U]], %{{.*}}[1]
    // CHECK: llvm.insertvalue %[[SINE]], %{{.*}}[2]
    flame.yield %slot, %u, %sine, %x
  }

  // CHECK-LABEL: llvm.func @flame_final(
  flame.xform final @final(%x, %y, %color) {
    // CHECK: llvm.load %{{.*}} {alignment = 4 : i64}
    %unaligned = flame.param @unaligned : f32
    // CHECK: llvm.load %{{.*}} {alignment = 8 : i64}
    %slot = flame.param @half_aligned : f32
    flame.yield %unaligned, %slot, %color, %x
  }

  // CHECK-LABEL: llvm.func @flame_precalc(
  // CHECK-SAME: %[[BLOCK:.*]]: !llvm.ptr)
  flame.precalc {
    // CHECK: %[[READ:.*]] = llvm.load
    %slot = flame.param @aligned : f32
    // CHECK: %[[DOUBLE:.*]] = llvm.fadd %[[READ]], %[[READ]]
    %double = arith.addf %slot, %slot : f32
    // CHECK: %[[WHERE:.*]] = llvm.getelementptr %[[BLOCK]][14]
    // CHECK: llvm.store %[[DOUBLE]], %[[WHERE]]
    flame.define @half_aligned, %double
  }
}
