// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flame-gpu-prepare [--if-gpu] DIR [TARGET...]: compiles the flames of flame-gpu-test and computes
// the expected results. Needs the compiler but no GPU; flame-gpu-test needs a GPU but no compiler,
// and may run on another machine. With --if-gpu, does nothing on a machine without a GPU and ends
// with 77.
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
/// Exit code by which ctest knows a skipped test.
static constexpr int kSkipped = 77;
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

static llvm::Error prepare(const std::string &folder, std::vector<std::string> targets) {
  if (std::error_code failed = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError(failed, "cannot make '%s'", folder.c_str());
  CompileOptions options;
  options.ptxas = findPtxas().value_or("");
  if (!options.ptxas.empty()) // else the driver compiles PTX
    options.targets = std::move(targets);
  for (const SelectionCase &selection : selectionCases()) {
    if (llvm::Error error = writeCompiled(makeSelectionFlame(selection), options,
                                          folder + "/selection-" + selection.name + ".cubin"))
      return error;
    if (llvm::Error error = writeCompiled(makeSelectionFlame(selection, kHiddenXform), options,
                                          folder + "/hidden-" + selection.name + ".cubin"))
      return error;
  }
  if (llvm::Error error = writeCompiled(makeMovingFlame(), options, folder + "/moving.cubin"))
    return error;
  if (llvm::Error error = writeCompiled(makeFilledFlame(), options, folder + "/filled.cubin"))
    return error;
  if (llvm::Error error = writeCompiled(makeFilledFlame(5), options, folder + "/detail.cubin"))
    return error;
  if (llvm::Error error = writeCompiled(makeBlendedFlame(), options, folder + "/blended.cubin"))
    return error;
  if (llvm::Error error =
          writeCompiled(makeConvergingFlame(), options, folder + "/converging.cubin"))
    return error;
  if (llvm::Error error = writeCompiled(makeConvergingFlame(/*onlyConverged=*/true), options,
                                        folder + "/converged.cubin"))
    return error;
  const VariationFlame variations = makeVariationFlame(kRandomPoints);
  if (llvm::Error error =
          asLlvmError(rt::writeOutput(folder + "/variations.json", writeCases(variations.cases))))
    return error;
  options.library = llvm::StringRef(flame_gpu_probe_library,
                                    size_t(flame_gpu_probe_library_end - flame_gpu_probe_library));
  return writeCompiled(variations.animation, options, folder + "/variations.cubin");
}

int main(int argc, char **argv) {
  if (argc > 1 && llvm::StringRef(argv[1]) == "--if-gpu") {
    if (!rt::Driver::open()) {
      llvm::outs() << "skipped: no GPU\n";
      return kSkipped;
    }
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
  if (llvm::Error error = prepare(argv[1], std::move(targets))) {
    llvm::errs() << "flame-gpu-prepare: error: " << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  return 0;
}
