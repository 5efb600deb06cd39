// RUN: flame-opt %s -verify-roundtrip -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -o %t.twice
// RUN: cmp %t.once %t.twice

// Slots and scene keep all they say: printed and parsed again, they print the same.

// CHECK: flame.param_slot @fixed = 3.0
flame.param_slot @fixed = 3.0
// CHECK: flame.param_slot @computed at 12
flame.param_slot @computed at 12
// CHECK: flame.param_slot @packed = 1.0 at 13 {note = "kept"}
flame.param_slot @packed = 1.0 at 13 {note = "kept"}
// CHECK: flame.param_slot @row = [3.0, -0.5]{{$}}
flame.param_slot @row = [3.0, -0.5]
// CHECK: flame.param_slot @run = [3.0, 1.0] at 14
flame.param_slot @run = [3.0, 1.0] at [14, 15]
// CHECK: flame.param_slot @scattered = [3.0, 1.0, 2.0] at [17, _, 16]
flame.param_slot @scattered = [3.0, 1.0, 2.0] at [17, _, 16]

// Numbers have as many digits as they need, and come back as the same number.
// CHECK: flame.param_slot @numbers = [0.1, -0.0, 1.0e-05, 1.0e+30, 24607.5, 0.30000000000000004]
flame.param_slot @numbers = [0.1, -0.0, 0.00001, 1.0e30, 2.46075e4, 0.30000000000000004]

// CHECK: flame.param_slot @straight = <linear 0.0: 1.0 slope 2.0, 1.0: 3.0 slope 2.0>
flame.param_slot @straight = <linear 0.0: 1.0 slope 2.0, 1.0: 3.0 slope 2.0 | 2.0>
// CHECK: flame.param_slot @magnitude = <magnitude -0.5: 24.0, 0.25: -32.0 slope 0.5 | -1.0, 1.0: 24.0>
flame.param_slot @magnitude = <magnitude -0.5: 24.0 slope 0.0, 0.25: -32.0 slope 0.5 | -1.0, 1.0: 24.0>
// One knot is a constant, whatever its slopes.
// CHECK: flame.param_slot @constant = 24.0{{$}}
flame.param_slot @constant = <magnitude 0.5: 24.0 slope 1.0>
// CHECK: flame.param_slot @some = [1.0, <linear 0.0: 1.0, 1.0: 2.0>]
flame.param_slot @some = [<1.0>, <linear 0.0: 1.0, 1.0: 2.0>]

// The attributes by themselves.
// CHECK: flame.palette step {element = #flame.element<@row[1]>, single = #flame.element<@fixed>, track = #flame.track<0.5>}
flame.palette step {track = #flame.track<0.5>, element = #flame.element<@row[1]>, single = #flame.element<@fixed>}

// CHECK: flame.camera center @fixed, @straight scale @fixed zoom @fixed rotate @magnitude
flame.camera center @fixed, @straight scale @fixed zoom @fixed rotate @magnitude

// CHECK: flame.selection weights [@fixed, @packed]
flame.selection weights [@fixed, @packed]
// CHECK: flame.selection weights [@fixed, @packed] chaos [@row, @run]
flame.selection weights [@fixed, @packed] chaos [@row, @run]

// CHECK: flame.palette step
flame.palette step
// CHECK: flame.palette linear translucent
flame.palette linear translucent
