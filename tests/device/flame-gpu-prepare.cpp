// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flame-gpu-prepare [--if-gpu] DIR [TARGET...]: compiles the flames of flame-gpu-test and computes
// the expected results. Needs the compiler but no GPU; flame-gpu-test needs no compiler, and may
// run on another machine. With --if-gpu on a machine without a GPU, prepares only what
// flame-gpu-test also renders on the CPU.
//
//   DIR/variations.cubin, variations.json   the flame with every variation, linked with the probe;
//   its cases
//   DIR/selection-<case>.cubin              the flames of Selection.h, as they are rendered
//   DIR/hidden-<case>.cubin                 the same, of which one xform is not seen
//   DIR/moving.cubin                        the flame of MovingFlame.h
//   DIR/converging.cubin, converged.cubin   the flames of ConvergingFlame.h
//   DIR/filled.cubin, detail.cubin          the flame of FilledFlame.h, and a 25th of it
//   DIR/blended.cubin                       the same of one colour between two entries of its
//   palette

#include "compiler/driver/Compilation.h"
#include "compiler/driver/FindPtxas.h"
#include "compiler/text/Errors.h"
#include "runtime/cuda/Driver.h"
#include "support/AtomicFile.h"
#include "tests/device/ConvergingFlame.h"
#include "tests/device/FilledFlame.h"
#include "tests/device/MovingFlame.h"
#include "tests/device/SelectionFlame.h"
#include "tests/device/VariationFlame.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace flame;
using namespace flame::test;

extern "C" const char flame_gpu_probe_library[], flame_gpu_probe_library_end[];

static constexpr char kDefaultTarget[] = "sm_90";
static constexpr unsigned kRandomPoints = 30;

static llvm::Error asLlvmError(const rt::Status &status) {
  return status ? llvm::Error::success() : makeError(status.error());
}

static llvm::Error writeCompiled(const Animation &animation, const CompileOptions &options,
                                 const std::string &path) {
  llvm::Expected<ArtefactContents> contents = compile(animation, "", options);
  if (!contents)
    return contents.takeError();
  rt::Result<std::string> bytes = writeArtefact(std::move(*contents));
  if (!bytes)
    return makeError(bytes.error());
  llvm::outs() << path << ": " << bytes->size() << " bytes\n";
  return asLlvmError(rt::writeOutput(path, *bytes));
}

namespace {
/// A flame of flame-gpu-test.
struct TestFlame {
  std::string name;
  Animation animation;
  bool onCpu; ///< the CPU renders it, too
};
} // namespace

static std::vector<TestFlame> testFlames() {
  std::vector<TestFlame> flames;
  for (const SelectionCase &selection : selectionCases()) {
    flames.push_back({"selection-" + selection.name, makeSelectionFlame(selection), false});
    flames.push_back(
        {"hidden-" + selection.name, makeSelectionFlame(selection, kHiddenXform), false});
  }
  flames.push_back({"moving", makeMovingFlame(), true});
  flames.push_back({"filled", makeFilledFlame(), false});
  flames.push_back({"detail", makeFilledFlame(5), false});
  flames.push_back({"blended", makeBlendedFlame(), true});
  flames.push_back({"converging", makeConvergingFlame(), true});
  flames.push_back({"converged", makeConvergingFlame(/*onlyConverged=*/true), true});
  return flames;
}

static llvm::Error prepareVariations(const std::string &folder, CompileOptions options) {
  const VariationFlame variations = makeVariationFlame(kRandomPoints);
  if (llvm::Error error =
          asLlvmError(rt::writeOutput(folder + "/variations.json", writeCases(variations.cases))))
    return error;
  options.library = llvm::StringRef(flame_gpu_probe_library,
                                    size_t(flame_gpu_probe_library_end - flame_gpu_probe_library));
  return writeCompiled(variations.animation, options, folder + "/variations.cubin");
}

static llvm::Error prepare(const std::string &folder, std::vector<std::string> targets,
                           bool forGpu) {
  if (std::error_code failed = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(failed, "cannot make '%s'", folder.c_str());
  CompileOptions options;
  options.ptxas = findPtxas().value_or("");
  if (!options.ptxas.empty()) // else the driver compiles PTX
    options.targets = std::move(targets);
  for (const TestFlame &flame : testFlames())
    if (forGpu || flame.onCpu)
      if (llvm::Error error =
              writeCompiled(flame.animation, options, folder + "/" + flame.name + ".cubin"))
        return error;
  return forGpu ? prepareVariations(folder, options) : llvm::Error::success();
}

int main(int argc, char **argv) {
  bool forGpu = true;
  if (argc > 1 && llvm::StringRef(argv[1]) == "--if-gpu") {
    forGpu = bool(rt::Driver::open());
    --argc, ++argv;
  }
  if (argc < 2 || argv[1][0] == '-') {
    llvm::errs() << "usage: flame-gpu-prepare [--if-gpu] DIR [TARGET...]   [" << kDefaultTarget
                 << "]\n";
    return 2;
  }
  std::vector<std::string> targets(argv + 2, argv + argc);
  if (targets.empty())
    targets.push_back(kDefaultTarget);
  if (llvm::Error error = prepare(argv[1], std::move(targets), forGpu)) {
    llvm::errs() << "flame-gpu-prepare: error: " << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  return 0;
}
