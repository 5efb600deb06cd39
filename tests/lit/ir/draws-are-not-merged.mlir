// RUN: flame-opt %s -canonicalize -cse | FileCheck %s

// Random draws have an effect on the random stream: they are neither merged nor dropped nor reordered.

// CHECK-LABEL: flame.xform @two_draws_stay_two
flame.xform @two_draws_stay_two(%x, %y, %color) {
  // CHECK: %[[FIRST:.*]] = flame.draw u01
  // CHECK: %[[SECOND:.*]] = flame.draw u01
  %first = flame.draw u01 : f32
  %second = flame.draw u01 : f32
  // CHECK: flame.yield %[[FIRST]], %[[SECOND]]
  flame.yield %first, %second, %color, %x
}

// CHECK-LABEL: flame.xform @an_unused_draw_stays
flame.xform @an_unused_draw_stays(%x, %y, %color) {
  // CHECK: flame.draw bit
  %unused = flame.draw bit : f32
  flame.yield %x, %y, %color, %x
}

// CHECK-LABEL: flame.xform @order_is_kept
flame.xform @order_is_kept(%x, %y, %color) {
  // CHECK: flame.draw u01
  // CHECK-NEXT: flame.draw u11
  // CHECK-NEXT: flame.draw bit
  %u01 = flame.draw u01 : f32
  %u11 = flame.draw u11 : f32
  %bit = flame.draw bit : f32
  // CHECK-NEXT: flame.yield
  flame.yield %bit, %u11, %u01, %x
}
