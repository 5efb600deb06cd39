// RUN: flame-opt %s -flame-pack-params | FileCheck %s

// With xaos, the cumulative rows stand between the weights and the slots, the raw factors in the scratch part.

// CHECK: #flame.layout<xforms = 2, xaosOffset = 12, slotsOffset = 16, sharedFloats = 16, weightsOffset = 16,
// CHECK-SAME: chaosOffset = 20, viewOffset = 24, blockFloats = 32>
// CHECK: flame.param_slot @w {{.*}} at 16
flame.param_slot @w = 1.0
// CHECK: flame.param_slot @v {{.*}} at 17
flame.param_slot @v = 1.0
// CHECK: flame.param_slot @row0 = [1.0, 2.0] at 20
flame.param_slot @row0 = [1.0, 2.0]
// CHECK: flame.param_slot @row1 = [3.0, 4.0] at 22
flame.param_slot @row1 = [3.0, 4.0]
flame.param_slot @center_x = 0.0
flame.param_slot @center_y = 0.0
flame.param_slot @scale = 100.0
flame.param_slot @zoom = 0.0
flame.param_slot @rotate = 0.0
flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
flame.selection weights [@w, @v] chaos [@row0, @row1]
flame.xform @xform0(%x, %y, %color) { flame.yield %x, %y, %color, %x }
flame.xform @xform1(%x, %y, %color) { flame.yield %x, %y, %color, %x }
