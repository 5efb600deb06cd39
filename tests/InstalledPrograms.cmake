# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DBUILD=DIR -DSCRATCH=DIR -DBINDIR=bin -DDATADIR=share -DSOURCE=DIR -DPYTHON=PROGRAM -DSTATIC_LLVM=ON -P InstalledPrograms.cmake
#
# Installs what is in BUILD, moves it elsewhere, and there compiles and renders a genome on the CPU from another folder.

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH}/own)
set(prefix ${SCRATCH}/moved)
set(ENV{HOME} ${SCRATCH}/own)
set(ENV{XDG_CACHE_HOME} ${SCRATCH}/own/cache)
unset(ENV{LD_LIBRARY_PATH})

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SCRATCH}/own COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/installed)
file(RENAME ${SCRATCH}/installed ${prefix})

foreach(program flamec flamerun flame-blend flame-cmp flame-convert flame-farm flame-genome flame-merge flame-opt flame-thumbnail flamebench)
  execute_process(COMMAND ${prefix}/${BINDIR}/${program} --help OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
foreach(page man/man1/flamerun.1.gz bash-completion/completions/flamec zsh/site-functions/_flame-merge
             fish/vendor_completions.d/flame-cmp.fish)
  file(SIZE ${prefix}/${DATADIR}/${page} size)
  if(size LESS 80)
    message(FATAL_ERROR "${page} is empty")
  endif()
endforeach()
run(${prefix}/${BINDIR}/flamec ${prefix}/${DATADIR}/flamec/genomes/rose-window.flame --target=ptx -o rose.cubin)
run(${prefix}/${BINDIR}/flamerun rose.cubin --device=cpu --size=64x36 --quality=10 -o rose.png)

# What desktops know of our files.
run(${PYTHON} ${SOURCE}/tests/packages/test_desktop.py ${prefix} ${SOURCE}/genomes)

# Programs with LLVM inside do not look for another one.
find_program(LDD ldd)
if(LDD AND STATIC_LLVM)
  file(GLOB linked ${prefix}/${BINDIR}/* ${prefix}/lib*/libflame.so ${prefix}/lib*/flamec/libflamecpu.so ${prefix}/lib*/*/flamec/libflamecpu.so)
  foreach(file ${linked})
    execute_process(COMMAND ${LDD} ${file} OUTPUT_VARIABLE libraries ERROR_QUIET)
    if(libraries MATCHES "lib(LLVM|MLIR|clang)|not found")
      message(FATAL_ERROR "${file} needs more than it should:\n${libraries}")
    endif()
  endforeach()
endif()

# Components make packages: the renderer alone brings its library and no compiler.
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/renderer --component renderer)
file(RENAME ${SCRATCH}/renderer ${SCRATCH}/moved-renderer)
run(${SCRATCH}/moved-renderer/${BINDIR}/flamerun rose.cubin --device=cpu --size=64x36 --quality=10 -o alone.png)
if(EXISTS ${SCRATCH}/moved-renderer/${BINDIR}/flamec)
  message(FATAL_ERROR "the component 'renderer' has the compiler in it")
endif()

file(REMOVE_RECURSE ${SCRATCH})   # copies of large programs
