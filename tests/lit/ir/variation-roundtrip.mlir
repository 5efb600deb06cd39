// RUN: flame-opt %s -verify-roundtrip -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -o %t.twice
// RUN: cmp %t.once %t.twice

// A variation names its parameters; those that read the affine get it as well.

flame.param_slot @weight = 0.5
flame.param_slot @power = 2.5

// CHECK-LABEL: flame.xform @xform0(
// CHECK-SAME: %[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]], %[[COLOR:[a-z0-9]+]])
flame.xform @xform0(%x, %y, %color) {
  // CHECK: %[[W:.*]] = flame.param @weight : f32
  %w = flame.param @weight : f32
  // CHECK: %[[P:.*]] = flame.param @power : f32
  %p = flame.param @power : f32
  // CHECK: flame.variation "swirl"(%[[X]], %[[Y]], %[[COLOR]]) weight %[[W]]
  %sx, %sy = flame.variation "swirl"(%x, %y, %color) weight %w
  // CHECK: flame.variation "julian"({{.*}}) weight %[[W]] {power = %[[P]], dist = %[[W]]}
  %jx, %jy = flame.variation "julian"(%sx, %sy, %color) weight %w {power = %p, dist = %w}
  // CHECK: flame.variation "waves"({{.*}}) weight %[[W]]
  // CHECK-SAME: affine[%[[X]], %[[Y]], %[[P]], %[[P]], %[[W]], %[[W]]]
  %wx, %wy = flame.variation "waves"(%jx, %jy, %color) weight %w affine [%x, %y, %p, %p, %w, %w]
  // Quotes around a name are read, and left out where they can be.
  // CHECK: flame.variation "fan2"({{.*}}) weight %[[W]] {x = %[[P]], y = %[[W]]}
  %fx, %fy = flame.variation "fan2"(%wx, %wy, %color) weight %w {"x" = %p, "y" = %w}
  // One that sets the colour sees the sum before it.
  // CHECK: flame.variation "dc_linear"({{.*}}) weight %[[W]] {offset = %[[P]], angle = %[[W]], scale = %[[P]]}
  // CHECK-SAME: onto[%[[X]], %[[Y]]] : f32
  %dx, %dy, %next = flame.variation "dc_linear"(%fx, %fy, %color) weight %w
      {offset = %p, angle = %w, scale = %p} onto [%x, %y] : f32
  flame.yield %dx, %dy, %next, %w
}
