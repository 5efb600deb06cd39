// RUN: flame-opt %s -verify-roundtrip | FileCheck %s
// RUN: flame-opt %s -flame-expand-variations | FileCheck %s --check-prefix=EXPANDED

// A flame defines variations, which its xforms use by their names.

// CHECK: flame.user_variation "variation half\0Aparam by = 2\0Ax' = weight * x / by\0Ay' = y"
flame.user_variation "variation half\0Aparam by = 2\0Ax' = weight * x / by\0Ay' = y"
flame.user_variation "variation thrown; draw u; x' = u; y' = affine.f"

flame.param_slot @weight = 0.5

// CHECK-LABEL: flame.xform @xform0(
// EXPANDED-LABEL: flame.xform @xform0(
// EXPANDED-SAME: %[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]], %[[COLOR:[a-z0-9]+]])
flame.xform @xform0(%x, %y, %color) {
  %w = flame.param @weight : f32
  // CHECK: flame.variation "half"({{.*}}) weight %{{.*}} {by = %{{.*}}}
  // EXPANDED: %[[SCALED:.*]] = arith.mulf %{{.*}}, %[[X]]
  // EXPANDED: %[[HALF:.*]] = arith.divf %[[SCALED]], %{{.*}}
  %hx, %hy = flame.variation "half"(%x, %y, %color) weight %w {by = %w}
  // CHECK: flame.variation "thrown"({{.*}}) weight %{{.*}} affine[
  // EXPANDED: %[[U:.*]] = flame.draw u01
  %tx, %ty = flame.variation "thrown"(%hx, %hy, %color) weight %w affine [%x, %y, %w, %w, %w, %hx]
  // EXPANDED: flame.yield %[[U]], %[[HALF]], %[[COLOR]], %{{.*}}
  flame.yield %tx, %ty, %color, %w
}
