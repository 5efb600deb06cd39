// RUN: flame-opt %s -split-input-file -flame-drop-dead-features -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -split-input-file -flame-drop-dead-features -o %t.twice
// RUN: cmp %t.once %t.twice

// Variations of weight zero and affines that change nothing disappear, with the slots that only they read.

flame.param_slot @zero = 0.0
flame.param_slot @passes_zero = <linear 0.0: -1.0, 1.0: 1.0>
flame.param_slot @half = 0.5

// CHECK-NOT: @zero
// CHECK-LABEL: flame.xform @weight_zero_is_dead
flame.xform @weight_zero_is_dead(%x, %y, %color) {
  // CHECK: %[[NOTHING:.*]] = arith.constant -0.000000e+00 : f32
  // CHECK-NOT: flame.variation "swirl"
  %w = flame.param @zero : f32
  %vx, %vy = flame.variation "swirl"(%x, %y, %color) weight %w
  // CHECK: flame.yield %[[NOTHING]], %[[NOTHING]]
  flame.yield %vx, %vy, %color, %x
}

// CHECK-LABEL: flame.xform @a_dead_variation_leaves_the_color(
// CHECK-SAME: %[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]], %[[COLOR:[a-z0-9]+]])
flame.xform @a_dead_variation_leaves_the_color(%x, %y, %color) {
  // CHECK-NOT: flame.variation
  %w = flame.param @zero : f32
  %vx, %vy, %next = flame.variation "dc_linear"(%x, %y, %color) weight %w
      {offset = %x, angle = %x, scale = %x} onto [%x, %y] : f32
  // CHECK: flame.yield %{{.*}}, %{{.*}}, %[[COLOR]],
  flame.yield %vx, %vy, %next, %x
}

// CHECK-LABEL: flame.xform @a_dead_variation_hides_nothing(
flame.xform @a_dead_variation_hides_nothing(%x, %y, %color) {
  // CHECK: %[[ALL:.*]] = arith.constant 1.000000e+00 : f32
  // CHECK-NOT: flame.variation
  %w = flame.param @zero : f32
  %vx, %vy, %share = flame.variation "cut_tileillusion"(%x, %y, %color) weight %w
      {time = %x, mode = %x, zoom = %x, invert = %x} shown : f32
  // CHECK: flame.yield %{{.*}}, %{{.*}}, %{{.*}}, %[[ALL]]
  flame.yield %vx, %vy, %color, %share
}

// CHECK-LABEL: flame.xform @weight_that_passes_zero_stays
flame.xform @weight_that_passes_zero_stays(%x, %y, %color) {
  // CHECK: flame.variation "swirl"
  %w = flame.param @passes_zero : f32
  %vx, %vy = flame.variation "swirl"(%x, %y, %color) weight %w
  flame.yield %vx, %vy, %color, %x
}

// CHECK-LABEL: flame.xform @other_weights_stay
flame.xform @other_weights_stay(%x, %y, %color) {
  // CHECK: flame.variation "swirl"
  %w = flame.param @half : f32
  %vx, %vy = flame.variation "swirl"(%x, %y, %color) weight %w
  flame.yield %vx, %vy, %color, %x
}

// -----

flame.param_slot @zero = 0.0
flame.param_slot @one = 1.0

// CHECK-LABEL: flame.xform @identity_affine_is_dead(
// CHECK-SAME: %[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]]
flame.xform @identity_affine_is_dead(%x, %y, %color) {
  // CHECK-NEXT: flame.yield %[[X]], %[[Y]]
  %0 = flame.param @zero : f32
  %1 = flame.param @one : f32
  %ax, %ay = flame.affine %x, %y by [%1, %0, %0, %1, %0, %0]
  flame.yield %ax, %ay, %color, %x
}

// CHECK-LABEL: flame.xform @exchange_of_axes_stays
flame.xform @exchange_of_axes_stays(%x, %y, %color) {
  // CHECK: flame.affine
  %0 = flame.param @zero : f32
  %1 = flame.param @one : f32
  %ax, %ay = flame.affine %x, %y by [%0, %1, %1, %0, %0, %0]
  flame.yield %ax, %ay, %color, %x
}
