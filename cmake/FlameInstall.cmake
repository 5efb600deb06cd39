# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What `cmake --install` puts where, in components that packages can be made of: compiler, renderer, tools, genomes, doc.
#
# An installed tree can be moved: flamerun looks for flamec beside itself, and for libflamecpu.so beside itself and in the
# folder FLAME_CPU_LIBRARY_FOLDER, relative to its own. That library is a part of flamerun of the same version, which
# opens it by path. Nobody links with it, so it has a folder of its own and no version in its name.

include(GNUInstallDirs)

file(RELATIVE_PATH FLAME_CPU_LIBRARY_FOLDER ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/flamec)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)   # LLVM's shared libraries, where they are not linked statically

# flame_install(): the rules, for when all targets are there.
function(flame_install)
  install(TARGETS flamec COMPONENT compiler)
  install(TARGETS flamerun flame-merge COMPONENT renderer)
  install(TARGETS flamecpu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/flamec COMPONENT renderer)
  install(TARGETS flame-blend flame-cmp flame-convert flame-opt flamebench COMPONENT tools)
  install(DIRECTORY genomes DESTINATION ${CMAKE_INSTALL_DATADIR}/flamec COMPONENT genomes)
  install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
endfunction()
