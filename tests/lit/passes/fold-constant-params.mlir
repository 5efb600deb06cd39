// RUN: flame-opt %s -flame-fold-constant-params=mode=structural -o %t.once
// RUN: FileCheck %s --check-prefixes=CHECK,STRUCTURAL < %t.once
// RUN: flame-opt %t.once -flame-fold-constant-params=mode=structural -o %t.twice
// RUN: cmp %t.once %t.twice
// RUN: flame-opt %s -flame-fold-constant-params | cmp - %t.once
// RUN: flame-opt %s -flame-fold-constant-params=mode=all | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: flame-opt %s -flame-fold-constant-params=mode=none | FileCheck %s --check-prefixes=CHECK,NONE

// Which slots become constants: whole numbers of small magnitude, every fixed slot, or none.

// STRUCTURAL-NOT: @power
// NONE: flame.param_slot @power
flame.param_slot @power = 3.0
// ALL-NOT: @fraction
flame.param_slot @fraction = 0.5
flame.param_slot @large = 100.0
// CHECK: flame.param_slot @animated
flame.param_slot @animated = <linear 0.0: 2.0, 1.0: 3.0>

// CHECK-LABEL: flame.xform @small_whole_number
flame.xform @small_whole_number(%x, %y, %color) {
  // STRUCTURAL: arith.constant 3.000000e+00 : f32
  // ALL: arith.constant 3.000000e+00 : f32
  // NONE: flame.param @power
  %power = flame.param @power : f32
  flame.yield %power, %y, %color, %x
}

// CHECK-LABEL: flame.xform @a_fraction
flame.xform @a_fraction(%x, %y, %color) {
  // STRUCTURAL: flame.param @fraction
  // ALL: arith.constant 5.000000e-01 : f32
  // NONE: flame.param @fraction
  %fraction = flame.param @fraction : f32
  flame.yield %fraction, %y, %color, %x
}

// CHECK-LABEL: flame.xform @large_whole_number
flame.xform @large_whole_number(%x, %y, %color) {
  // STRUCTURAL: flame.param @large
  // ALL: arith.constant 1.000000e+02 : f32
  // NONE: flame.param @large
  %large = flame.param @large : f32
  flame.yield %large, %y, %color, %x
}

// In an affine, a whole number that removes nothing is data.

// CHECK-LABEL: flame.xform @affine
flame.param_slot @zero = 0.0
flame.param_slot @one = 1.0
flame.param_slot @minus_one = -1.0
flame.param_slot @two = 2.0
flame.param_slot @along = 1.0
flame.param_slot @back = 0.0
flame.xform @affine(%x, %y, %color) {
  // STRUCTURAL: %[[TWO:.*]] = flame.param @two
  // STRUCTURAL-NEXT: %[[ALONG:.*]] = flame.param @along
  // STRUCTURAL: flame.affine %{{.*}}, %{{.*}} by{{ ?}}[%[[ONE:.*]], %[[ZERO:.*]], %[[MINUS:.*]], %[[TWO]], %[[ALONG]], %[[BACK:.*]]]
  // ALL-NOT: flame.param
  %a = flame.param @one : f32
  %d = flame.param @zero : f32
  %b = flame.param @minus_one : f32
  %e = flame.param @two : f32
  %c = flame.param @along : f32
  %f = flame.param @back : f32
  %px, %py = flame.affine %x, %y by [%a, %d, %b, %e, %c, %f]
  // ALL: flame.yield
  flame.yield %px, %py, %color, %x
}

// CHECK-LABEL: flame.xform @animated_slot_stays_a_load
flame.xform @animated_slot_stays_a_load(%x, %y, %color) {
  // CHECK: flame.param @animated
  %animated = flame.param @animated : f32
  flame.yield %animated, %y, %color, %x
}
