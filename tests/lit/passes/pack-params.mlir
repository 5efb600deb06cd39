// RUN: flame-opt %s -flame-pack-params -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -flame-pack-params -o %t.twice
// RUN: cmp %t.once %t.twice

// Slots stand in the order in which xforms read them, each xform at a multiple of four floats; what the iteration does
// not read comes last. The first 8 + 2 floats are camera and cumulative weights.

// CHECK: module attributes {flame.layout = {
// CHECK-SAME: blockFloats = 36 : i32
// CHECK-SAME: chaosOffset = 0 : i32
// CHECK-SAME: sharedFloats = 20 : i32
// CHECK-SAME: slotsOffset = 12 : i32
// CHECK-SAME: viewOffset = 24 : i32
// CHECK-SAME: weightsOffset = 20 : i32
// CHECK-SAME: xaosOffset = 0 : i32
// CHECK-SAME: xforms = 2 : i32

// CHECK-DAG: flame.param_slot @second {{.*}} at 13
// CHECK-DAG: flame.param_slot @first {{.*}} at 12
// CHECK-DAG: flame.param_slot @shared {{.*}} at 14
// CHECK-DAG: flame.param_slot @third {{.*}} at 16
// CHECK-DAG: flame.param_slot @w0 {{.*}} at 20
// CHECK-DAG: flame.param_slot @w1 {{.*}} at 21
// CHECK-DAG: flame.param_slot @center_x {{.*}} at 24
// CHECK-DAG: flame.param_slot @rotate {{.*}} at 28
// CHECK-DAG: flame.param_slot @precalculated {{.*}} at 32
flame.param_slot @second = 0.5
flame.param_slot @first = 0.5
flame.param_slot @shared = 0.5
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
  %first = flame.param @first : f32
  %second = flame.param @second : f32
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
