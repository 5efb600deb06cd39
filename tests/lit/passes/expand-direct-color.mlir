// RUN: flame-opt %s -flame-expand-variations -canonicalize -cse | FileCheck %s

// A colour that is NaN would never go away: each is blended with the one before. Such a one is not taken.

// CHECK-LABEL: flame.xform @direct(
// CHECK-SAME: %[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]], %[[BEFORE:[a-z0-9]+]])
flame.xform @direct(%x, %y, %color) {
  // CHECK-DAG: %[[LIMIT:.*]] = arith.constant 1.000000e+10 : f32
  // CHECK: %[[IS_NUMBER:.*]] = arith.cmpf olt, %[[SIZE:.*]], %[[LIMIT]]
  // CHECK: %[[COLOR:.*]] = arith.select %[[IS_NUMBER]], %{{.*}}, %[[BEFORE]]
  // CHECK: flame.yield %{{.*}}, %{{.*}}, %[[COLOR]],
  %qx, %qy, %next = flame.variation "dc_linear"(%x, %y, %color) weight %x
      {offset = %x, angle = %x, scale = %y} onto [%x, %y] : f32
  flame.yield %qx, %qy, %next, %x
}

// Those that leave the colour alone have no such thing.
// CHECK-LABEL: flame.xform @usual
// CHECK-NOT: arith.select
flame.xform @usual(%x, %y, %color) {
  %qx, %qy = flame.variation "spherical"(%x, %y, %color) weight %color
  flame.yield %qx, %qy, %color, %x
}
