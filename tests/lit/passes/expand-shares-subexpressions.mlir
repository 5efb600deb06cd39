// RUN: flame-opt %s -flame-expand-variations -canonicalize -cse | FileCheck %s

// Upstream CSE works across all variations of an xform, and never touches their draws.

// CHECK-LABEL: flame.xform @radius_is_computed_once(
// CHECK-SAME: %[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]],
flame.xform @radius_is_computed_once(%x, %y, %color) {
  // CHECK: %[[XX:.*]] = arith.mulf %[[X]], %[[X]]
  // CHECK: %[[YY:.*]] = arith.mulf %[[Y]], %[[Y]]
  // CHECK: %[[RR:.*]] = arith.addf %[[XX]], %[[YY]]
  // CHECK-NOT: arith.mulf %[[X]], %[[X]]
  // CHECK-NOT: arith.mulf %[[Y]], %[[Y]]
  // CHECK: math.sin %[[RR]]
  // CHECK: arith.addf %[[RR]],
  %ax, %ay = flame.variation "swirl"(%x, %y, %color) weight %color
  %bx, %by = flame.variation "spherical"(%x, %y, %color) weight %color
  %sx = arith.addf %ax, %bx : f32
  %sy = arith.addf %ay, %by : f32
  // CHECK: flame.yield
  flame.yield %sx, %sy, %color, %x
}

// CHECK-LABEL: flame.xform @draws_are_not_shared
flame.xform @draws_are_not_shared(%x, %y, %color) {
  // CHECK: %[[FIRST:.*]] = flame.draw
  // CHECK: arith.{{.*}} %[[FIRST]]
  // CHECK: %[[SECOND:.*]] = flame.draw
  // CHECK: arith.{{.*}} %[[SECOND]]
  // CHECK-NOT: flame.draw
  %ax, %ay = flame.variation "julia"(%x, %y, %color) weight %color
  %bx, %by = flame.variation "julia"(%x, %y, %color) weight %color
  %sx = arith.addf %ax, %bx : f32
  %sy = arith.addf %ay, %by : f32
  // CHECK: flame.yield
  flame.yield %sx, %sy, %color, %x
}

// CHECK-LABEL: flame.xform @draws_keep_their_order
flame.xform @draws_keep_their_order(%x, %y, %color) {
  // CHECK: flame.draw bit
  // CHECK: flame.draw u01
  // CHECK-NOT: flame.draw bit
  %ax, %ay = flame.variation "julia"(%x, %y, %color) weight %color
  %bx, %by = flame.variation "noise"(%x, %y, %color) weight %color
  %sx = arith.addf %bx, %ax : f32
  %sy = arith.addf %by, %ay : f32
  // CHECK: flame.yield
  flame.yield %sx, %sy, %color, %x
}
