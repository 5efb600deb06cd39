// RUN: flame-opt %s -split-input-file -verify-diagnostics

// Variations are verified against the table, so that no pass has to.

flame.xform @unknown_name(%x, %y, %color) {
  // expected-error @+1 {{names no variation of the table or of the flame: "jullian"}}
  %vx, %vy = flame.variation "jullian"(%x, %y, %color) weight %x
  flame.yield %vx, %vy, %color, %x
}

// -----

flame.xform @missing_parameter(%x, %y, %color) {
  // expected-error @+1 {{"julian" expects 2 parameters, found 1}}
  %vx, %vy = flame.variation "julian"(%x, %y, %color) weight %x {power = %y}
  flame.yield %vx, %vy, %color, %x
}

// -----

flame.xform @wrong_order(%x, %y, %color) {
  // expected-error @+1 {{"julian" expects parameter 'power', found "dist"}}
  %vx, %vy = flame.variation "julian"(%x, %y, %color) weight %x {dist = %y, power = %y}
  flame.yield %vx, %vy, %color, %x
}

// -----

flame.xform @missing_affine(%x, %y, %color) {
  // expected-error @+1 {{"waves" expects the pre-affine}}
  %vx, %vy = flame.variation "waves"(%x, %y, %color) weight %x
  flame.yield %vx, %vy, %color, %x
}

// -----

flame.xform @needless_affine(%x, %y, %color) {
  // expected-error @+1 {{"swirl" expects no affine}}
  %vx, %vy = flame.variation "swirl"(%x, %y, %color) weight %x affine [%x, %x, %x, %y, %y, %y]
  flame.yield %vx, %vy, %color, %x
}

// -----

flame.xform @missing_sum(%x, %y, %color) {
  // expected-error @+1 {{"dc_linear" expects a sum and returns a colour}}
  %vx, %vy = flame.variation "dc_linear"(%x, %y, %color) weight %x {offset = %x, angle = %x, scale = %x}
  flame.yield %vx, %vy, %color, %x
}

// -----

flame.xform @needless_sum(%x, %y, %color) {
  // expected-error @+1 {{"swirl" expects no sum and returns no colour}}
  %vx, %vy, %next = flame.variation "swirl"(%x, %y, %color) weight %x onto [%x, %y] : f32
  flame.yield %vx, %vy, %color, %x
}

// -----

flame.xform @missing_share(%x, %y, %color) {
  // expected-error @+1 {{"cut_tileillusion" expects to say what is shown}}
  %vx, %vy = flame.variation "cut_tileillusion"(%x, %y, %color) weight %x {time = %x, mode = %x, zoom = %x, invert = %x}
  flame.yield %vx, %vy, %color, %x
}

// -----

flame.xform @needless_share(%x, %y, %color) {
  // expected-error @+1 {{"swirl" expects not to say what is shown}}
  %vx, %vy, %share = flame.variation "swirl"(%x, %y, %color) weight %x shown : f32
  flame.yield %vx, %vy, %color, %share
}

// -----

flame.xform @missing_origin(%x, %y, %color) {
  // expected-error @+1 {{"depth" expects the point before the sum}}
  %vx, %vy = flame.variation "depth"(%x, %y, %color) weight %x {power = %y}
  flame.yield %vx, %vy, %color, %x
}

// -----

flame.xform @needless_origin(%x, %y, %color) {
  // expected-error @+1 {{"swirl" expects no other point}}
  %vx, %vy = flame.variation "swirl"(%x, %y, %color) weight %x from [%x, %y]
  flame.yield %vx, %vy, %color, %x
}
