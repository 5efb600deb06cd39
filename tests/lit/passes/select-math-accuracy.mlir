// RUN: flame-opt %s -flame-select-math=target=nvptx | FileCheck %s
// RUN: flame-opt %s -flame-select-math=target=cpu | FileCheck %s

// Sines, cosines and powers that are only scaled and added up take shorter versions; where their zeros do not matter either, those
// that GPUs have units for.

flame.param_slot @post_c = 0.5 at 20

// CHECK-LABEL: flame.xform @an_angle_that_turns
flame.xform @an_angle_that_turns(%x, %y, %color) {
  // CHECK: call @flame_math_turnSin(
  // CHECK: call @flame_math_turnCos(
  %s = math.sin %x : f32
  %c = math.cos %x : f32
  %a = arith.mulf %s, %y : f32
  %b = arith.mulf %c, %y : f32
  flame.yield %a, %b, %color, %y
}

// CHECK-LABEL: flame.xform @an_angle_whose_cosine_divides
flame.xform @an_angle_whose_cosine_divides(%x, %y, %color) {
  // CHECK: call @flame_math_shortSin(
  // CHECK: call @flame_math_cos(
  %s = math.sin %x : f32
  %c = math.cos %x : f32
  %a = arith.divf %s, %c : f32
  flame.yield %a, %y, %color, %y
}

// CHECK-LABEL: flame.xform @a_sine_alone_keeps_its_zero
flame.xform @a_sine_alone_keeps_its_zero(%x, %y, %color) {
  // CHECK: call @flame_math_shortSin(
  %s = math.sin %x : f32
  flame.yield %s, %y, %color, %y
}

// CHECK-LABEL: flame.xform @a_sine_alone_beside_a_parameter
flame.xform @a_sine_alone_beside_a_parameter(%x, %y, %color) {
  // CHECK: call @flame_math_turnSin(
  %s = math.sin %x : f32
  %p = flame.param @post_c : f32
  %a = arith.addf %s, %p : f32
  flame.yield %a, %y, %color, %y
}

// CHECK-LABEL: flame.xform @a_sine_on_two_ways
flame.xform @a_sine_on_two_ways(%x, %y, %color) {
  // CHECK: call @flame_math_shortSin(
  %s = math.sin %x : f32
  %p = flame.param @post_c : f32
  %a = arith.addf %s, %p : f32
  flame.yield %a, %s, %color, %y
}

// CHECK-LABEL: flame.xform @a_root_of_a_sine
flame.xform @a_root_of_a_sine(%x, %y, %color) {
  // CHECK: call @flame_math_sin(
  // CHECK: call @flame_math_shortCos(
  %s = math.sin %x : f32
  %c = math.cos %x : f32
  %a = math.sqrt %s : f32
  flame.yield %a, %c, %color, %y
}

// CHECK-LABEL: flame.xform @a_power_of_a_square
flame.xform @a_power_of_a_square(%x, %y, %color) {
  // CHECK: call @flame_math_scalePow(
  %r = arith.mulf %x, %x : f32
  %a = math.powf %r, %y : f32
  flame.yield %a, %y, %color, %y
}

// CHECK-LABEL: flame.xform @a_power_of_anything
flame.xform @a_power_of_anything(%x, %y, %color) {
  // CHECK: call @flame_math_pow(
  %a = math.powf %x, %y : f32
  flame.yield %a, %y, %color, %y
}

// CHECK-LABEL: flame.xform @a_drawn_direction
flame.xform @a_drawn_direction(%x, %y, %color) {
  // CHECK: call @flame_math_circleSin(
  // CHECK: call @flame_math_circleCos(
  %turn = arith.constant 6.28318548 : f32
  %u = flame.draw u01 : f32
  %t = arith.mulf %u, %turn : f32
  %s = math.sin %t : f32
  %c = math.cos %t : f32
  flame.yield %s, %c, %color, %y
}

// CHECK-LABEL: flame.xform @a_direction_halved_and_moved
flame.xform @a_direction_halved_and_moved(%x, %y, %color) {
  // CHECK: call @flame_math_atan2(
  // CHECK: call @flame_math_circleSin(
  // CHECK: call @flame_math_circleCos(
  %two = arith.constant 2.0 : f32
  %four = arith.constant 4.0 : f32
  %a = math.atan2 %y, %x : f32
  %h = arith.divf %a, %two : f32
  %t = arith.addf %h, %four : f32
  %s = math.sin %t : f32
  %c = math.cos %t : f32
  flame.yield %s, %c, %color, %y
}

// CHECK-LABEL: flame.xform @a_drawn_angle_too_large
flame.xform @a_drawn_angle_too_large(%x, %y, %color) {
  // CHECK: call @flame_math_turnSin(
  // CHECK: call @flame_math_turnCos(
  %far = arith.constant 13.0 : f32
  %u = flame.draw u01 : f32
  %t = arith.mulf %u, %far : f32
  %s = math.sin %t : f32
  %c = math.cos %t : f32
  flame.yield %s, %c, %color, %y
}
