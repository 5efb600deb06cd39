// RUN: flame-opt %s -flame-pack-params -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -flame-pack-params -o %t.twice
// RUN: cmp %t.once %t.twice

// Slots stand in the order in which xforms read them, each xform at a multiple of four floats; what the iteration does
// not read comes last. Numbers of an array that nobody reads have no place. The first 8 + 2 floats are camera and
// cumulative weights.

// CHECK: module attributes {flame.layout = #flame.layout<xforms = 2, xaosOffset = 0, slotsOffset = 12,
// CHECK-SAME: sharedFloats = 20, weightsOffset = 20, chaosOffset = 0, viewOffset = 24, blockFloats = 36>}

// CHECK-DAG: flame.param_slot @pair = [0.5, 0.25, 0.125] at [13, _, 12]
// CHECK-DAG: flame.param_slot @shared at 14
// CHECK-DAG: flame.param_slot @third {{.*}} at 16
// CHECK-DAG: flame.param_slot @w0 {{.*}} at 20
// CHECK-DAG: flame.param_slot @w1 {{.*}} at 21
// CHECK-DAG: flame.param_slot @center_x {{.*}} at 24
// CHECK-DAG: flame.param_slot @rotate {{.*}} at 28
// CHECK-DAG: flame.param_slot @precalculated {{.*}} at 32
flame.param_slot @pair = [0.5, 0.25, 0.125]
flame.param_slot @shared
flame.param_slot @third = 0.5
flame.param_slot @precalculated = 0.5
flame.param_slot @w0 = 1.0
flame.param_slot @w1 = 1.0
flame.param_slot @center_x = 0.0
flame.param_slot @center_y = 0.0
flame.param_slot @scale = 100.0
flame.param_slot @zoom = 0.0
flame.param_slot @rotate = 0.0
flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
flame.selection weights [@w0, @w1]
flame.xform @xform0(%x, %y, %color) {
  %first = flame.param @pair[2] : f32
  %second = flame.param @pair[0] : f32
  %shared = flame.param @shared : f32
  flame.yield %first, %second, %shared, %x
}
flame.xform @xform1(%x, %y, %color) {
  %shared = flame.param @shared : f32
  %third = flame.param @third : f32
  flame.yield %third, %shared, %color, %x
}
flame.precalc {
  %slot = flame.param @precalculated : f32
  flame.define @shared, %slot
}
