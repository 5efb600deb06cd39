// RUN: flame-opt %s -flame-expand-variations -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -flame-expand-variations -o %t.twice
// RUN: cmp %t.once %t.twice

// Afterwards nothing but arith, math, flame.param and flame.draw stands in an xform.

// CHECK-LABEL: flame.xform @draws_come_before_the_body
flame.xform @draws_come_before_the_body(%x, %y, %color) {
  // CHECK-NEXT: %[[U:.*]] = flame.draw u01
  // CHECK: math.atan2
  // CHECK: arith.mulf %{{.*}}, %[[U]]
  // CHECK-NOT: flame.variation
  %vx, %vy = flame.variation "julian"(%x, %y, %color) weight %x {power = %y, dist = %color}
  // CHECK: flame.yield
  flame.yield %vx, %vy, %color, %x
}

flame.param_slot @a = 0.5

// CHECK-LABEL: flame.xform @affine(
// CHECK-SAME: %[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]], %[[COLOR:[a-z0-9]+]])
flame.xform @affine(%x, %y, %color) {
  // CHECK: %[[A:.*]] = flame.param @a
  %a = flame.param @a : f32
  // CHECK: %[[AX:.*]] = arith.mulf %[[A]], %[[X]]
  // CHECK: %[[BY:.*]] = arith.mulf %[[COLOR]], %[[Y]]
  // CHECK: %[[BYC:.*]] = arith.addf %[[BY]], %[[A]]
  // CHECK: %[[OUT:.*]] = arith.addf %[[AX]], %[[BYC]]
  %ax, %ay = flame.affine %x, %y by [%a, %y, %color, %y, %a, %y]
  // CHECK: flame.yield %[[OUT]],
  flame.yield %ax, %ay, %color, %x
}

// CHECK-LABEL: flame.xform @blend_color(
// CHECK-SAME: %[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]], %[[COLOR:[a-z0-9]+]])
flame.xform @blend_color(%x, %y, %color) {
  // CHECK: %[[SHARE:.*]] = arith.mulf %[[Y]], %[[X]]
  // CHECK: %[[REST:.*]] = arith.subf %{{.*}}, %[[Y]]
  // CHECK: %[[KEPT:.*]] = arith.mulf %[[REST]], %[[COLOR]]
  // CHECK: %[[NEXT:.*]] = arith.addf %[[SHARE]], %[[KEPT]]
  %next = flame.blend_color %color to %x speed %y
  // CHECK: flame.yield %{{.*}}, %{{.*}}, %[[NEXT]],
  flame.yield %x, %y, %next, %x
}

// CHECK-LABEL: flame.xform @visibility(
// CHECK-SAME: %[[X:[a-z0-9]+]],
flame.xform @visibility(%x, %y, %color) {
  // CHECK: %[[POWER:.*]] = math.powf %[[X]],
  // CHECK: %[[IS_ZERO:.*]] = arith.cmpf oeq, %[[X]], %[[ZERO:.*]] : f32
  // CHECK: %[[VISIBLE:.*]] = arith.select %[[IS_ZERO]], %[[ZERO]], %[[POWER]]
  %visible = flame.visibility %x
  // CHECK: flame.yield {{.*}}, %[[VISIBLE]]
  flame.yield %x, %y, %color, %visible
}
