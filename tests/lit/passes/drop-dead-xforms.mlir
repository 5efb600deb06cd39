// RUN: flame-opt %s -split-input-file -flame-drop-dead-features -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -split-input-file -flame-drop-dead-features -o %t.twice
// RUN: cmp %t.once %t.twice

// Xforms that are never chosen disappear, from the selection and from the rows and columns of the xaos factors.

// CHECK-NOT: @w1
flame.param_slot @w0 = 1.0
flame.param_slot @w1 = 0.0
flame.param_slot @w2 = 2.0
// CHECK: flame.param_slot @row0 = [0.0, 0.25]
flame.param_slot @row0 = [0.0, 0.125, 0.25]
// CHECK-NOT: @row1
flame.param_slot @row1 = [1.0, 1.125, 1.25]
// CHECK: flame.param_slot @row2 = [2.0, <linear 0.0: 2.0, 1.0: 2.5>]
flame.param_slot @row2 = [2.0, 2.125, <linear 0.0: 2.0, 1.0: 2.5>]
// CHECK: flame.selection weights [@w0, @w2] chaos [@row0, @row2]
flame.selection weights [@w0, @w1, @w2] chaos [@row0, @row1, @row2]
// CHECK: flame.xform @first
flame.xform @first(%x, %y, %color) { flame.yield %x, %y, %color, %x }
// CHECK-NOT: flame.xform @never
flame.xform @never(%x, %y, %color) { flame.yield %x, %y, %color, %x }
// CHECK: flame.xform @third
flame.xform @third(%x, %y, %color) { flame.yield %x, %y, %color, %x }
// A final xform is not chosen, hence never dead.
// CHECK: flame.xform final @last
flame.xform final @last(%x, %y, %color) { flame.yield %x, %y, %color, %x }

// -----

// One xform always remains, whatever its weight.

flame.param_slot @zero = 0.0
// CHECK: flame.selection weights [@zero]
flame.selection weights [@zero]
// CHECK: flame.xform @only
flame.xform @only(%x, %y, %color) { flame.yield %x, %y, %color, %x }

// -----

// An animated weight may become positive.

flame.param_slot @fixed = 1.0
flame.param_slot @animated = <linear 0.0: 0.0, 1.0: 1.0>
// CHECK: flame.selection weights [@fixed, @animated]
flame.selection weights [@fixed, @animated]
// CHECK: flame.xform @always
flame.xform @always(%x, %y, %color) { flame.yield %x, %y, %color, %x }
// CHECK: flame.xform @sometimes
flame.xform @sometimes(%x, %y, %color) { flame.yield %x, %y, %color, %x }
