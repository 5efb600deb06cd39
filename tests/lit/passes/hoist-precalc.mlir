// RUN: flame-opt %s -split-input-file -flame-hoist-precalc -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -split-input-file -flame-hoist-precalc -o %t.twice
// RUN: cmp %t.once %t.twice

// What depends on parameters alone is computed once per temporal sample and read from a slot of its own.

// CHECK: flame.param_slot @hoisted0
// CHECK-LABEL: flame.xform @largest_expression_is_hoisted
flame.param_slot @power = <linear 0.0: 2.0, 1.0: 3.0>
flame.xform @largest_expression_is_hoisted(%x, %y, %color) {
  // CHECK-NEXT: %[[READ:.*]] = flame.param @hoisted0
  // CHECK-NEXT: arith.mulf %[[READ]], %{{.*}}
  %power = flame.param @power : f32
  %one = arith.constant 1.0 : f32
  %inverse = arith.divf %one, %power : f32
  %half = math.sqrt %inverse : f32
  %used = arith.mulf %half, %x : f32
  flame.yield %used, %y, %color, %x
}
// CHECK-LABEL: flame.precalc {
// CHECK: %[[POWER:.*]] = flame.param @power
// CHECK: %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[POWER]]
// CHECK: %[[HALF:.*]] = math.sqrt %[[INVERSE]]
// CHECK: flame.define @hoisted0, %[[HALF]]
// CHECK-NOT: flame.define

// -----

// Equal expressions of different xforms share one slot.

flame.param_slot @speed = <linear 0.0: 0.0, 1.0: 1.0>
// CHECK-LABEL: flame.xform @one
flame.xform @one(%x, %y, %color) {
  // CHECK: flame.param @hoisted0
  %speed = flame.param @speed : f32
  %square = arith.mulf %speed, %speed : f32
  flame.yield %square, %y, %color, %x
}
// CHECK-NOT: flame.param_slot @hoisted1
// CHECK-LABEL: flame.xform @other
flame.xform @other(%x, %y, %color) {
  // CHECK: flame.param @hoisted0
  %speed = flame.param @speed : f32
  %square = arith.mulf %speed, %speed : f32
  flame.yield %x, %square, %color, %x
}
// CHECK-COUNT-1: flame.define
// CHECK-NOT: flame.define
