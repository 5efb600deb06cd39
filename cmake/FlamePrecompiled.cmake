# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Precompiled headers. Files that use MLIR, GoogleMock or nlohmann-json take seconds to parse and little to compile, so their
# headers are parsed once for each kind of target. Sources still include what they use: the presets for clang-tidy build
# without precompiled headers.
#
# ccache hashes the file NAME.pch.sum in place of a precompiled header. It names headers, compiler and library, and no folder, so
# that clones share objects.

option(FLAME_PRECOMPILED_HEADERS "parse the headers of large libraries once" ON)

set(FLAME_PRECOMPILED_MLIR
  mlir/Bytecode/BytecodeOpInterface.h mlir/Dialect/Arith/IR/Arith.h mlir/Dialect/Func/IR/FuncOps.h
  mlir/Dialect/LLVMIR/LLVMDialect.h mlir/Dialect/Math/IR/Math.h mlir/IR/Builders.h mlir/IR/BuiltinOps.h
  mlir/IR/IRMapping.h mlir/IR/Matchers.h mlir/IR/MLIRContext.h mlir/IR/OpImplementation.h mlir/IR/RegionKindInterface.h
  mlir/IR/Remarks.h mlir/IR/Verifier.h mlir/Interfaces/SideEffectInterfaces.h mlir/Pass/PassManager.h
  mlir/Transforms/DialectConversion.h llvm/ADT/TypeSwitch.h llvm/IR/IRBuilder.h llvm/IR/Module.h)
set(FLAME_PRECOMPILED_JSON nlohmann/json.hpp)
set(FLAME_PRECOMPILED_GTEST gmock/gmock.h gtest/gtest.h)
set(FLAME_PRECOMPILED_JSON_FROM nlohmann_json::nlohmann_json)   # whose definitions the headers see
set(FLAME_PRECOMPILED_GTEST_FROM GTest::gmock)

# flame_precompile(TARGET HEADERS): HEADERS is MLIR, JSON or GTEST. The target has the flags that flame_library or flame_program gives.
function(flame_precompile target headers)
  if(NOT FLAME_PRECOMPILED_HEADERS)
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
    set_target_properties(${holder} PROPERTIES CXX_COMPILER_LAUNCHER "")   # ccache takes no notice of definitions here
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
    string(SHA256 sum "${includes} ${FLAME_PRECOMPILED_${headers}_FROM} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${LLVM_PACKAGE_VERSION}")
    get_target_property(where ${holder} BINARY_DIR)
    file(WRITE ${where}/CMakeFiles/${holder}.dir/cmake_pch.hxx.pch.sum "${sum}\n")
  endif()
  target_precompile_headers(${target} REUSE_FROM ${holder})
endfunction()
