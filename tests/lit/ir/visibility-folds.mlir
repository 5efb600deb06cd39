// RUN: flame-opt %s -canonicalize | FileCheck %s

// A constant opacity becomes the weight of a deposit: 0 for 0, else 10^(log2 opacity).

// CHECK-LABEL: flame.xform @opaque
flame.xform @opaque(%x, %y, %color) {
  // CHECK: %[[WEIGHT:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK-NEXT: flame.yield %{{.*}}, %{{.*}}, %{{.*}}, %[[WEIGHT]]
  %opacity = arith.constant 1.0 : f32
  %visible = flame.visibility %opacity
  flame.yield %x, %y, %color, %visible
}

// CHECK-LABEL: flame.xform @half
flame.xform @half(%x, %y, %color) {
  // CHECK: %[[WEIGHT:.*]] = arith.constant 1.000000e-01 : f32
  // CHECK-NEXT: flame.yield %{{.*}}, %{{.*}}, %{{.*}}, %[[WEIGHT]]
  %opacity = arith.constant 0.5 : f32
  %visible = flame.visibility %opacity
  flame.yield %x, %y, %color, %visible
}

// CHECK-LABEL: flame.xform @invisible
flame.xform @invisible(%x, %y, %color) {
  // CHECK: %[[WEIGHT:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-NEXT: flame.yield %{{.*}}, %{{.*}}, %{{.*}}, %[[WEIGHT]]
  %opacity = arith.constant 0.0 : f32
  %visible = flame.visibility %opacity
  flame.yield %x, %y, %color, %visible
}

// CHECK-LABEL: flame.xform @read_from_a_slot
flame.xform @read_from_a_slot(%x, %y, %color) {
  // CHECK: flame.visibility
  %opacity = flame.param @opacity : f32
  %visible = flame.visibility %opacity
  flame.yield %x, %y, %color, %visible
}
