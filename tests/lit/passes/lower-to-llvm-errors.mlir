// RUN: flame-opt %s -split-input-file -flame-lower-to-llvm=lanes=8 -verify-diagnostics

// What cannot be lowered, since another pass has to run before, or since it is no flame.

// expected-error @+1 {{expected packed parameters: run --flame-pack-params first}}
module {
}

// -----

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  flame.param_slot @slot = 0.5
  flame.xform @xform0(%x, %y, %color) {
    // expected-error @+1 {{needs a place for @slot: --flame-pack-params comes after all that makes slots}}
    %slot = flame.param @slot : f32
    flame.yield %slot, %y, %color, %x
  }
}

// -----

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  flame.param_slot @hoisted0
  flame.precalc {
    %one = arith.constant 1.0 : f32
    // expected-error @+1 {{needs a place for @hoisted0}}
    flame.define @hoisted0, %one
  }
}

// -----

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  flame.param_slot @one = [0.5, 1.0] at 12
  // expected-error @+1 {{stands at 13, as @one does}}
  flame.param_slot @other = 0.5 at 13
}

// -----

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  // expected-error @+1 {{stands at 28, behind the block of 28 floats}}
  flame.param_slot @outside = 0.5 at 28
}

// -----

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  flame.xform @xform0(%x, %y, %color) {
    // expected-error @+1 {{is no arithmetic yet: run --flame-expand-variations first}}
    %vx, %vy = flame.variation "swirl"(%x, %y, %color) weight %x
    flame.yield %vx, %vy, %color, %x
  }
}

// -----

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  flame.xform @xform0(%x, %y, %color) {
    // expected-error @+1 {{is more than arithmetic on numbers}}
    %vector = arith.constant dense<1.0> : vector<4xf32>
    flame.yield %x, %y, %color, %x
  }
}

// -----

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  // expected-error @+1 {{is no function of the library: those have no body and one result}}
  func.func private @nothing()
}

// -----

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  // expected-error @+1 {{is no function of the library}}
  func.func @main(%x: f32) -> f32 {
    return %x : f32
  }
}

// -----

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  flame.precalc {
  }
  // expected-error @+1 {{is the second of its kind}}
  flame.precalc {
  }
}
