# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fails when PAGE is not what GENERATOR writes with ARGUMENTS, and says how to renew it.

execute_process(COMMAND ${GENERATOR} ${ARGUMENTS} OUTPUT_VARIABLE wanted RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${GENERATOR} failed with ${status}")
endif()
file(READ ${PAGE} found)
if(NOT found STREQUAL wanted)
  list(JOIN ARGUMENTS " " words)
  message(FATAL_ERROR "${PAGE} is stale; renew it: ${GENERATOR} ${words} > ${PAGE}")
endif()
