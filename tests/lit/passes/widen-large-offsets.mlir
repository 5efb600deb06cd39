// RUN: flame-opt %s --flame-widen-large-offsets -canonicalize | FileCheck %s

// What follows from a sum with a large number is computed in double precision, functions excepted.

flame.param_slot @near = 2047.0
flame.param_slot @far = 24607.5
flame.param_slot @swinging = <linear 0.0: -3000.0, 1.0: 1.0>

// CHECK-LABEL: flame.xform @a_near_offset_stays_single
flame.xform @a_near_offset_stays_single(%x, %y, %color) {
  // CHECK-NOT: f64
  %c = flame.param @near : f32
  %sum = arith.addf %x, %c : f32
  %r = math.sqrt %sum : f32
  // CHECK: flame.yield
  flame.yield %r, %y, %color, %color
}

// CHECK-LABEL: flame.xform @a_far_offset_widens_until_a_function
flame.xform @a_far_offset_widens_until_a_function(%x, %y, %color) {
  %c = flame.param @far : f32
  // CHECK-DAG: %[[X:.*]] = arith.extf %{{.*}} : f32 to f64
  // CHECK-DAG: %[[C:.*]] = arith.extf %{{.*}} : f32 to f64
  // CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[C]] : f64
  %sum = arith.addf %x, %c : f32
  // CHECK: %[[ROOT:.*]] = math.sqrt %[[SUM]] : f64
  %r = math.sqrt %sum : f32
  // CHECK: math.roundeven %{{.*}} : f64
  // CHECK: %[[ANGLE:.*]] = arith.truncf %{{.*}} : f64 to f32
  // CHECK: math.sin %[[ANGLE]] : f32
  %s = math.sin %r : f32
  // CHECK: %[[NARROW:.*]] = arith.truncf %[[ROOT]] : f64 to f32
  // CHECK: math.exp %[[NARROW]] : f32
  %e = math.exp %r : f32
  flame.yield %s, %e, %color, %color
}

// CHECK-LABEL: flame.xform @the_whole_range_of_an_animated_slot_counts
flame.xform @the_whole_range_of_an_animated_slot_counts(%x, %y, %color) {
  %c = flame.param @swinging : f32
  // CHECK: arith.subf %{{.*}} : f64
  %d = arith.subf %x, %c : f32
  // CHECK: %[[OUT:.*]] = arith.truncf
  // CHECK: flame.yield %[[OUT]]
  flame.yield %d, %y, %color, %color
}
