// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What linking a genome has in common on both devices.

#include "compiler/codegen/LinkSupport.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;

Expected<std::unique_ptr<Module>> flame::translateFlame(LLVMContext &context,
                                                        mlir::ModuleOp lowered) {
  mlir::registerBuiltinDialectTranslation(*lowered.getContext());
  mlir::registerLLVMDialectTranslation(*lowered.getContext());
  std::unique_ptr<Module> module = mlir::translateModuleToLLVMIR(lowered, context, "flame");
  if (!module)
    return createStringError("the flame could not be translated to LLVM IR");
  return module;
}

/// Functions that a module declares and a library defines, with the names they had.
using DeclaredFunctions = std::vector<std::pair<Function *, std::string>>;

/// Renames them. The linker would do so itself when the definitions arrive, but by appending a
/// number, for NVPTX without a dot: flame_math_log can become flame_math_log2, which is another
/// function.
static DeclaredFunctions stepAside(Module &module, const Module &library) {
  DeclaredFunctions declared;
  for (Function &function : module) {
    const Function *definition = library.getFunction(function.getName());
    if (!function.isDeclaration() || !definition || definition->isDeclaration())
      continue;
    declared.push_back({&function, function.getName().str()});
    function.setName("declared:" + function.getName().str());
  }
  return declared;
}

/// Of what a library has for flames to call, only what this one calls is read and linked.
static void linkOnDemand(Module &library, const DeclaredFunctions &called) {
  for (Function &function : library) {
    const StringRef name = function.getName();
    if (!function.isDeclaration() &&
        (name.starts_with("flame_math_") || name.starts_with("flame_draw_")) &&
        none_of(called, [&](const auto &declared) { return name == declared.second; }))
      function.setLinkage(GlobalValue::LinkOnceODRLinkage);
  }
}

Error flame::linkLibrary(Module &module, StringRef bitcode, StringRef name) {
  Expected<std::unique_ptr<Module>> library =
      getLazyBitcodeModule(MemoryBufferRef(bitcode, name), module.getContext());
  if (!library)
    return library.takeError();
  // "used" was for the library's own compilation. It would keep dead code alive, and LLVM's linker
  // frees a declaration twice when such a list names its definition.
  for (StringRef list : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *used = (*library)->getNamedGlobal(list))
      used->eraseFromParent();
  module.setTargetTriple((*library)->getTargetTriple());
  module.setDataLayout((*library)->getDataLayout());
  const DeclaredFunctions declared = stepAside(module, **library);
  linkOnDemand(**library, declared);
  if (Linker::linkModules(module, std::move(*library)))
    return createStringError("the device library does not fit the generated code");
  for (const auto &[function, name] : declared) {
    function->replaceAllUsesWith(module.getFunction(name));
    function->eraseFromParent();
  }
  return Error::success();
}

void flame::defineConstant(Module &module, StringRef name, uint32_t value) {
  Type *type = Type::getInt32Ty(module.getContext());
  auto *global = cast<GlobalVariable>(module.getOrInsertGlobal(name, type));
  global->setConstant(true);
  global->setInitializer(ConstantInt::get(type, value));
}

void flame::internalizeAllBut(Module &module, ArrayRef<StringRef> exported) {
  internalizeModule(
      module, [&](const GlobalValue &value) { return is_contained(exported, value.getName()); });
  for (Function &function : module)
    for (StringRef attribute :
         {"target-cpu", "target-features", "tune-cpu", "no-builtins", "frame-pointer",
          "min-legal-vector-width", "prefer-vector-width", "stack-protector-buffer-size"})
      function.removeFnAttr(attribute);
}

void flame::inlineEverything(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasInternalLinkage()) {
      function.removeFnAttr(Attribute::NoInline);
      function.removeFnAttr(Attribute::OptimizeNone);
      function.addFnAttr(Attribute::AlwaysInline);
    }
}
