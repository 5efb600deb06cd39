// RUN: flame-opt %s -split-input-file -flame-merge-equal-xforms -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -split-input-file -flame-merge-equal-xforms -o %t.twice
// RUN: cmp %t.once %t.twice

// Xforms that differ in the slots they read and in nothing else share the body of the first of them.

// CHECK: flame.xform @first
flame.xform @first(%x, %y, %color) {
  %a = flame.param @a0 : f32
  %b = flame.param @b0 : f32
  %sum = arith.addf %a, %b : f32
  flame.yield %sum, %a, %color, %x
}
// CHECK: flame.same_xform @second as @first reading [@a1, @b1]
flame.xform @second(%x, %y, %color) {
  %a = flame.param @a1 : f32
  %b = flame.param @b1 : f32
  %sum = arith.addf %a, %b : f32
  flame.yield %sum, %a, %color, %x
}
// CHECK: flame.xform @other_operands
flame.xform @other_operands(%x, %y, %color) {
  %a = flame.param @a2 : f32
  %b = flame.param @b2 : f32
  %sum = arith.addf %a, %b : f32
  flame.yield %sum, %b, %color, %x
}
// CHECK: flame.xform @another_operation
flame.xform @another_operation(%x, %y, %color) {
  %a = flame.param @a3 : f32
  %b = flame.param @b3 : f32
  %sum = arith.subf %a, %b : f32
  flame.yield %sum, %a, %color, %x
}
// CHECK: flame.xform final @a_final_one
flame.xform final @a_final_one(%x, %y, %color) {
  %a = flame.param @a4 : f32
  %b = flame.param @b4 : f32
  %sum = arith.addf %a, %b : f32
  flame.yield %sum, %a, %color, %x
}

// -----

// A slot has one place only, so xforms that have one in common keep their bodies.

// CHECK: flame.xform @one
flame.xform @one(%x, %y, %color) {
  %a = flame.param @common : f32
  flame.yield %a, %y, %color, %x
}
// CHECK: flame.xform @two
flame.xform @two(%x, %y, %color) {
  %a = flame.param @common : f32
  flame.yield %a, %y, %color, %x
}
