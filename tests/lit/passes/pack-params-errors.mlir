// RUN: flame-opt %s -split-input-file -flame-pack-params -verify-diagnostics

// What cannot be packed.

// expected-error @+1 {{expected a flame.selection and a flame.camera}}
module {
}

// -----

// expected-error @+1 {{reads unknown slot @missing}}
module {
  flame.param_slot @w = 1.0
  flame.param_slot @center_x = 0.0
  flame.param_slot @center_y = 0.0
  flame.param_slot @scale = 1.0
  flame.param_slot @zoom = 0.0
  flame.param_slot @rotate = 0.0
  flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
  flame.selection weights [@w]
  flame.xform @xform0(%x, %y, %color) {
    %missing = flame.param @missing : f32
    flame.yield %missing, %y, %color, %x
  }
}

// -----

// Weights have to follow each other, so an xform's parameter cannot be one of them.
module {
  // expected-error @+1 {{is read by an xform and by the selection or camera}}
  flame.param_slot @w = 1.0
  flame.param_slot @center_x = 0.0
  flame.param_slot @center_y = 0.0
  flame.param_slot @scale = 1.0
  flame.param_slot @zoom = 0.0
  flame.param_slot @rotate = 0.0
  flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
  flame.selection weights [@w]
  flame.xform @xform0(%x, %y, %color) {
    %weight = flame.param @w : f32
    flame.yield %weight, %y, %color, %x
  }
}
