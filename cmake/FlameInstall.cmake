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

set(FLAME_PACKAGE_CONTACT "whoever built it <root@localhost>" CACHE STRING "who answers for packages: NAME <ADDRESS>")

# flame_install_pages(COMPONENT PROGRAM ...): what tools/command-pages makes of the programs.
function(flame_install_pages component)
  set(pages ${CMAKE_BINARY_DIR}/pages)
  foreach(program ${ARGN})
    install(FILES ${pages}/man/${program}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
    install(FILES ${pages}/bash/${program} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
      COMPONENT ${component})
    install(FILES ${pages}/zsh/_${program} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
      COMPONENT ${component})
    install(FILES ${pages}/fish/${program}.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
      COMPONENT ${component})
  endforeach()
endfunction()

# flame_install(): the rules, for when all targets are there.
function(flame_install)
  install(TARGETS flamec COMPONENT compiler)
  install(TARGETS flamerun flame-merge COMPONENT renderer)
  install(TARGETS flamecpu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/flamec COMPONENT renderer)
  install(TARGETS flame-blend flame-cmp flame-convert flame-opt flamebench COMPONENT tools)
  install(DIRECTORY genomes DESTINATION ${CMAKE_INSTALL_DATADIR}/flamec COMPONENT genomes)
  install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
  install(FILES packaging/flamec.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT mime)
  flame_install_pages(renderer flamerun flame-merge)
  flame_install_pages(compiler flamec)
  flame_install_pages(tools flame-blend flame-cmp flame-convert flamebench)
  # What Debian expects of every package; `cmake --install` has no use for it.
  foreach(package flamerun flamec)
    install(FILES LICENSE DESTINATION share/doc/${package} RENAME copyright COMPONENT ${package}-copyright EXCLUDE_FROM_ALL)
  endforeach()
endfunction()

# `cpack` in a build folder: flamerun_*.deb, what renders, and flamec_*.deb, everything else, which needs it. What programs link
# becomes a dependency, so a package fits the Debian it was built on. The driver of the GPU is no dependency: without one the
# CPU renders.
function(flame_package)
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGE_CONTACT ${FLAME_PACKAGE_CONTACT})
  set(CPACK_STRIP_FILES ON)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
  set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
  set(CPACK_DEBIAN_FLAMERUN_PACKAGE_NAME flamerun)
  set(CPACK_DEBIAN_FLAMERUN_PACKAGE_RECOMMENDS "ffmpeg")
  set(CPACK_DEBIAN_FLAMEC_PACKAGE_NAME flamec)
  set(CPACK_DEBIAN_FLAMEC_PACKAGE_DEPENDS "flamerun (= ${PROJECT_VERSION})")
  set(CPACK_COMPONENTS_ALL renderer flamerun-copyright compiler tools genomes doc mime flamec-copyright)
  set(CPACK_COMPONENT_FLAMERUN_DESCRIPTION "renderer of fractal flames
 Renders what flamec compiled, stills and animations, on a GPU or on the CPU,
 to pictures and videos; and adds up the shards that several machines made.")
  set(CPACK_COMPONENT_FLAMEC_DESCRIPTION "compiler of fractal flames
 Compiles genomes of flam3 and animations to machine code for GPUs, converts
 and blends them. Brings genomes to start with.")
  include(CPack)
  foreach(component renderer flamerun-copyright)
    cpack_add_component(${component} GROUP flamerun)
  endforeach()
  foreach(component compiler tools genomes doc mime flamec-copyright)
    cpack_add_component(${component} GROUP flamec)
  endforeach()
endfunction()
