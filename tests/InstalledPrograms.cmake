# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DBUILD=DIR -DSCRATCH=DIR -DBINDIR=bin -DDATADIR=share -P InstalledPrograms.cmake
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

foreach(program flamec flamerun flame-blend flame-cmp flame-convert flame-farm flame-genome flame-merge flame-opt flamebench)
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

# Components make packages: the renderer alone brings its library and no compiler.
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/renderer --component renderer)
file(RENAME ${SCRATCH}/renderer ${SCRATCH}/moved-renderer)
run(${SCRATCH}/moved-renderer/${BINDIR}/flamerun rose.cubin --device=cpu --size=64x36 --quality=10 -o alone.png)
if(EXISTS ${SCRATCH}/moved-renderer/${BINDIR}/flamec)
  message(FATAL_ERROR "the component 'renderer' has the compiler in it")
endif()

file(REMOVE_RECURSE ${SCRATCH})   # copies of large programs
