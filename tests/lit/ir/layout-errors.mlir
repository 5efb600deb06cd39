// RUN: flame-opt %s -split-input-file -verify-diagnostics

// What the layout of a module cannot be.

// expected-error @+1 {{'flame.layout' is a #flame.layout on a module}}
module attributes {flame.layout = {xforms = 1 : i32}} {
}

// -----

// expected-error @+1 {{'flame.layout' is a #flame.layout on a module}}
flame.palette step {flame.layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 12,
    weightsOffset = 12, chaosOffset = 0, viewOffset = 16, blockFloats = 24>}

// -----

// expected-error @+1 {{'flame.outlay' is no attribute of a flame}}
module attributes {flame.outlay = 1 : i32} {
}

// -----

// expected-error @+1 {{expected the sections of the block in ascending order}}
module attributes {flame.layout = #flame.layout<xforms = 1, xaosOffset = 0, slotsOffset = 12, sharedFloats = 16,
    weightsOffset = 12, chaosOffset = 0, viewOffset = 16, blockFloats = 24>} {
}
