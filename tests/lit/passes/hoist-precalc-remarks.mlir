// RUN: flame-opt %s -flame-hoist-precalc -remarks-filter-passed=flame-hoist-precalc \
// RUN:   2>&1 >/dev/null | FileCheck %s

// Every hoisted expression is said, at the location where it was written.

flame.param_slot @power = <linear 0.0: 2.0, 1.0: 3.0>
flame.xform @xform0(%x, %y, %color) {
  %power = flame.param @power : f32
  // CHECK: :[[#@LINE+1]]:13: remark: [Passed] Hoisted {{.*}} Remark="'arith.mulf' is computed once per temporal sample"
  %square = arith.mulf %power, %power : f32
  // CHECK-NOT: [Passed]
  %used = arith.mulf %square, %x : f32
  flame.yield %used, %y, %color, %x
}
