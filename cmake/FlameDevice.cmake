# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Device code: freestanding C++ to LLVM bitcode at build time, embedded in our programs.
#
# For the GPU, -disable-llvm-passes keeps questions about the architecture open (__nvvm_reflect), so that one bitcode serves every
# target; flamec's own optimiser run answers them.

set(FLAME_DEVICE_FLAGS -std=c++20 -O2 -ffreestanding -fno-exceptions -fno-rtti -fno-math-errno
  -ffp-contract=fast -Wall -Wextra)
# Without this, clang takes the PTX version from the CUDA toolkit it finds; without a toolkit one too old for our targets.
set(FLAME_PTX_VERSION -Xclang -target-feature -Xclang +ptx88)
set(FLAME_NVPTX_FLAGS --target=nvptx64-nvidia-cuda -march=sm_90 -nogpulib ${FLAME_PTX_VERSION}
  -Xclang -disable-llvm-passes -Xclang -fdenormal-fp-math-f32=preserve-sign,preserve-sign)
find_program(FLAME_ZSTD zstd REQUIRED)
find_program(FLAME_AWK NAMES awk mawk gawk REQUIRED)
set(FLAME_GENERIC_TARGETS sm_75 sm_80 sm_86 sm_89 sm_90 sm_100 sm_120 CACHE STRING
  "GPUs the genome-independent kernels are assembled for when the project is built")

# flame_bitcode(OUT FLAGS ... SOURCES ... PARTS ...): compiles sources and links them, and bitcode that exists already,
# into one bitcode file OUT.
function(flame_bitcode out)
  cmake_parse_arguments(arg "" "" "FLAGS;SOURCES;PARTS" ${ARGN})
  get_filename_component(stem ${out} NAME_WE)
  set(parts ${arg_PARTS})
  foreach(source ${arg_SOURCES})
    get_filename_component(name ${source} NAME_WE)
    set(part ${CMAKE_CURRENT_BINARY_DIR}/${stem}.${name}.bc)
    add_custom_command(OUTPUT ${part}
      COMMAND ${FLAME_CLANG} ${FLAME_DEVICE_FLAGS} ${arg_FLAGS}
              -I${CMAKE_SOURCE_DIR} -emit-llvm -c ${source} -o ${part} -MD -MF ${part}.d -MT ${part}
      DEPENDS ${source} DEPFILE ${part}.d VERBATIM)
    list(APPEND parts ${part})
  endforeach()
  add_custom_command(OUTPUT ${out}
    COMMAND ${FLAME_LLVM_LINK} ${parts} -o ${out} DEPENDS ${parts} VERBATIM)
endfunction()

# flame_embed(TARGET SYMBOL FILE [SYMBOL FILE ...]): a library that holds files as arrays `SYMBOL`, `SYMBOL_end`.
function(flame_embed target)
  set(arguments ${ARGN})
  set(text "")
  set(files)
  while(arguments)
    list(POP_FRONT arguments symbol file)
    string(APPEND text "asm(\".section .rodata\\n.balign 16\\n.global ${symbol}\\n.global ${symbol}_end\\n"
      "${symbol}: .incbin \\\"${file}\\\"\\n${symbol}_end: .byte 0\\n.previous\\n\");\n")
    list(APPEND files ${file})
  endwhile()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  file(GENERATE OUTPUT ${source} CONTENT "${text}")
  add_library(${target} STATIC ${source})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_COMPILER_LAUNCHER "")
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}")
endfunction()

