# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds LLVM, MLIR and clang 22 and says how to link them.
#
# Debian's static MLIR archives name the libLLVM dylib in their interface. A fully static program must not follow that:
# two LLVMs in one process register every option twice. FLAME_STATIC_LLVM therefore rewrites the interfaces once.

set(FLAME_LLVM_ROOT "/usr/lib/llvm-22" CACHE PATH "where LLVM 22 is installed")
find_package(MLIR 22.1 REQUIRED CONFIG HINTS ${FLAME_LLVM_ROOT}/lib/cmake/mlir)
list(APPEND CMAKE_MODULE_PATH ${LLVM_CMAKE_DIR} ${MLIR_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

find_program(FLAME_CLANG NAMES clang++-22 clang++ HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
find_program(FLAME_LLVM_LINK NAMES llvm-link llvm-link-22 HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED)
find_program(FLAME_LIT NAMES lit llvm-lit lit-22 HINTS ${LLVM_TOOLS_BINARY_DIR})
find_program(FLAME_PTXAS ptxas HINTS $ENV{CUDA_HOME}/bin /usr/local/cuda/bin)
if(NOT FLAME_PTXAS)
  message(STATUS "ptxas not found: no cubins will be made, the GPU's driver compiles PTX at run time")
endif()

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})

if(FLAME_STATIC_LLVM)
  llvm_map_components_to_libnames(FLAME_LLVM_LIBS core support bitreader bitwriter linker passes codegen
    targetparser ipo analysis orcjit orctargetprocess jitlink mc frontendopenmp frontendoffloading)
  # Component names of targets do not resolve here: the archives are named.
  list(APPEND FLAME_LLVM_LIBS LLVMNVPTXCodeGen LLVMNVPTXDesc LLVMNVPTXInfo
       LLVMX86CodeGen LLVMX86AsmParser LLVMX86Desc LLVMX86Info)
  get_property(FLAME_ALL_MLIR_LIBS GLOBAL PROPERTY MLIR_ALL_LIBS)
  foreach(library ${FLAME_ALL_MLIR_LIBS})
    if(TARGET ${library})
      get_target_property(links ${library} INTERFACE_LINK_LIBRARIES)
      if(links)
        list(REMOVE_ITEM links LLVM "\$<LINK_ONLY:LLVM>")
        set_target_properties(${library} PROPERTIES
          INTERFACE_LINK_LIBRARIES "${links};${FLAME_LLVM_LIBS}")
      endif()
    endif()
  endforeach()
  set(FLAME_LLVM_LINK_OPTIONS -Wl,--gc-sections -Wl,--as-needed)
  set(FLAME_SUPPORT_LIBS LLVMSupport)
else()
  set(FLAME_LLVM_LIBS LLVM)
  set(FLAME_LLVM_LINK_OPTIONS "")
  set(FLAME_SUPPORT_LIBS LLVM)
endif()

# flame_mlir_libs(OUT MLIRIR ...): the named MLIR libraries, or the dylib that holds them all.
function(flame_mlir_libs out)
  if(FLAME_STATIC_LLVM)
    set(${out} ${ARGN} PARENT_SCOPE)
  else()
    set(${out} MLIR LLVM PARENT_SCOPE)
  endif()
endfunction()

# flame_mlir_tablegen(TARGET SOURCE.td OUT "-gen-..." [OUT "-gen-..." ...]): runs mlir-tblgen on a file of this folder.
function(flame_mlir_tablegen target source)
  set(outputs)
  set(arguments ${ARGN})
  file(GLOB depends ${CMAKE_SOURCE_DIR}/ir/*.td ${CMAKE_SOURCE_DIR}/passes/*.td)
  while(arguments)
    list(POP_FRONT arguments output backend)
    separate_arguments(backend UNIX_COMMAND "${backend}")
    add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${output}
      COMMAND ${MLIR_TABLEGEN_EXE} ${backend} -I${CMAKE_SOURCE_DIR} -I${LLVM_INCLUDE_DIR}
              ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${CMAKE_CURRENT_BINARY_DIR}/${output}
      DEPENDS ${depends} VERBATIM)
    list(APPEND outputs ${CMAKE_CURRENT_BINARY_DIR}/${output})
  endwhile()
  add_custom_target(${target} DEPENDS ${outputs})
endfunction()
