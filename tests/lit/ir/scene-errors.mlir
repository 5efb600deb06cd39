// RUN: flame-opt %s -split-input-file -verify-diagnostics

// What cameras, selections and palettes cannot be.

// expected-error @+1 {{expects at least one xform}}
flame.selection weights []

// -----

// expected-error @+1 {{expects 2 rows of xaos factors, found 1}}
flame.selection weights [@a, @b] chaos [@a]

// -----

flame.param_slot @a = 1.0
// expected-error @+1 {{names @b, which is no slot}}
flame.selection weights [@a, @b]

// -----

flame.param_slot @a = 1.0
flame.param_slot @row = [1.0, 1.0, 1.0]
// expected-error @+1 {{expects 2 numbers in @row, found 3}}
flame.selection weights [@a, @a] chaos [@row, @row]

// -----

flame.param_slot @a = [1.0, 1.0]
// expected-error @+1 {{expects 1 number in @a, found 2}}
flame.selection weights [@a]

// -----

flame.param_slot @a = 1.0
// expected-error @+1 {{names @zom, which is no slot}}
flame.camera center @a, @a scale @a zoom @zom rotate @a

// -----

// expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'mode' [step, linear]}}
flame.palette smooth
