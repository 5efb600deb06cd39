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

include "ir/variations/BeyondAToB.td"
include "ir/variations/BeyondC.td"
include "ir/variations/BeyondDToE.td"
include "ir/variations/BeyondFToH.td"
include "ir/variations/BeyondIToL.td"
include "ir/variations/BeyondMToR.td"
include "ir/variations/BeyondS.td"
include "ir/variations/BeyondTToV.td"
include "ir/variations/BeyondWToZ.td"
