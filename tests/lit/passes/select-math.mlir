// RUN: flame-opt %s -flame-select-math=target=nvptx -o %t.once
// RUN: FileCheck %s --check-prefixes=CHECK,NVPTX < %t.once
// RUN: flame-opt %t.once -flame-select-math=target=nvptx -o %t.twice
// RUN: cmp %t.once %t.twice
// RUN: flame-opt %s -flame-select-math=target=cpu | FileCheck %s --check-prefixes=CHECK,CPU

// Functions become calls of the device library, each declared once; what is one instruction stays an operation.

// CHECK: func.func private @flame_math_sin(f32) -> f32
// CHECK-NOT: func.func private @flame_math_sin

// CHECK-LABEL: flame.xform @functions_become_calls
flame.xform @functions_become_calls(%x, %y, %color) {
  // CHECK: call @flame_math_sin(
  // CHECK: call @flame_math_sin(
  // CHECK: call @flame_math_atan2(
  // CHECK: call @flame_math_fmod(
  %a = math.sin %x : f32
  %b = math.sin %y : f32
  %c = math.atan2 %a, %b : f32
  %d = arith.remf %c, %x : f32
  flame.yield %a, %b, %c, %d
}

// CHECK-LABEL: flame.xform @instructions_stay
flame.xform @instructions_stay(%x, %y, %color) {
  // CHECK: math.trunc
  // CHECK: math.absf
  // CHECK: math.fma
  // CHECK-NOT: call
  %a = math.trunc %x : f32
  %b = math.absf %y : f32
  %c = math.fma %a, %b, %x : f32
  // CHECK: flame.yield
  flame.yield %a, %b, %c, %x
}

// NaN marks bad values, so approximation must never promise its absence.
// CHECK-LABEL: flame.xform @quotients_are_approximate_on_the_gpu
flame.xform @quotients_are_approximate_on_the_gpu(%x, %y, %color) {
  // NVPTX: arith.divf %{{.*}} fastmath<arcp,contract,afn>
  // CPU: arith.divf %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : f32
  %a = arith.divf %x, %y : f32
  flame.yield %a, %y, %color, %x
}

// CHECK-LABEL: flame.xform @powers_of_variable_exponents_are_calls
flame.xform @powers_of_variable_exponents_are_calls(%x, %y, %color) {
  // CHECK: call @flame_math_pow(
  %a = math.powf %x, %y : f32
  flame.yield %a, %y, %color, %x
}
