// RUN: flame-opt %s -flame-hoist-precalc | FileCheck %s

// A name that is taken is left out.

flame.param_slot @hoisted0 = 0.5
flame.param_slot @power = <linear 0.0: 2.0, 1.0: 3.0>
// CHECK: flame.param_slot @hoisted1{{$}}
flame.xform @xform0(%x, %y, %color) {
  // CHECK: flame.param @hoisted1
  %power = flame.param @power : f32
  %square = arith.mulf %power, %power : f32
  %mine = flame.param @hoisted0 : f32
  flame.yield %square, %mine, %color, %x
}
