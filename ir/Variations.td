// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// THE table: every variation, in alphabetical order, one record each. To add a variation, add its
// record with samples to the part where its name belongs, and nothing else.

include "ir/Variation.td"

include "ir/variations/AToC.td"
include "ir/variations/DToI.td"
include "ir/variations/JToQ.td"
include "ir/variations/RToZ.td"
