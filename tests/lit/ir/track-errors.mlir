// RUN: flame-opt %s -split-input-file -verify-diagnostics

// What a track cannot be.

// expected-error @+1 {{expected knots in ascending time}}
flame.param_slot @descending = <linear 1.0: 2.0, 0.0: 1.0>

// -----

// expected-error @+1 {{expected knots in ascending time}}
flame.param_slot @standing = <linear 1.0: 2.0, 1.0: 1.0>

// -----

// expected-error @+1 {{expected times from -8 to 8}}
flame.param_slot @late = <linear 0.0: 2.0, 9.0: 1.0>

// -----

// expected-error @+1 {{expected finite numbers}}
flame.param_slot @endless = 0x7FF0000000000000

// -----

// expected-error @+1 {{expected a number, 'linear' or 'magnitude'}}
flame.param_slot @curved = <cubic 0.0: 2.0, 1.0: 1.0>

// -----

// expected-error @+1 {{expected floating point literal}}
flame.param_slot @nothing = <linear>
