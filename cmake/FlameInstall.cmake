# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What `cmake --install` puts where, in components that packages can be made of: compiler, renderer, tools, genomes, doc; those of
# libflame stand in library/CMakeLists.txt.
#
# An installed tree can be moved: flamerun looks for flamec beside itself, and for libflamecpu.so and libflamepictures.so
# beside itself and in the folder FLAME_LIBRARY_FOLDER, relative to its own. These libraries are parts of flamerun of the same
# version, which opens them by path. Nobody links with them, so they have a folder of their own and no version in their names.

include(GNUInstallDirs)

file(RELATIVE_PATH FLAME_LIBRARY_FOLDER ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/flamec)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)   # LLVM's shared libraries, where they are not linked statically

set(FLAME_PYTHON_FOLDER lib/python3/dist-packages CACHE STRING "where modules of Python are installed, below the prefix")
set(FLAME_PACKAGE_CONTACT "whoever built it <root@localhost>" CACHE STRING "who answers for packages: NAME <ADDRESS>")

# flame_install_pages(COMPONENT PROGRAM ...): what tools/command-pages makes of the programs.
function(flame_install_pages component)
  set(pages ${CMAKE_BINARY_DIR}/pages)
  foreach(program ${ARGN})
    install(FILES ${pages}/man/${program}.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
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
  install(TARGETS flamerun flame-farm flame-merge flame-thumbnail COMPONENT renderer)
  install(TARGETS flamecpu LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/flamec COMPONENT renderer)
  if(FLAME_PICTURES)
    install(TARGETS flamepictures LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/flamec COMPONENT pictures)
  endif()
  install(TARGETS flame-blend flame-cmp flame-convert flame-genome flame-opt flamebench COMPONENT tools)
  if(TARGET flame-play)
    install(TARGETS flame-play COMPONENT player)
    install(FILES packaging/flame-play.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/xscreensaver/config COMPONENT player)
    install(FILES packaging/flame-play.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT player)
    flame_install_pages(player flame-play)
  endif()
  install(DIRECTORY python/flame DESTINATION ${FLAME_PYTHON_FOLDER} COMPONENT python
    PATTERN __pycache__ EXCLUDE)
  install(DIRECTORY genomes DESTINATION ${CMAKE_INSTALL_DATADIR}/flamec COMPONENT genomes)
  install(FILES README.md CHANGELOG.md LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
  install(FILES packaging/flamec.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT renderer)
  install(FILES packaging/flamec.thumbnailer DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers COMPONENT renderer)
  install(FILES studio/page/icon.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
    RENAME flamec.svg COMPONENT renderer)
  if(FLAME_STUDIO)
    install(TARGETS flame-studio COMPONENT compiler)
    install(FILES packaging/flame-studio.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT compiler)
    flame_install_pages(compiler flame-studio)
  endif()
  flame_install_pages(renderer flamerun flame-farm flame-merge flame-thumbnail)
  flame_install_pages(compiler flamec)
  flame_install_pages(tools flame-blend flame-cmp flame-convert flame-genome flamebench)
  flame_package_documents()
endfunction()

# The packages, and the components that each is made of.
set(FLAME_PACKAGES flamerun flame-pictures flamec libflame0 libflamec-dev python3-flame frei0r-flame flame-play)
set(FLAME_IN_flamerun renderer)
set(FLAME_IN_flame-pictures pictures)
set(FLAME_IN_flamec compiler tools genomes doc)
set(FLAME_IN_libflame0 library)
set(FLAME_IN_libflamec-dev library-dev)
set(FLAME_IN_python3-flame python)
set(FLAME_IN_frei0r-flame frei0r)
set(FLAME_IN_flame-play player)

# What Debian expects of every package, who may do what with it and what became of it when; `cmake --install` has no use for it.
function(flame_package_documents)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)   # of SOURCE_DATE_EPOCH, if there is one
  set(log ${CMAKE_BINARY_DIR}/packaging/changelog)
  configure_file(${CMAKE_SOURCE_DIR}/packaging/debian-changelog ${log} @ONLY)
  configure_file(${CMAKE_SOURCE_DIR}/packaging/debian-copyright ${CMAKE_BINARY_DIR}/packaging/copyright @ONLY)
  find_program(FLAME_GZIP gzip)
  if(FLAME_GZIP)
    execute_process(COMMAND ${FLAME_GZIP} -9nkf ${log} COMMAND_ERROR_IS_FATAL ANY)
    set(log ${log}.gz)
  endif()
  foreach(package ${FLAME_PACKAGES})
    install(FILES ${CMAKE_BINARY_DIR}/packaging/copyright ${log} DESTINATION share/doc/${package}
      COMPONENT ${package}-documents EXCLUDE_FROM_ALL)
  endforeach()
endfunction()

# flame_describe_package(NAME "text" [FIELD value ...]): what a package says of itself; fields are those of CPack, with | between files.
function(flame_describe_package name description)
  string(TOUPPER ${name} upper)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${description}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  while(ARGN)
    list(POP_FRONT ARGN field value)
    string(REPLACE "|" ";" value "${value}")   # of several files
    set(CPACK_DEBIAN_${upper}_PACKAGE_${field} "${value}" PARENT_SCOPE)
  endwhile()
endfunction()

# `cpack` in a build folder: flamerun_*.deb, what renders; flamec_*.deb, the compiler and what else there is; libflame and what is made
# of it. What programs link becomes a dependency, so a package fits the Debian it was built on. The driver of the GPU is no
# dependency: without one the CPU renders.
function(flame_package)
  set(same "(= ${PROJECT_VERSION})")
  set(control ${CMAKE_BINARY_DIR}/packaging)   # what the library tells the packages that link it, and ldconfig
  file(WRITE ${control}/shlibs "libflame ${FLAME_ABI} libflame${FLAME_ABI} ${same}\n")
  file(WRITE ${control}/triggers "activate-noawait ldconfig\n")
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGE_CONTACT ${FLAME_PACKAGE_CONTACT})
  set(CPACK_STRIP_FILES ON)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
  set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
  flame_describe_package(flamerun "renderer of fractal flames
Renders what flamec compiled, stills and animations, on a GPU or on the CPU,
to pictures and videos; adds up the shards that several machines made, and
puts the work on farms." RECOMMENDS "ffmpeg, flame-pictures")
  flame_describe_package(flame-pictures "fractal flames as JPEG, TIFF, WebP, AVIF and OpenEXR
Lets flamerun and flame-merge write pictures in these formats; without it they
write PNG." DEPENDS "flamerun ${same}")
  flame_describe_package(flamec "compiler of fractal flames
Compiles genomes of flam3 and animations to machine code for GPUs, converts
and blends them. Brings genomes to start with." DEPENDS "flamerun ${same}")
  flame_describe_package(libflame0 "fractal flames in other programs
Compiles the text of a genome, or opens what flamec compiled, and renders into
memory, on a GPU or on the CPU. The interface is one of C."
    SECTION libs DEPENDS "flamerun ${same}" CONTROL_EXTRA "${control}/shlibs|${control}/triggers")
  flame_describe_package(libflamec-dev "fractal flames in other programs, for development
The header of libflame, examples, and what pkg-config and CMake need to find
it. Not to be confused with the libflame of linear algebra, whose development
files cannot be installed at the same time."
    SECTION libdevel DEPENDS "libflame0 ${same}" CONFLICTS libflame-dev SHLIBDEPS OFF)
  flame_describe_package(python3-flame "fractal flames in Python
A typed module over libflame, whose pictures are arrays of numpy."
    SECTION python DEPENDS "libflame0 ${same}, python3 (>= 3.8)" RECOMMENDS python3-numpy SHLIBDEPS OFF ARCHITECTURE all)
  flame_describe_package(frei0r-flame "fractal flames in ffmpeg and kdenlive
A plugin of frei0r that generates frames of flames, for everything that loads
such plugins." SECTION video DEPENDS "libflame0 ${same}, libc6" SHLIBDEPS OFF)
  flame_describe_package(flame-play "plays fractal flames on a screen
Plays what flamec compiled, one flame after the other, with the quality that
the time allows. Also as a hack of XScreenSaver." DEPENDS "flamerun ${same}")
  set(packages ${FLAME_PACKAGES})
  if(NOT TARGET flame-play)
    list(REMOVE_ITEM packages flame-play)
  endif()
  if(NOT FLAME_PICTURES)
    list(REMOVE_ITEM packages flame-pictures)
  endif()
  if(NOT TARGET flame-frei0r)
    list(REMOVE_ITEM packages frei0r-flame)
  endif()
  set(CPACK_COMPONENTS_ALL)
  foreach(package ${packages})
    list(APPEND CPACK_COMPONENTS_ALL ${FLAME_IN_${package}} ${package}-documents)
  endforeach()
  if(FLAME_STATIC_LIBRARIES)   # one archive, which can be unpacked anywhere
    set(CPACK_GENERATOR TXZ)
    set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
    set(CPACK_ARCHIVE_THREADS 0)
    set(CPACK_PACKAGING_INSTALL_PREFIX /)
    set(CPACK_PACKAGE_FILE_NAME flamec-${PROJECT_VERSION}-linux-x86_64)
  endif()
  include(CPack)
  foreach(package ${packages})
    foreach(component ${FLAME_IN_${package}} ${package}-documents)
      cpack_add_component(${component} GROUP ${package})
    endforeach()
  endforeach()
endfunction()
