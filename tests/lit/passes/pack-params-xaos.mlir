// RUN: flame-opt %s -flame-pack-params | FileCheck %s

// With xaos, the cumulative rows stand between the weights and the slots, the raw factors in the scratch part.

// CHECK: chaosOffset = 20 : i32
// CHECK-SAME: sharedFloats = 16 : i32
// CHECK-SAME: slotsOffset = 16 : i32
// CHECK-SAME: viewOffset = 24 : i32
// CHECK-SAME: weightsOffset = 16 : i32
// CHECK-SAME: xaosOffset = 12 : i32
// CHECK: flame.param_slot @w {{.*}} at 16
flame.param_slot @w = 1.0
// CHECK: flame.param_slot @v {{.*}} at 17
flame.param_slot @v = 1.0
// CHECK: flame.param_slot @c00 {{.*}} at 20
flame.param_slot @c00 = 1.0
flame.param_slot @c01 = 1.0
flame.param_slot @c10 = 1.0
// CHECK: flame.param_slot @c11 {{.*}} at 23
flame.param_slot @c11 = 1.0
flame.param_slot @center_x = 0.0
flame.param_slot @center_y = 0.0
flame.param_slot @scale = 100.0
flame.param_slot @zoom = 0.0
flame.param_slot @rotate = 0.0
flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
flame.selection weights [@w, @v] chaos [@c00, @c01, @c10, @c11]
flame.xform @xform0(%x, %y, %color) { flame.yield %x, %y, %color, %x }
flame.xform @xform1(%x, %y, %color) { flame.yield %x, %y, %color, %x }
