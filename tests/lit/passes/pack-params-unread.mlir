// RUN: flame-opt %s -flame-pack-params | FileCheck %s

// A slot that is computed and that nobody reads, as what did was dead, has no place and is not computed.

// CHECK: flame.param_slot @read at 12
// CHECK-NOT: @unread
// CHECK: flame.define @read
// CHECK-NOT: flame.define
flame.param_slot @read
flame.param_slot @unread
flame.param_slot @precalculated = 0.5
flame.param_slot @w0 = 1.0
flame.param_slot @center_x = 0.0
flame.param_slot @center_y = 0.0
flame.param_slot @scale = 100.0
flame.param_slot @zoom = 0.0
flame.param_slot @rotate = 0.0
flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
flame.selection weights [@w0]
flame.xform @xform0(%x, %y, %color) {
  %read = flame.param @read : f32
  flame.yield %read, %y, %color, %x
}
flame.precalc {
  %slot = flame.param @precalculated : f32
  flame.define @read, %slot
  flame.define @unread, %slot
}
