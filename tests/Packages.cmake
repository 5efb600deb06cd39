# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DBUILD=DIR -DSCRATCH=DIR -P Packages.cmake
#
# Makes the Debian packages of BUILD, looks at what they say of themselves, and compiles and renders with what is in them. They are
# unpacked, not installed: that needs no rights.

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH}/own)
set(ENV{HOME} ${SCRATCH}/own)
set(ENV{XDG_CACHE_HOME} ${SCRATCH}/own/cache)
unset(ENV{LD_LIBRARY_PATH})

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SCRATCH}/own COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE output)
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect text pattern)
  if(NOT "${text}" MATCHES "${pattern}")
    message(FATAL_ERROR "expected '${pattern}' in:\n${text}")
  endif()
endfunction()

find_program(CPACK cpack REQUIRED)
run(${CPACK} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${SCRATCH}/made -D CPACK_DEBIAN_COMPRESSION_TYPE=zstd)
file(GLOB packages ${SCRATCH}/made/*.deb)
list(LENGTH packages count)
if(count LESS 5)
  message(FATAL_ERROR "expected five packages or more, found: ${packages}")
endif()
foreach(package ${packages})
  run(dpkg-deb -x ${package} ${SCRATCH}/unpacked)
  run(dpkg-deb -f ${package})
  string(APPEND fields "${output}")
  run(dpkg-deb -c ${package})
  string(APPEND files "${output}")
endforeach()

expect("${fields}" "Package: flamerun\n")
expect("${fields}" "Package: flamec\n")
expect("${fields}" "Depends: [^\n]*libc6")
expect("${fields}" "Depends: [^\n]*flamerun \\(= [0-9.]+\\)")
expect("${files}" "\\./usr/lib/flamec/libflamecpu\\.so\n")
expect("${files}" "\\./usr/share/man/man1/flame-merge\\.1")
expect("${files}" "\\./usr/share/mime/packages/flamec\\.xml\n")
expect("${files}" "\\./usr/share/thumbnailers/flamec\\.thumbnailer\n")
expect("${files}" "\\./usr/bin/flame-thumbnail\n")
expect("${files}" "\\./usr/share/icons/hicolor/scalable/apps/flamec\\.svg\n")
expect("${files}" "\\./usr/share/doc/flamec/copyright\n")
expect("${files}" "\\./usr/share/doc/flamerun/copyright\n")
expect("${files}" "\\./usr/share/doc/libflame0/changelog")
expect("${files}" "\\./usr/lib/libflame\\.so\\.0 -> libflame\\.so\\.[0-9.]+\n")
expect("${files}" "\\./usr/include/flame\\.h\n")
expect("${files}" "\\./usr/lib/python3/dist-packages/flame/__init__\\.py\n")
expect("${fields}" "Conflicts: libflame-dev")

set(bin ${SCRATCH}/unpacked/usr/bin)
run(${bin}/flamec ${SCRATCH}/unpacked/usr/share/flamec/genomes/rose-window.flame --target=ptx -o rose.cubin)
run(${bin}/flamerun rose.cubin --device=cpu --size=64x36 --quality=10 -o rose.png)

file(REMOVE_RECURSE ${SCRATCH})   # copies of large programs
