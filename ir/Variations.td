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

include "ir/variations/ExtraAToB.td"
include "ir/variations/ExtraC.td"
include "ir/variations/ExtraDToE.td"
include "ir/variations/ExtraFToH.td"
include "ir/variations/ExtraIToL.td"
include "ir/variations/ExtraMToR.td"
include "ir/variations/ExtraS.td"
include "ir/variations/ExtraSqToSy.td"
include "ir/variations/ExtraTToV.td"
include "ir/variations/ExtraWToZ.td"
