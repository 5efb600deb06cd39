// RUN: flame-opt %s -flame-drop-dead-features -remarks-filter-passed=flame-drop-dead-features \
// RUN:   2>&1 >/dev/null | FileCheck %s

// What was dropped is said, at the location where it was written.

flame.param_slot @zero = 0.0
flame.param_slot @one = 1.0
flame.selection weights [@zero, @one]
// CHECK: :[[#@LINE+1]]:1: remark: [Passed] DeadXform {{.*}} Remark="@never is never chosen"
flame.xform @never(%x, %y, %color) { flame.yield %x, %y, %color, %x }
flame.xform @always(%x, %y, %color) {
  %w = flame.param @zero : f32
  // CHECK: :[[#@LINE+1]]:14: remark: [Passed] DeadVariation {{.*}} Remark="'swirl' has weight zero at all times"
  %vx, %vy = flame.variation "swirl"(%x, %y, %color) weight %w
  flame.yield %vx, %vy, %color, %x
}
