// RUN: flame-opt %s -flame-lower-to-llvm | FileCheck %s
// RUN: flame-opt %s -flame-lower-to-llvm=lanes=8 | FileCheck %s --check-prefix=LANES

// Xform state follows the two words of a thread's random stream, and the four of a lane's.

#layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16, weightsOffset = 16,
    chaosOffset = 0, viewOffset = 20, blockFloats = 28>
module attributes {flame.layout = #layout} {
  // CHECK: llvm.func @flame_xform_0(%{{.*}}: !llvm.ptr, %[[RNG:[a-z0-9]+]]: !llvm.ptr, %[[X:[a-z0-9]+]]: f32
  // LANES: llvm.func @flame_xform_0(%{{.*}}: !llvm.ptr, %[[RNG:[a-z0-9]+]]: !llvm.ptr, %[[X:[a-z0-9]+]]: vector<8xf32>
  flame.xform @xform0(%x, %y, %color) {
    // CHECK: %[[PLACE:[0-9]+]] = llvm.getelementptr %[[RNG]][5] : (!llvm.ptr) -> !llvm.ptr, f32
    // CHECK: %[[LAST:.*]] = llvm.load %[[PLACE]] : !llvm.ptr -> f32
    // LANES: %[[PLACE:[0-9]+]] = llvm.getelementptr %[[RNG]][7] : (!llvm.ptr) -> !llvm.ptr, vector<8xf32>
    // LANES: llvm.load %[[PLACE]] : !llvm.ptr -> vector<8xf32>
    %last = flame.recall 3 : f32
    // CHECK: %[[NEXT:[0-9]+]] = llvm.getelementptr %[[RNG]][2]
    // CHECK: llvm.store %[[X]], %[[NEXT]] : f32, !llvm.ptr
    // LANES: %[[NEXT:[0-9]+]] = llvm.getelementptr %[[RNG]][4]
    // LANES: llvm.store %[[X]], %[[NEXT]] : vector<8xf32>, !llvm.ptr
    flame.remember 0, %x
    flame.yield %last, %y, %color, %x
  }
}
