// RUN: flame-opt %s -split-input-file -verify-diagnostics

// What an xform cannot be.

// expected-error @+1 {{expects three f32 arguments, x, y and color, or z behind them}}
flame.xform @two_arguments(%x, %y) {
  flame.yield %x, %y, %x, %y
}

// -----

// expected-error @+1 {{expects three f32 arguments, x, y and color, or z behind them}}
"flame.xform"() <{sym_name = "integers"}> ({
^bb0(%x: f32, %y: f32, %color: i32):
  flame.yield %x, %y, %x, %y
}) : () -> ()

// -----

// expected-error @+1 {{expects to end with flame.yield}}
flame.xform @no_end(%x, %y, %color) {
  llvm.unreachable
}

// -----

// Nothing from outside may be used inside: xforms are functions of the point.
%outside = arith.constant 1.0 : f32
// expected-note @+1 {{required by region isolation constraints}}
flame.xform @not_isolated(%x, %y, %color) {
  // expected-error @+1 {{using value defined outside the region}}
  flame.yield %x, %y, %color, %outside
}

// -----

flame.param_slot @slot = 1.0
// expected-error @+2 {{expects parent op 'flame.xform'}}
flame.precalc {
  "flame.yield"(%x, %x, %x, %x) : (f32, f32, f32, f32) -> ()
  %x = flame.param @slot : f32
}

// -----

flame.xform @define_inside(%x, %y, %color) {
  // expected-error @+1 {{expects parent op 'flame.precalc'}}
  flame.define @slot, %x
  flame.yield %x, %y, %color, %x
}
