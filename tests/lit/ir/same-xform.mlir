// RUN: flame-opt %s -split-input-file -verify-diagnostics -verify-roundtrip | FileCheck %s

// An xform with the body of another one names the slots to read instead, as many as that body reads.

flame.xform @first(%x, %y, %color) {
  %a = flame.param @a : f32
  flame.yield %a, %y, %color, %x
}
// CHECK: flame.same_xform @second as @first reading [@b]
flame.same_xform @second as @first reading [@b]

// -----

flame.xform @first(%x, %y, %color) {
  %a = flame.param @a : f32
  flame.yield %a, %y, %color, %x
}
// expected-error @+1 {{expects 1 slots as @first reads, found 2}}
flame.same_xform @second as @first reading [@b, @c]

// -----

// expected-error @+1 {{expects a standard xform, found @nowhere}}
flame.same_xform @second as @nowhere reading []

// -----

flame.xform final @last(%x, %y, %color) { flame.yield %x, %y, %color, %x }
// expected-error @+1 {{expects a standard xform, found @last}}
flame.same_xform @second as @last reading []
