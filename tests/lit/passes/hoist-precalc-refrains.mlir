// RUN: flame-opt %s -flame-hoist-precalc | FileCheck %s --implicit-check-not=flame.precalc

// A bare parameter is a slot already, a truth value fits none, and what reads the point or a draw changes all the time.

// CHECK-LABEL: flame.xform @a_bare_parameter_stays
flame.xform @a_bare_parameter_stays(%x, %y, %color) {
  // CHECK: flame.param @slot
  %slot = flame.param @slot : f32
  flame.yield %slot, %y, %color, %x
}

// CHECK-LABEL: flame.xform @what_reads_the_point_stays
flame.xform @what_reads_the_point_stays(%x, %y, %color) {
  // CHECK: arith.mulf
  %slot = flame.param @slot : f32
  %product = arith.mulf %slot, %x : f32
  flame.yield %product, %y, %color, %x
}

// CHECK-LABEL: flame.xform @what_reads_a_draw_stays
flame.xform @what_reads_a_draw_stays(%x, %y, %color) {
  // CHECK: flame.draw
  // CHECK: arith.mulf
  %slot = flame.param @slot : f32
  %u = flame.draw u01 : f32
  %product = arith.mulf %slot, %u : f32
  flame.yield %product, %y, %color, %x
}

// CHECK-LABEL: flame.xform @truth_values_stay
flame.xform @truth_values_stay(%x, %y, %color) {
  // CHECK: arith.cmpf
  %slot = flame.param @slot : f32
  %one = arith.constant 1.0 : f32
  %isLess = arith.cmpf olt, %slot, %one : f32
  %chosen = arith.select %isLess, %x, %y : f32
  flame.yield %chosen, %y, %color, %x
}
flame.param_slot @slot = <linear 0.0: 0.0, 1.0: 2.0>
