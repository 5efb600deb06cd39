// RUN: flame-opt %s -split-input-file -verify-diagnostics

// What a flame cannot define.

// expected-error @+1 {{defines no variation: there is no function 'sine' at "sine"}}
flame.user_variation "variation bad; x' = sine(x)"

// -----

// expected-error @+1 {{defines 2 variations, one is expected}}
flame.user_variation "variation one; x' = x; y' = y; variation two; x' = y; y' = x"

// -----

flame.user_variation "variation one; x' = x; y' = y"
// expected-error @+1 {{defines "One", which is defined before}}
flame.user_variation "variation One; x' = y; y' = x"

// -----

flame.user_variation "variation one; param a = 1; x' = x; y' = y"
flame.xform @missing_parameter(%x, %y, %color) {
  // expected-error @+1 {{"one" expects 1 parameters, found 0}}
  %vx, %vy = flame.variation "one"(%x, %y, %color) weight %x
  flame.yield %vx, %vy, %color, %x
}
