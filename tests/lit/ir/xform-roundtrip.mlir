// RUN: flame-opt %s -verify-roundtrip -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: flame-opt %t.once -o %t.twice
// RUN: cmp %t.once %t.twice

// Xforms and what may stand inside of them keep all they say.

flame.param_slot @slot = [0.5, 0.25]
flame.param_slot @other

// CHECK-LABEL: flame.xform @standard(
// CHECK-SAME: %[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]], %[[COLOR:[a-z0-9]+]])
flame.xform @standard(%x, %y, %color) {
  // CHECK: %[[PARAM:.*]] = flame.param @slot[1] : f32
  %param = flame.param @slot[1] : f32
  // CHECK: flame.draw u01 : f32
  %u01 = flame.draw u01 : f32
  // CHECK: flame.draw u11 : f32
  %u11 = flame.draw u11 : f32
  // CHECK: flame.draw bit : f32
  %bit = flame.draw bit : f32
  // CHECK: flame.affine %[[X]], %[[Y]] by
  // CHECK-SAME: [%[[PARAM]], %{{.*}}, %{{.*}}, %{{.*}}, %[[PARAM]], %[[X]]]
  %ax, %ay = flame.affine %x, %y by [%param, %u01, %u11, %bit, %param, %x]
  // CHECK: %[[NEXT:.*]] = flame.blend_color %[[COLOR]] to %[[PARAM]] speed
  %next = flame.blend_color %color to %param speed %u01
  // CHECK: %[[VISIBLE:.*]] = flame.visibility %[[PARAM]]
  %visible = flame.visibility %param
  // CHECK: flame.yield %{{.*}}, %{{.*}}, %[[NEXT]], %[[VISIBLE]]
  flame.yield %ax, %ay, %next, %visible
}

// CHECK: flame.xform final @last({{.*}}) attributes {note = "kept"} {
flame.xform final @last(%x, %y, %color) attributes {note = "kept"} {
  flame.yield %x, %y, %color, %color
}

// CHECK-LABEL: flame.precalc {
flame.precalc {
  // CHECK: %[[SLOT:.*]] = flame.param @slot[1] : f32
  %slot = flame.param @slot[1] : f32
  // CHECK: flame.define @other, %[[SLOT]]
  flame.define @other, %slot
}