# flame_device_module(NAME SOURCES ...): whole kernels: NAME.ptx (compute_80 and up) and NAME.sm_XX.cubin.
function(flame_device_module name)
  cmake_parse_arguments(arg "" "" "SOURCES" ${ARGN})
  set(bitcode ${CMAKE_CURRENT_BINARY_DIR}/${name}.bc)
  flame_bitcode(${bitcode} FLAGS ${FLAME_NVPTX_FLAGS} SOURCES ${arg_SOURCES})
  set(files)
  foreach(target sm_80 ${FLAME_GENERIC_TARGETS})
    set(ptx ${CMAKE_CURRENT_BINARY_DIR}/${name}.${target}.ptx)
    if(NOT ptx IN_LIST files)
      add_custom_command(OUTPUT ${ptx}
        COMMAND ${FLAME_CLANG} --target=nvptx64-nvidia-cuda -march=${target} -nogpulib -O3
                ${FLAME_PTX_VERSION} -Wno-override-module -S ${bitcode} -o ${ptx}.clang
        COMMAND ${FLAME_AWK} -f ${CMAKE_SOURCE_DIR}/cmake/launch_bounds.awk ${ptx}.clang ${ptx}.clang > ${ptx}
        DEPENDS ${bitcode} ${CMAKE_SOURCE_DIR}/cmake/launch_bounds.awk VERBATIM)
      list(APPEND files ${ptx})
    endif()
  endforeach()
  set(${name}_ptx ${CMAKE_CURRENT_BINARY_DIR}/${name}.sm_80.ptx PARENT_SCOPE)
  set(cubins)
  if(FLAME_PTXAS)
    foreach(target ${FLAME_GENERIC_TARGETS})
      set(cubin ${CMAKE_CURRENT_BINARY_DIR}/${name}.${target}.cubin)
      add_custom_command(OUTPUT ${cubin}
        COMMAND ${FLAME_PTXAS} -arch=${target} -O3 ${CMAKE_CURRENT_BINARY_DIR}/${name}.${target}.ptx
                -o ${cubin}
        DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${name}.${target}.ptx VERBATIM)
      list(APPEND cubins ${cubin})
    endforeach()
  endif()
  set(${name}_cubins ${cubins} PARENT_SCOPE)
endfunction()

# flame_embed_table(TARGET SYMBOL NAME FILE [NAME FILE ...]): embedded files under names, as an array of
# {const char *name, *begin, *end} that ends with nulls.
function(flame_embed_table target symbol)
  set(arguments ${ARGN})
  set(parts)
  set(declarations "")
  set(rows "")
  set(index 0)
  while(arguments)
    list(POP_FRONT arguments name file)
    set(part ${symbol}_${index})
    list(APPEND parts ${part} ${file})
    string(APPEND declarations "extern \"C\" const char ${part}[], ${part}_end[];\n")
    string(APPEND rows "  {\"${name}\", ${part}, ${part}_end},\n")
    math(EXPR index "${index} + 1")
  endwhile()
  flame_embed(${target}Bytes ${parts})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  file(GENERATE OUTPUT ${source} CONTENT "${declarations}
struct FlameEmbedded { const char *name, *begin, *end; };
extern \"C\" const FlameEmbedded ${symbol}[];
const FlameEmbedded ${symbol}[] = {
${rows}  {nullptr, nullptr, nullptr}};
")
  add_library(${target} STATIC ${source})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${target} PUBLIC ${target}Bytes)
endfunction()

# flame_embed_module(TARGET SYMBOL NAME [PACKED]): the files of device module NAME as a table, under "ptx" and "sm_XX"; the first packed
# as "ptx.zst" if that is said.
function(flame_embed_module target symbol name)
  cmake_parse_arguments(arg "PACKED" "" "" ${ARGN})
  set(rows ptx ${${name}_ptx})
  if(arg_PACKED)
    set(rows ptx.zst ${${name}_ptx}.zst)
    add_custom_command(OUTPUT ${${name}_ptx}.zst
      COMMAND ${FLAME_ZSTD} -q -f -19 --single-thread ${${name}_ptx} -o ${${name}_ptx}.zst
      DEPENDS ${${name}_ptx} VERBATIM)
  endif()
  foreach(cubin ${${name}_cubins})
    string(REGEX REPLACE ".*\\.(sm_[0-9a-z]+)\\.cubin$" "\\1" architecture ${cubin})
    list(APPEND rows ${architecture} ${cubin})
  endforeach()
  flame_embed_table(${target} ${symbol} ${rows})
endfunction()
