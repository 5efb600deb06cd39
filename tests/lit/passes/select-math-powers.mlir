// RUN: flame-opt %s -flame-select-math | FileCheck %s --implicit-check-not=math.powf

// Powers with the exponents that genomes use become multiplications, roots and reciprocals.

// CHECK-LABEL: flame.xform @square_and_cube(
// CHECK-SAME: %[[X:[a-z0-9]+]],
flame.xform @square_and_cube(%x, %y, %color) {
  %2 = arith.constant 2.0 : f32
  %3 = arith.constant 3.0 : f32
  // CHECK: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
  %a = math.powf %x, %2 : f32
  // CHECK: %[[XX:.*]] = arith.mulf %[[X]], %[[X]]
  // CHECK: %[[CUBE:.*]] = arith.mulf %[[XX]], %[[X]]
  %b = math.powf %x, %3 : f32
  // CHECK: flame.yield %[[SQUARE]], %[[CUBE]]
  flame.yield %a, %b, %color, %x
}

// CHECK-LABEL: flame.xform @fourth_power(
// CHECK-SAME: %[[X:[a-z0-9]+]],
flame.xform @fourth_power(%x, %y, %color) {
  // CHECK: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
  // CHECK: %[[FOURTH:.*]] = arith.mulf %[[SQUARE]], %[[SQUARE]]
  %4 = arith.constant 4.0 : f32
  %a = math.powf %x, %4 : f32
  // CHECK: flame.yield %[[FOURTH]]
  flame.yield %a, %y, %color, %x
}

// CHECK-LABEL: flame.xform @root_and_reciprocal(
// CHECK-SAME: %[[X:[a-z0-9]+]],
flame.xform @root_and_reciprocal(%x, %y, %color) {
  // CHECK: %[[ROOT:.*]] = {{.*}}call @flame_math_sqrt(%[[X]])
  // CHECK: arith.divf %{{.*}}, %[[ROOT]]
  %half = arith.constant -0.5 : f32
  %a = math.powf %x, %half : f32
  flame.yield %a, %y, %color, %x
}

// CHECK-LABEL: flame.xform @power_of_zero
flame.xform @power_of_zero(%x, %y, %color) {
  // CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00
  %0 = arith.constant 0.0 : f32
  %a = math.powf %x, %0 : f32
  // CHECK: flame.yield %[[ONE]]
  flame.yield %a, %y, %color, %x
}

// CHECK-LABEL: flame.xform @power_of_one(
// CHECK-SAME: %{{[a-z0-9]+}}, %[[Y:[a-z0-9]+]],
flame.xform @power_of_one(%x, %y, %color) {
  %1 = arith.constant 1.0 : f32
  %a = math.powf %y, %1 : f32
  // CHECK: flame.yield %[[Y]], %[[Y]]
  flame.yield %a, %y, %color, %x
}

// CHECK-LABEL: flame.xform @other_exponents_are_calls
flame.xform @other_exponents_are_calls(%x, %y, %color) {
  // CHECK: call @flame_math_pow(
  %exponent = arith.constant 2.5 : f32
  %a = math.powf %x, %exponent : f32
  flame.yield %a, %y, %color, %x
}
