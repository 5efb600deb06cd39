// RUN: flame-opt %s -split-input-file -flame-pack-params -verify-diagnostics

// What cannot be packed.

// expected-error @+1 {{expected a flame.selection and a flame.camera}}
module {
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

// -----

module {
  flame.param_slot @w = 1.0
  flame.param_slot @center_x = 0.0
  flame.param_slot @center_y = 0.0
  flame.param_slot @scale = 1.0
  flame.param_slot @zoom = 0.0
  flame.param_slot @rotate = 0.0
  flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
  // expected-error @+1 {{has 1 weights for 0 standard xforms}}
  flame.selection weights [@w]
  flame.xform final @last(%x, %y, %color) { flame.yield %x, %y, %color, %x }
}

// -----

module {
  flame.param_slot @w = 1.0
  flame.param_slot @center_x = 0.0
  flame.param_slot @center_y = 0.0
  flame.param_slot @scale = 1.0
  flame.param_slot @zoom = 0.0
  flame.param_slot @rotate = 0.0
  flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
  flame.selection weights [@w]
  // expected-error @+1 {{is the second of its kind}}
  flame.selection weights [@w]
  flame.xform @xform0(%x, %y, %color) { flame.yield %x, %y, %color, %x }
}

// -----

module {
  flame.param_slot @w = 1.0
  flame.param_slot @center_x = 0.0
  flame.param_slot @center_y = 0.0
  flame.param_slot @scale = 1.0
  flame.param_slot @zoom = 0.0
  flame.param_slot @rotate = 0.0
  flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
  flame.selection weights [@w]
  flame.xform @xform0(%x, %y, %color) { flame.yield %x, %y, %color, %x }
  flame.xform final @last(%x, %y, %color) { flame.yield %x, %y, %color, %x }
  // expected-error @+1 {{is the second of its kind}}
  flame.xform final @another(%x, %y, %color) { flame.yield %x, %y, %color, %x }
}

// -----

module {
  // expected-error @+1 {{has a place in a module without a layout}}
  flame.param_slot @elsewhere = 1.0 at 12
  flame.param_slot @w = 1.0
  flame.param_slot @center_x = 0.0
  flame.param_slot @center_y = 0.0
  flame.param_slot @scale = 1.0
  flame.param_slot @zoom = 0.0
  flame.param_slot @rotate = 0.0
  flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
  flame.selection weights [@w]
  flame.xform @xform0(%x, %y, %color) { flame.yield %x, %y, %color, %x }
}

// -----

// A number that two xforms read cannot stand at two places.
module {
  flame.param_slot @v = 1.0
  flame.param_slot @a = [1.0, 2.0, 3.0]
  flame.param_slot @w = 1.0
  flame.param_slot @center_x = 0.0
  flame.param_slot @center_y = 0.0
  flame.param_slot @scale = 1.0
  flame.param_slot @zoom = 0.0
  flame.param_slot @rotate = 0.0
  flame.camera center @center_x, @center_y scale @scale zoom @zoom rotate @rotate
  flame.selection weights [@w, @v]
  flame.xform @xform0(%x, %y, %color) {
    %a = flame.param @a[0] : f32
    %b = flame.param @a[1] : f32
    flame.yield %a, %b, %color, %x
  }
  // expected-error @+1 {{reads slots that other xforms read, too}}
  flame.same_xform @xform1 as @xform0 reading [@a[0], @a[2]]
}
