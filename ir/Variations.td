// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// THE table: every variation, one record each: flam3's, then those beyond it, both in alphabetical
// order. To add a variation, add its record with samples to the part where its name belongs, and
// nothing else.

include "ir/Variation.td"

include "ir/variations/AToC.td"
include "ir/variations/DToI.td"
include "ir/variations/JToQ.td"
include "ir/variations/RToZ.td"

include "ir/variations/BeyondAToC.td"
include "ir/variations/BeyondDToH.td"
include "ir/variations/BeyondIToR.td"
include "ir/variations/BeyondSToZ.td"
