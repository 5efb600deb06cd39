// RUN: flame-opt %s -split-input-file -flame-merge-equal-xforms -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -split-input-file -flame-merge-equal-xforms -o %t.twice
// RUN: cmp %t.once %t.twice

// Xforms that differ in the slots they read and in nothing else share the body of the first of them. It does not matter
// whether what they read are slots of their own or numbers of an array.

flame.param_slot @a0 = 0.5
flame.param_slot @b0 = 0.5
flame.param_slot @two1 = [0.5, 0.75, 0.25]
flame.param_slot @a2 = 0.5
flame.param_slot @b2 = 0.5
flame.param_slot @two3 = [0.5, 0.5]
flame.param_slot @a4 = 0.5
flame.param_slot @b4 = 0.5
flame.param_slot @a5 = 0.5
flame.param_slot @a6 = 0.5

// CHECK: flame.xform @first
flame.xform @first(%x, %y, %color) {
  %a = flame.param @a0 : f32
  %b = flame.param @b0 : f32
  %sum = arith.addf %a, %b : f32
  flame.yield %sum, %a, %color, %x
}
// CHECK: flame.same_xform @second as @first reading [@two1[0], @two1[2]]
flame.xform @second(%x, %y, %color) {
  %a = flame.param @two1[0] : f32
  %b = flame.param @two1[2] : f32
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
  %a = flame.param @two3[0] : f32
  %b = flame.param @two3[1] : f32
  %sum = arith.subf %a, %b : f32
  flame.yield %sum, %a, %color, %x
}
// CHECK: flame.xform @one_number_twice
flame.xform @one_number_twice(%x, %y, %color) {
  %a = flame.param @a5 : f32
  %b = flame.param @a5 : f32
  %sum = arith.addf %a, %b : f32
  flame.yield %sum, %a, %color, %x
}
// CHECK: flame.xform @another_constant
flame.xform @another_constant(%x, %y, %color) {
  %a = flame.param @a6 : f32
  %b = arith.constant 2.0 : f32
  %sum = arith.addf %a, %b : f32
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

// A slot has one offset only, so xforms that have one in common keep their bodies.

flame.param_slot @common = [0.5, 0.5]

// CHECK: flame.xform @one
flame.xform @one(%x, %y, %color) {
  %a = flame.param @common[1] : f32
  flame.yield %a, %y, %color, %x
}
// CHECK: flame.xform @two
flame.xform @two(%x, %y, %color) {
  %a = flame.param @common[1] : f32
  flame.yield %a, %y, %color, %x
}
