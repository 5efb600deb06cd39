// RUN: flame-opt %s -flame-select-math=target=nvptx -remarks-filter-passed=flame-select-math \
// RUN:   -remarks-filter-missed=flame-select-math 2>&1 >/dev/null | FileCheck %s

// Of every function that has a shorter version it is said which one was taken, and why.

flame.xform @an_angle_whose_cosine_divides(%x, %y, %color) {
  // CHECK: :[[#@LINE+1]]:8: remark: [Passed] Accuracy {{.*}} Remark="'sin' is computed by shortSin: it is only scaled and added up"
  %s = math.sin %x : f32
  // CHECK: :[[#@LINE+1]]:8: remark: [Missed] Accuracy {{.*}} Remark="'cos' is computed in full: what is made of it needs its relative accuracy"
  %c = math.cos %x : f32
  %a = arith.divf %s, %c : f32
  flame.yield %a, %y, %color, %y
}
