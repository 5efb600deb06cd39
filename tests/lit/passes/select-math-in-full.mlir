// RUN: flame-opt %s -flame-select-math=short-functions=false | FileCheck %s

// Shorter versions of functions can be switched off, to see what they are worth.

// CHECK-LABEL: flame.xform @an_angle_that_turns
flame.xform @an_angle_that_turns(%x, %y, %color) {
  // CHECK: call @flame_math_sin(
  // CHECK: call @flame_math_cos(
  %s = math.sin %x : f32
  %c = math.cos %x : f32
  %a = arith.mulf %s, %y : f32
  %b = arith.mulf %c, %y : f32
  flame.yield %a, %b, %color, %y
}
