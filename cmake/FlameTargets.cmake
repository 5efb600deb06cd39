# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Our own targets: one place for the flags they share.

add_library(FlameFlags INTERFACE)
target_include_directories(FlameFlags INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
target_compile_options(FlameFlags INTERFACE -Wall -Wextra -Wno-unused-parameter
  -ffunction-sections -fdata-sections $<$<BOOL:${FLAME_WERROR}>:-Werror>)
target_link_options(FlameFlags INTERFACE -Wl,--build-id=sha1)   # support/BuildIdentity.h reads it
if(FLAME_ASSERTIONS)   # Release defines NDEBUG, and what comes later counts
  target_compile_options(FlameFlags INTERFACE -UNDEBUG -D_GLIBCXX_ASSERTIONS)
endif()
# Mistakes in reading a file shall end the program, not serve whoever wrote the file; tests/lit/driver/hardened.test looks at
# what came out. Sanitizers find more, and bring checks of their own.
target_link_options(FlameFlags INTERFACE -Wl,-z,relro,-z,now,-z,noexecstack)
if(NOT FLAME_SANITIZE)
  target_compile_options(FlameFlags INTERFACE -fstack-protector-strong -fstack-clash-protection
    -U_FORTIFY_SOURCE $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=3>)
endif()
if(FLAME_SANITIZE)
  target_compile_options(FlameFlags INTERFACE -fsanitize=${FLAME_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  # A shared library takes the sanitizer's symbols from the program that loads it.
  target_link_options(FlameFlags INTERFACE -fsanitize=${FLAME_SANITIZE} -Wl,-z,undefs)
endif()

# flame_library(NAME SOURCES ... LINK ... DEPENDS ... [PRECOMPILED HEADERS]): a static library of ours, fit to go into a shared one.
# HEADERS as flame_precompile has them [STANDARD].
function(flame_library name)
  cmake_parse_arguments(arg "" "PRECOMPILED" "SOURCES;LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${name} PUBLIC FlameFlags ${arg_LINK})
  if(arg_DEPENDS)
    add_dependencies(${name} ${arg_DEPENDS})
  endif()
  if(NOT arg_PRECOMPILED)
    set(arg_PRECOMPILED STANDARD)
  endif()
  flame_precompile(${name} ${arg_PRECOMPILED})
endfunction()

# flame_program(NAME SOURCES ... LINK ... [OPTIMISED] [PRECOMPILED HEADERS]): a program of ours. With sanitizers only libraries are
# optimised, and programs that say so: command lines and most tests take twice as long to compile as they run.
function(flame_program name)
  cmake_parse_arguments(arg "OPTIMISED" "PRECOMPILED" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE FlameFlags ${arg_LINK})
  target_link_options(${name} PRIVATE ${FLAME_LLVM_LINK_OPTIONS})
  if(FLAME_SANITIZE AND NOT arg_OPTIMISED)
    target_compile_options(${name} PRIVATE -O0)
  endif()
  if(NOT arg_PRECOMPILED)
    set(arg_PRECOMPILED STANDARD)
  endif()
  flame_precompile(${name} ${arg_PRECOMPILED})
endfunction()
