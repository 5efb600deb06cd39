// RUN: flame-opt %s -split-input-file -verify-diagnostics

// What a slot cannot be, and how it cannot be named.

// expected-error @+1 {{expects at least one number}}
"flame.param_slot"() <{sym_name = "nothing", tracks = []}> : () -> ()

// -----

// expected-error @+1 {{expects 2 offsets, found 1}}
flame.param_slot @short = [1.0, 2.0] at [12]

// -----

// expected-error @+1 {{expects no negative offset}}
flame.param_slot @negative = [1.0, 2.0] at [12, -2]

// -----

// expected-note @+1 {{see existing symbol definition here}}
flame.param_slot @twice = 1.0
// expected-error @+1 {{redefinition of symbol named 'twice'}}
flame.param_slot @twice = 2.0

// -----

flame.param_slot @power = 1.0
flame.xform @xform0(%x, %y, %color) {
  // expected-error @+1 {{names @pwer, which is no slot}}
  %power = flame.param @pwer : f32
  flame.yield %power, %y, %color, %x
}

// -----

flame.xform @xform0(%x, %y, %color) {
  // expected-error @+1 {{names @xform0, which is no slot}}
  %power = flame.param @xform0 : f32
  flame.yield %power, %y, %color, %x
}

// -----

flame.param_slot @coefs = [1.0, 2.0]
flame.xform @xform0(%x, %y, %color) {
  // expected-error @+1 {{reads number 2 of @coefs, which holds 2}}
  %b = flame.param @coefs[2] : f32
  flame.yield %b, %y, %color, %x
}

// -----

flame.param_slot @coefs = [1.0, 2.0]
flame.xform @xform0(%x, %y, %color) {
  // expected-error @+1 {{expects 1 number in @coefs, found 2}}
  %b = flame.param @coefs : f32
  flame.yield %b, %y, %color, %x
}

// -----

flame.param_slot @single = 1.0
flame.xform @xform0(%x, %y, %color) {
  // expected-error @+1 {{reads number 0 of @single, which holds 1}}
  %b = flame.param @single[0] : f32
  flame.yield %b, %y, %color, %x
}

// -----

flame.param_slot @fixed = 1.0
flame.precalc {
  %fixed = flame.param @fixed : f32
  // expected-error @+1 {{defines @fixed, which has a value}}
  flame.define @fixed, %fixed
}

// -----

flame.param_slot @fixed = 1.0
flame.precalc {
  %fixed = flame.param @fixed : f32
  // expected-error @+1 {{names @hosted0, which is no slot}}
  flame.define @hosted0, %fixed
}

// -----

flame.param_slot @outside = 1.0
// expected-error @+1 {{expects parent op to be one of 'flame.xform, flame.precalc'}}
%outside = flame.param @outside : f32

// -----

flame.precalc {
  // expected-error @+1 {{expects parent op 'flame.xform'}}
  %u = flame.draw u01 : f32
}
