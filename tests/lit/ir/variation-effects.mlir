// RUN: flame-opt %s -cse | FileCheck %s

// A variation that draws has the effect of a draw; any other is pure.

// CHECK-LABEL: flame.xform @pure_variations_are_merged
flame.xform @pure_variations_are_merged(%x, %y, %color) {
  // CHECK-COUNT-1: flame.variation "swirl"
  // CHECK-NOT: flame.variation
  %ax, %ay = flame.variation "swirl"(%x, %y, %color) weight %x
  %bx, %by = flame.variation "swirl"(%x, %y, %color) weight %x
  // CHECK: flame.yield
  flame.yield %ax, %by, %color, %x
}

// CHECK-LABEL: flame.xform @random_variations_are_not_merged
flame.xform @random_variations_are_not_merged(%x, %y, %color) {
  // CHECK-COUNT-2: flame.variation "julia"
  %ax, %ay = flame.variation "julia"(%x, %y, %color) weight %x
  %bx, %by = flame.variation "julia"(%x, %y, %color) weight %x
  // CHECK: flame.yield
  flame.yield %ax, %by, %color, %x
}

// CHECK-LABEL: flame.xform @an_unused_pure_variation_is_dropped
flame.xform @an_unused_pure_variation_is_dropped(%x, %y, %color) {
  // CHECK-NOT: flame.variation
  %ax, %ay = flame.variation "swirl"(%x, %y, %color) weight %x
  // CHECK: flame.yield
  flame.yield %x, %y, %color, %x
}

// CHECK-LABEL: flame.xform @an_unused_random_variation_stays
flame.xform @an_unused_random_variation_stays(%x, %y, %color) {
  // CHECK: flame.variation "julia"
  %ax, %ay = flame.variation "julia"(%x, %y, %color) weight %x
  flame.yield %x, %y, %color, %x
}
