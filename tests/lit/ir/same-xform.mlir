// RUN: flame-opt %s -split-input-file -verify-diagnostics -verify-roundtrip | FileCheck %s

// An xform with the body of another one names the numbers to read instead, as many as that body reads.

flame.param_slot @a = [0.5, 0.25]
flame.param_slot @b = 0.5
flame.param_slot @c = [0.5, 0.25, 0.125]
flame.xform @first(%x, %y, %color) {
  %a0 = flame.param @a[0] : f32
  %a1 = flame.param @a[1] : f32
  flame.yield %a0, %a1, %color, %x
}
// CHECK: flame.same_xform @second as @first reading [@b, @c[2]]
flame.same_xform @second as @first reading [@b, @c[2]]

// -----

flame.param_slot @a = 0.5
flame.xform @first(%x, %y, %color) {
  %a = flame.param @a : f32
  flame.yield %a, %y, %color, %x
}
// expected-error @+1 {{expects 1 numbers as @first reads, found 2}}
flame.same_xform @second as @first reading [@b, @c]

// -----

flame.param_slot @a = 0.5
flame.xform @first(%x, %y, %color) {
  %a = flame.param @a : f32
  flame.yield %a, %y, %color, %x
}
// expected-error @+1 {{names @b, which is no slot}}
flame.same_xform @second as @first reading [@b]

// -----

// expected-error @+1 {{expects a standard xform, found @nowhere}}
flame.same_xform @second as @nowhere reading []

// -----

flame.xform final @last(%x, %y, %color) { flame.yield %x, %y, %color, %x }
// expected-error @+1 {{expects a standard xform, found @last}}
flame.same_xform @second as @last reading []

// -----

// expected-error @+1 {{stands before @later, whose body it has}}
flame.same_xform @second as @later reading []
flame.xform @later(%x, %y, %color) { flame.yield %x, %y, %color, %x }
