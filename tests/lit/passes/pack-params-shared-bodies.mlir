// RUN: flame-opt %s -flame-pack-params | FileCheck %s

// Slots that stand for those of another xform's body have the same shape, at another multiple of four floats.

// CHECK-DAG: flame.param_slot @a0 {{.*}} at 12
// CHECK-DAG: flame.param_slot @b0 {{.*}} at 13
// CHECK-DAG: flame.param_slot @b1 {{.*}} at 17
// CHECK-DAG: flame.param_slot @a1 {{.*}} at 16
flame.param_slot @b1 = 0.5
flame.param_slot @a1 = 0.5
flame.param_slot @b0 = 0.5
flame.param_slot @a0 = 0.5
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
  %a = flame.param @a0 : f32
  %b = flame.param @b0 : f32
  flame.yield %a, %b, %color, %x
}
flame.same_xform @xform1 as @xform0 reading [@a1, @b1]
