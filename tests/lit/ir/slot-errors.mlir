// RUN: flame-opt %s -split-input-file -verify-diagnostics

// What a slot cannot be.

// expected-error @+1 {{expects an ascending range}}
flame.param_slot @descending animated 2.0 to 1.0

// -----

// expected-error @+1 {{is either fixed or animated, not both}}
flame.param_slot @both = 1.0 animated 0.0 to 2.0

// -----

// expected-error @+1 {{expects both ends of its range}}
"flame.param_slot"() <{sym_name = "half", lower = 1.0 : f64}> : () -> ()

// -----

// expected-note @+1 {{see existing symbol definition here}}
flame.param_slot @twice = 1.0
// expected-error @+1 {{redefinition of symbol named 'twice'}}
flame.param_slot @twice = 2.0
