// RUN: flame-opt %s -flame-merge-equal-xforms -remarks-filter-passed=flame-merge-equal-xforms \
// RUN:   2>&1 >/dev/null | FileCheck %s

// Shared bodies are said, at the xform that lost its own.

// CHECK-NOT: [Passed]
flame.xform @first(%x, %y, %color) { flame.yield %y, %x, %color, %x }
// CHECK: :[[#@LINE+1]]:1: remark: [Passed] SharedBody {{.*}} Remark="@second shares the body of @first"
flame.xform @second(%x, %y, %color) { flame.yield %y, %x, %color, %x }
