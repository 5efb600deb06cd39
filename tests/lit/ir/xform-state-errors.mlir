// RUN: flame-opt %s -split-input-file -verify-diagnostics

// Xform state has 64 numbers.

flame.xform @xform0(%x, %y, %color) {
  // expected-error @+1 {{expects a number below 64, found 64}}
  %last = flame.recall 64 : f32
  flame.yield %last, %y, %color, %x
}

// -----

flame.xform @xform0(%x, %y, %color) {
  // expected-error @+1 {{expects a number below 64, found 100}}
  flame.remember 100, %x
  flame.yield %x, %y, %color, %x
}
