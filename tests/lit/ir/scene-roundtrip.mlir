// RUN: flame-opt %s -verify-roundtrip -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -o %t.twice
// RUN: cmp %t.once %t.twice

// Slots and scene keep all they say: printed and parsed again, they print the same.

// CHECK: flame.param_slot @fixed = 3.000000e+00
flame.param_slot @fixed = 3.0
// CHECK: flame.param_slot @animated animated -5.000000e-01 to 1.500000e+00
flame.param_slot @animated animated -0.5 to 1.5
// CHECK: flame.param_slot @computed at 12
flame.param_slot @computed at 12
// CHECK: flame.param_slot @packed = 1.000000e+00 at 13 {note = "kept"}
flame.param_slot @packed = 1.0 at 13 {note = "kept"}

// CHECK: flame.camera center @fixed, @animated scale @fixed zoom @fixed rotate @animated
flame.camera center @fixed, @animated scale @fixed zoom @fixed rotate @animated

// CHECK: flame.selection weights [@fixed, @packed]
flame.selection weights [@fixed, @packed]
// CHECK: flame.selection weights [@fixed, @packed] chaos [@fixed, @packed, @fixed, @animated]
flame.selection weights [@fixed, @packed] chaos [@fixed, @packed, @fixed, @animated]

// CHECK: flame.palette step
flame.palette step
// CHECK: flame.palette linear translucent
flame.palette linear translucent
