# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DBUILD=DIR -DSOURCE=DIR -DNM=PROGRAM -DSCRATCH=DIR -DLIBDIR=lib -DCC=PROGRAM -P InstalledLibrary.cmake
#
# Installs what is in BUILD, moves it elsewhere, and there makes the example of libflame in the two ways that others have: with gcc,
# C99 and pkg-config, and as a project of CMake. What comes out renders, and the library shows what flame.h declares and no more.

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH}/own)
set(prefix ${SCRATCH}/moved)
set(library ${prefix}/${LIBDIR})
set(ENV{HOME} ${SCRATCH}/own)
set(ENV{XDG_CACHE_HOME} ${SCRATCH}/own/cache)

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SCRATCH}/own COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE output)
  set(output "${output}" PARENT_SCOPE)
endfunction()

foreach(component library library-dev renderer genomes)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/installed --component ${component})
endforeach()
file(RENAME ${SCRATCH}/installed ${prefix})
set(genome ${prefix}/share/flamec/genomes/rose-window.flame)
file(GLOB_RECURSE example ${prefix}/*/render.c)

# What is declared and what is shown.
file(STRINGS ${prefix}/include/flame.h declared REGEX "^FLAME_API")
list(TRANSFORM declared REPLACE ".*(flame_[a-z_]+)\\(.*" "\\1")
list(SORT declared)
run(${NM} -D --defined-only --format=just-symbols ${library}/libflame.so)
string(REGEX REPLACE "@[^\n]*" "" shown "${output}")
string(REGEX REPLACE "FLAME_[0-9.]+\n" "" shown "${shown}")
string(STRIP "${shown}" shown)
string(REPLACE "\n" ";" shown "${shown}")
list(SORT shown)
if(NOT declared STREQUAL shown)
  message(FATAL_ERROR "flame.h declares ${declared}\nlibflame.so shows ${shown}")
endif()

set(ENV{LD_LIBRARY_PATH} ${library})
function(expect_picture program)
  run(${program} ${genome} picture.ppm width=48 height=27 quality=5 device=cpu)
  file(SIZE ${SCRATCH}/own/picture.ppm size)
  if(NOT size EQUAL 3901)   # "P6 48 27 255" and three bytes per pixel
    message(FATAL_ERROR "the picture of ${program} has ${size} bytes")
  endif()
endfunction()

find_program(GCC gcc)
find_program(PKG_CONFIG pkg-config)
if(GCC AND PKG_CONFIG)
  set(ENV{PKG_CONFIG_PATH} ${library}/pkgconfig)
  run(${PKG_CONFIG} --cflags --libs flame)
  separate_arguments(flags UNIX_COMMAND "${output}")
  run(${GCC} -std=c99 -Wall -Wextra -pedantic -Werror ${example} ${flags} -o render)
  expect_picture(${SCRATCH}/own/render)
else()
  message("gcc or pkg-config not found: the example is not made with them")
endif()

file(MAKE_DIRECTORY ${SCRATCH}/project)
file(COPY ${example} DESTINATION ${SCRATCH}/project)
file(WRITE ${SCRATCH}/project/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(other LANGUAGES C)
find_package(flame 0.1 REQUIRED)
add_executable(render render.c)
target_link_libraries(render PRIVATE flame::flame)
")
run(${CMAKE_COMMAND} -G Ninja -S ${SCRATCH}/project -B ${SCRATCH}/project/build -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_C_COMPILER=${CC})
run(${CMAKE_COMMAND} --build ${SCRATCH}/project/build)
expect_picture(${SCRATCH}/project/build/render)

file(REMOVE_RECURSE ${SCRATCH})   # copies of large programs
