# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Precompiled headers. Most files take longer to parse the headers of libraries than to compile, so these headers are parsed once
# for each kind of target. Sources still include what they use: the presets for clang-tidy build without precompiled headers.
#
# ccache hashes the file NAME.pch.sum in place of a precompiled header. cmake/precompile makes it from the text of the headers, so
# that clones share objects.

option(FLAME_PRECOMPILED_HEADERS "parse the headers of large libraries once" ON)

set(standard algorithm array atomic bit charconv chrono cmath condition_variable cstdint cstring fstream functional limits map
  memory mutex numeric optional random ranges set span sstream string string_view thread utility variant vector)
set(FLAME_PRECOMPILED_STANDARD ${standard} filesystem)
set(FLAME_PRECOMPILED_LLVM ${standard}   # no filesystem: it has std::quoted, and the compiler has its own
  llvm/ADT/STLExtras.h llvm/ADT/StringExtras.h llvm/ADT/StringMap.h llvm/Support/Error.h llvm/Support/FileSystem.h
  llvm/Support/MemoryBuffer.h llvm/Support/Path.h llvm/Support/SourceMgr.h llvm/Support/raw_ostream.h)
set(FLAME_PRECOMPILED_MLIR ${FLAME_PRECOMPILED_LLVM}
  mlir/Bytecode/BytecodeOpInterface.h mlir/Dialect/Arith/IR/Arith.h mlir/Dialect/Func/IR/FuncOps.h
  mlir/Dialect/LLVMIR/LLVMDialect.h mlir/Dialect/Math/IR/Math.h mlir/IR/Builders.h mlir/IR/BuiltinOps.h
  mlir/IR/IRMapping.h mlir/IR/Matchers.h mlir/IR/MLIRContext.h mlir/IR/OpImplementation.h mlir/IR/RegionKindInterface.h
  mlir/IR/Remarks.h mlir/IR/Verifier.h mlir/Interfaces/SideEffectInterfaces.h mlir/Pass/PassManager.h
  mlir/Transforms/DialectConversion.h llvm/ADT/TypeSwitch.h llvm/IR/IRBuilder.h llvm/IR/Module.h)
set(FLAME_PRECOMPILED_STUDIO ${FLAME_PRECOMPILED_LLVM} nlohmann/json.hpp
  boost/asio/ip/tcp.hpp boost/beast/core.hpp boost/beast/http.hpp boost/beast/websocket.hpp)
set(FLAME_PRECOMPILED_GTEST ${FLAME_PRECOMPILED_STANDARD} gmock/gmock.h gtest/gtest.h)
# Targets whose definitions the headers see.
set(FLAME_PRECOMPILED_STUDIO_FROM nlohmann_json::nlohmann_json)
set(FLAME_PRECOMPILED_GTEST_FROM GTest::gmock)

# flame_precompile(TARGET HEADERS): HEADERS is STANDARD, LLVM, MLIR, STUDIO or GTEST, or NONE. The target has the flags that flame_library or flame_program gives.
function(flame_precompile target headers)
  if(NOT FLAME_PRECOMPILED_HEADERS OR headers STREQUAL NONE)
    return()
  endif()
  get_target_property(kind ${target} TYPE)
  get_target_property(options ${target} COMPILE_OPTIONS)
  set(holder FlamePrecompiled${headers})
  if(kind STREQUAL EXECUTABLE)
    string(APPEND holder Program)
    if(options)
      string(APPEND holder Unoptimised)
    endif()
  endif()
  if(NOT TARGET ${holder})
    set(folder ${CMAKE_BINARY_DIR}/precompiled)
    file(WRITE ${folder}/${holder}.cpp "// nothing but the headers\n")
    add_library(${holder} STATIC ${folder}/${holder}.cpp)
    set_target_properties(${holder} PROPERTIES CXX_COMPILER_LAUNCHER ${CMAKE_SOURCE_DIR}/cmake/precompile)
    target_link_libraries(${holder} PUBLIC FlameFlags ${FLAME_PRECOMPILED_${headers}_FROM})
    if(kind STREQUAL EXECUTABLE)
      if(options)
        target_compile_options(${holder} PRIVATE ${options})
      endif()
    else()
      set_target_properties(${holder} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    set(includes)
    foreach(header ${FLAME_PRECOMPILED_${headers}})
      list(APPEND includes "<${header}>")
    endforeach()
    target_precompile_headers(${holder} PRIVATE ${includes})
    target_compile_options(${holder} PRIVATE -Xclang -fno-pch-timestamp)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${holder})
endfunction()
