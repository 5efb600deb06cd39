// RUN: flame-opt %s -flame-select-math=target=nvptx | FileCheck %s --check-prefixes=CHECK,NVPTX
// RUN: flame-opt %s -flame-select-math=target=cpu | FileCheck %s --check-prefixes=CHECK,CPU --implicit-check-not=flame_math_turn

// On GPUs, sines, cosines and powers that are only scaled and added up use the special function units.

flame.param_slot @post_c = 0.5 at 20

// CHECK-LABEL: flame.xform @an_angle_that_turns
flame.xform @an_angle_that_turns(%x, %y, %color) {
  // NVPTX: call @flame_math_turnSin(
  // NVPTX: call @flame_math_turnCos(
  // CPU: call @flame_math_sin(
  // CPU: call @flame_math_cos(
  %s = math.sin %x : f32
  %c = math.cos %x : f32
  %a = arith.mulf %s, %y : f32
  %b = arith.mulf %c, %y : f32
  flame.yield %a, %b, %color, %y
}

// CHECK-LABEL: flame.xform @an_angle_whose_cosine_divides
flame.xform @an_angle_whose_cosine_divides(%x, %y, %color) {
  // CHECK: call @flame_math_sin(
  // CHECK: call @flame_math_cos(
  %s = math.sin %x : f32
  %c = math.cos %x : f32
  %a = arith.divf %s, %c : f32
  flame.yield %a, %y, %color, %y
}

// CHECK-LABEL: flame.xform @a_sine_alone_keeps_its_zero
flame.xform @a_sine_alone_keeps_its_zero(%x, %y, %color) {
  // CHECK: call @flame_math_sin(
  %s = math.sin %x : f32
  flame.yield %s, %y, %color, %y
}

// CHECK-LABEL: flame.xform @a_sine_alone_beside_a_parameter
flame.xform @a_sine_alone_beside_a_parameter(%x, %y, %color) {
  // NVPTX: call @flame_math_turnSin(
  %s = math.sin %x : f32
  %p = flame.param @post_c : f32
  %a = arith.addf %s, %p : f32
  flame.yield %a, %y, %color, %y
}

// CHECK-LABEL: flame.xform @a_sine_on_two_ways
flame.xform @a_sine_on_two_ways(%x, %y, %color) {
  // CHECK: call @flame_math_sin(
  %s = math.sin %x : f32
  %p = flame.param @post_c : f32
  %a = arith.addf %s, %p : f32
  flame.yield %a, %s, %color, %y
}

// CHECK-LABEL: flame.xform @a_root_of_a_sine
flame.xform @a_root_of_a_sine(%x, %y, %color) {
  // CHECK: call @flame_math_sin(
  // CHECK: call @flame_math_cos(
  %s = math.sin %x : f32
  %c = math.cos %x : f32
  %a = math.sqrt %s : f32
  flame.yield %a, %c, %color, %y
}

// CHECK-LABEL: flame.xform @a_power_of_a_square
flame.xform @a_power_of_a_square(%x, %y, %color) {
  // NVPTX: call @flame_math_scalePow(
  // CPU: call @flame_math_pow(
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
