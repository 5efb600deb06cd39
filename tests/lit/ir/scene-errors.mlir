// RUN: flame-opt %s -split-input-file -verify-diagnostics

// What selections and palettes cannot be.

// expected-error @+1 {{expects at least one xform}}
flame.selection weights []

// -----

// expected-error @+1 {{expects 4 xaos factors, found 3}}
flame.selection weights [@a, @b] chaos [@a, @b, @a]

// -----

// expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'mode' [step, linear]}}
flame.palette smooth
