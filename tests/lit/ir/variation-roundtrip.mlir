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
  // One that hides points says which share is shown, and one behind the sum may see the point before it.
  // CHECK: %{{.*}}, %{{.*}}, %[[SHARE:.*]] = flame.variation "cut_tileillusion"({{.*}}) weight %[[W]]
  // CHECK-SAME: {time = %[[W]], mode = %[[W]], zoom = %[[P]], invert = %[[W]]} shown : f32
  %cx, %cy, %share = flame.variation "cut_tileillusion"(%dx, %dy, %color) weight %w
      {time = %w, mode = %w, zoom = %p, invert = %w} shown : f32
  // CHECK: flame.variation "depth"({{.*}}) weight %[[W]] {power = %[[P]]} from[%[[X]], %[[Y]]]
  %ox, %oy = flame.variation "depth"(%cx, %cy, %color) weight %w {power = %p} from [%x, %y]
  // CHECK: flame.yield %{{.*}}, %{{.*}}, %{{.*}}, %[[SHARE]]
  flame.yield %ox, %oy, %next, %share
}

// CHECK-LABEL: flame.xform @deep(
// CHECK-SAME: %[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]], %{{[a-z0-9]+}}, %[[Z:[a-z0-9]+]])
flame.xform @deep(%x, %y, %color, %z) {
  // CHECK: flame.variation "depth"({{.*}} depth %[[Z]] : f32 from[%[[X]], %[[Y]], %[[Z]]]
  %ox, %oy, %oz = flame.variation "depth"(%x, %y, %color) weight %x {power = %y} depth %z : f32
      from [%x, %y, %z]
  flame.yield %ox, %oy, %color, %x, %oz
}
