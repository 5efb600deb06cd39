# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fails when PAGE is not what GENERATOR prints with ARGUMENTS (a|b|c), below the heading TITLE if there is one, and says how
# to renew it; with RENEW, writes it.

string(REPLACE "|" ";" ARGUMENTS "${ARGUMENTS}")
execute_process(COMMAND ${GENERATOR} ${ARGUMENTS} OUTPUT_VARIABLE printed RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${GENERATOR} failed with ${status}")
endif()
string(REPLACE "[TOC]\n\n" "" printed "${printed}")   # mlir-tblgen asks for a table of contents that GitHub makes itself
set(wanted "${printed}")
if(TITLE)
  set(wanted "# ${TITLE}\n\n${printed}")
endif()
if(RENEW)
  file(WRITE ${PAGE} "${wanted}")
  return()
endif()
set(found "")
if(EXISTS ${PAGE})
  file(READ ${PAGE} found)
endif()
if(NOT found STREQUAL wanted)
  message(FATAL_ERROR "${PAGE} is stale; renew it: ninja -C ${BUILD} renew-pages")
endif()
