// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libflamecpu.so: the compiler and the CPU engine behind the C interface of runtime/CpuDevice.h.

#include "runtime/CpuDevice.h"

#include "compiler/AnimationJson.h"
#include "compiler/CompileForCpu.h"
#include "compiler/Diagnostics.h"
#include "runtime/device/Deposit.h"

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>

using namespace flame;

struct FlameCpuFlame {
  std::unique_ptr<CpuFlame> code;
  double compileSeconds = 0;
};

namespace {
double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void setMessage(char **message, const std::string &text) {
  *message = strdup(text.c_str());
}

/// The deposit of an opaque sample of each palette entry.
std::vector<uint64_t> packPalette(const std::vector<abi::PaletteEntry> &palette) {
  auto level = [](float value) { return uint32_t(std::lround(value * 255)); };
  std::vector<uint64_t> packed;
  for (const abi::PaletteEntry &entry : palette)
    packed.push_back(packDeposit(level(entry.red), level(entry.green), level(entry.blue), 1));
  return packed;
}

rt::CpuOptions makeOptions(const FlameCpuJob &job, std::atomic<bool> &stop) {
  rt::CpuOptions options;
  options.threads = job.threads;
  options.stop = &stop;
  options.progress = [&](uint64_t done, uint64_t total) {
    if (job.progress)
      job.progress(job.progressContext, done, total);
    if (job.shouldStop && job.shouldStop())
      stop = true;
  };
  return options;
}
} // namespace

FlameCpuFlame *flame_cpu_open(const char *animation, size_t bytes, char **message) {
  const auto start = std::chrono::steady_clock::now();
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::SourceMgr sources;
  Diagnostics diagnostics(sources, stream);
  std::optional<Animation> parsed =
      readAnimationJson(llvm::StringRef(animation, bytes), "animation", diagnostics);
  if (!parsed) {
    setMessage(message, text);
    return nullptr;
  }
  llvm::Expected<std::unique_ptr<CpuFlame>> code = CpuFlame::compile(*parsed);
  if (!code) {
    setMessage(message, llvm::toString(code.takeError()));
    return nullptr;
  }
  return new FlameCpuFlame{std::move(*code), secondsSince(start)};
}

bool flame_cpu_render(FlameCpuFlame *flame, const FlameCpuJob *job, FlameCpuHistogram *histogram,
                      char **message) {
  const auto start = std::chrono::steady_clock::now();
  abi::InterpolateArgs instant = {};
  instant.frame = job->frame;
  instant.pixelAspect = job->pixelAspect;
  instant.viewScale = job->viewScale;
  instant.time = job->time;
  const std::vector<float> block = flame->code->makeBlock(instant);
  const std::vector<uint64_t> palette = packPalette(flame->code->palette());

  rt::CpuJob work = {};
  work.engine = rt::preferredEngine(flame->code->kernels().features);
  work.args.blocks = block.data();
  work.args.palette = palette.data();
  work.args.paletteRows = flame->code->palette().data();
  work.args.blockFloats = flame->code->layout().blockFloats;
  work.args.temporalSamples = 1;
  work.args.paletteRowCount = 1;
  work.args.gridWidth = job->frame.gridWidth;
  work.args.gridHeight = job->frame.gridHeight;
  work.args.xaosOffset = flame->code->layout().xaosOffset;
  work.args.fuse = job->fuse;
  work.args.seed = job->seed;
  rt::planBlocks(job->samples, flame->code->kernels().lanes, &work.args);

  std::atomic<bool> stop = false;
  try {
    rt::CpuHistogram made =
        rt::renderHistogram(flame->code->kernels(), work, makeOptions(*job, stop));
    const size_t bytes = made.cells.size() * sizeof(abi::WideCell);
    histogram->cells = static_cast<abi::WideCell *>(malloc(bytes));
    if (!histogram->cells)
      throw std::bad_alloc();
    memcpy(histogram->cells, made.cells.data(), bytes);
    histogram->samples = made.samples - made.uncounted;
  } catch (const std::bad_alloc &) {
    setMessage(message, "not enough memory for the histogram of " +
                            std::to_string(job->frame.gridWidth) + "x" +
                            std::to_string(job->frame.gridHeight) + " buckets");
    return false;
  }
  histogram->compileSeconds = flame->compileSeconds;
  histogram->iterateSeconds = secondsSince(start);
  return true;
}

void flame_cpu_free_cells(abi::WideCell *cells) { free(cells); }
void flame_cpu_free_text(char *message) { free(message); }
void flame_cpu_close(FlameCpuFlame *flame) { delete flame; }
