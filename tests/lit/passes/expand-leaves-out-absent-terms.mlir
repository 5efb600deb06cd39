// RUN: flame-opt %s -flame-expand-variations -canonicalize | FileCheck %s

// Factors that are constant 0 or 1 are left out, which floating point forbids everybody else.

// CHECK-LABEL: flame.xform @scale_and_shift(
// CHECK-SAME: %[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]], %[[COLOR:[a-z0-9]+]])
flame.xform @scale_and_shift(%x, %y, %color) {
  %0 = arith.constant 0.0 : f32
  %1 = arith.constant 1.0 : f32
  // CHECK-NEXT: %[[SCALED:.*]] = arith.mulf %[[COLOR]], %[[X]]
  // CHECK-NEXT: %[[SHIFTED:.*]] = arith.addf %[[Y]], %[[COLOR]]
  // CHECK-NEXT: flame.yield %[[SCALED]], %[[SHIFTED]]
  %ax, %ay = flame.affine %x, %y by [%color, %0, %0, %1, %0, %color]
  flame.yield %ax, %ay, %color, %x
}

// CHECK-LABEL: flame.xform @speed_zero_keeps_the_color(
// CHECK-SAME: %[[COLOR:[a-z0-9]+]]) {
flame.xform @speed_zero_keeps_the_color(%x, %y, %color) {
  // CHECK-NEXT: flame.yield %{{.*}}, %{{.*}}, %[[COLOR]],
  %0 = arith.constant 0.0 : f32
  %next = flame.blend_color %color to %x speed %0
  flame.yield %x, %y, %next, %x
}

// CHECK-LABEL: flame.xform @speed_one_takes_the_target(
// CHECK-SAME: %[[X:[a-z0-9]+]],
flame.xform @speed_one_takes_the_target(%x, %y, %color) {
  // CHECK-NEXT: flame.yield %{{.*}}, %{{.*}}, %[[X]],
  %1 = arith.constant 1.0 : f32
  %next = flame.blend_color %color to %x speed %1
  flame.yield %x, %y, %next, %x
}
