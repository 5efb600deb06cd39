// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler and the CPU engine behind the C interface of abi/CpuDevice.h, as libflamecpu.so or
// as part of a program that contains the compiler. No exception escapes.

#include "abi/CpuDevice.h"

#include "compiler/animation/AnimationJson.h"
#include "compiler/cpu/CpuDevice.h"
#include "compiler/driver/CompileText.h"
#include "compiler/genome/PaletteLibrary.h"
#include "compiler/text/Diagnostics.h"
#include "compiler/text/Errors.h"
#include "runtime/shared/Palettes.h"
#include "runtime/shared/Shard.h"
#include "support/UserFolder.h"

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstring>
#include <new>
#include <stop_token>

using namespace flame;

static double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

namespace {

/// The working palettes of a frame; see runtime/shared/Palettes.h.
struct WorkingPalettes {
  std::vector<abi::PaletteEntry> rows;
  std::vector<uint64_t> packed;
  uint32_t rowCount;
};

} // namespace

static WorkingPalettes makePalettes(const CpuFlame &flame, const FlameCpuJob &job) {
  abi::PaletteArgs args = {};
  args.paletteTimes = flame.paletteTimes().data();
  args.palettes = flame.palettes().data();
  args.palettesCount = uint32_t(flame.paletteTimes().size());
  args.rowCount = paletteRowCount(args.palettesCount, job.temporalSamples);
  args.times = job.times;
  args.temporalSamples = job.temporalSamples;
  args.seed = job.seed;
  const size_t entries = size_t(args.rowCount) * abi::kPaletteSize;
  WorkingPalettes palettes{std::vector<abi::PaletteEntry>(entries), std::vector<uint64_t>(entries),
                           args.rowCount};
  args.rows = palettes.rows.data();
  args.packed = palettes.packed.data();
  for (uint32_t row = 0; row < args.rowCount; ++row)
    for (uint32_t index = 0; index < abi::kPaletteSize; ++index)
      makePaletteEntry(args, row, index);
  return palettes;
}

static std::vector<float> makeBlocks(const CpuFlame &flame, const FlameCpuJob &job) {
  abi::InterpolateArgs args = {};
  args.times = job.times;
  args.temporalSamples = job.temporalSamples;
  args.jitter = job.jitter;
  args.seed = job.seed;
  args.frame = job.frame;
  args.pixelAspect = job.pixelAspect;
  args.viewScale = job.viewScale;
  return flame.makeBlocks(args);
}

static rt::CpuOptions makeOptions(const FlameCpuJob &job, std::stop_source &stop) {
  rt::CpuOptions options;
  options.threads = job.threads;
  options.stop = stop.get_token();
  options.progress = [&](uint64_t done, uint64_t total) {
    if (job.progress)
      job.progress(job.progressContext, done, total);
    if (job.shouldStop && job.shouldStop(job.stopContext))
      stop.request_stop();
  };
  return options;
}

static rt::Result<std::unique_ptr<FlameCpuFlame>> openFlame(llvm::StringRef animation) {
  const auto start = std::chrono::steady_clock::now();
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  llvm::SourceMgr sources;
  Diagnostics diagnostics(sources, stream);
  std::optional<Animation> parsed = readAnimationJson(animation, "animation", diagnostics);
  if (!parsed)
    return rt::Error(rt::ErrorKind::Input, messages);
  rt::CacheFolder cache(rt::userFolder("XDG_CACHE_HOME", ".cache", "flamec/cpu"));
  llvm::Expected<std::unique_ptr<CpuFlame>> code =
      CpuFlame::compile(*parsed, /*lanes=*/0, {}, {.objects = &cache});
  if (!code)
    return toError(code.takeError());
  return std::make_unique<FlameCpuFlame>(FlameCpuFlame{std::move(*code), secondsSince(start)});
}

static void makeHistogram(const FlameCpuFlame &flame, const FlameCpuJob &job,
                          FlameCpuHistogram &histogram) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<float> blocks = makeBlocks(*flame.code, job);
  const WorkingPalettes palettes = makePalettes(*flame.code, job);

  rt::CpuJob work = {};
  work.engine = rt::preferredEngine(flame.code->kernels().features);
  work.args.params = blocks.data();
  work.args.palette = palettes.packed.data();
  work.args.paletteRows = palettes.rows.data();
  work.args.blockFloats = flame.code->layout().blockFloats;
  work.args.temporalSamples = job.temporalSamples;
  work.args.paletteRowCount = palettes.rowCount;
  work.args.gridWidth = job.frame.gridWidth;
  work.args.gridHeight = job.frame.gridHeight;
  work.args.xaosOffset = flame.code->layout().xaosOffset;
  work.args.fuse = job.fuse;
  work.args.seed = job.seed;
  rt::planBlocks(job.samples, flame.code->kernels().lanes, &work.args);
  const BlockRange range = rangeOf({job.shard, job.shards}, work.args.logicalBlocks);
  work.args.firstLogicalBlock = range.first;
  work.args.endLogicalBlock = range.end;

  std::stop_source stop;
  rt::CpuHistogram made = rt::renderHistogram(flame.code->kernels(), work, makeOptions(job, stop));
  histogram.cells = made.cells.release();
  histogram.samples = made.samples - made.badValues;
  histogram.blocks = work.args.logicalBlocks;
  histogram.firstBlock = range.first;
  histogram.endBlock = range.end;
  histogram.lanes = flame.code->kernels().lanes;
  histogram.compileSeconds = flame.compileSeconds;
  histogram.iterateSeconds = secondsSince(start);
}

/// Calls `work` and turns an exception into a message, which is null if there is no memory for it.
/// `shortage` is the message for std::bad_alloc.
template <class Work> static bool guarded(char **message, const char *shortage, const Work &work) {
  *message = nullptr;
  try {
    return work();
  } catch (const std::bad_alloc &) {
    *message = strdup(shortage);
  } catch (const std::exception &thrown) {
    *message = strdup(thrown.what());
  } catch (...) {
    *message = strdup("the CPU device failed for an unknown reason");
  }
  return false;
}

uint32_t flame_cpu_version() { return kFlameCpuVersion; }

int32_t flame_cpu_open(const char *animation, size_t bytes, FlameCpuFlame **flame, char **message) {
  *flame = nullptr;
  auto kind = rt::ErrorKind::Environment; // of exceptions
  const bool isOpen = guarded(message, "not enough memory to compile the flame", [&] {
    rt::Result<std::unique_ptr<FlameCpuFlame>> opened = openFlame({animation, bytes});
    if (!opened) {
      kind = opened.error().kind();
      *message = strdup(opened.error().text().c_str());
      return false;
    }
    *flame = opened->release();
    return true;
  });
  return isOpen ? 0 : int32_t(kind);
}

bool flame_cpu_render(FlameCpuFlame *flame, const FlameCpuJob *job, FlameCpuHistogram *histogram,
                      char **message) {
  char shortage[96];
  snprintf(shortage, sizeof shortage, "not enough memory for the histogram of %ux%u buckets",
           job->frame.gridWidth, job->frame.gridHeight);
  return guarded(message, shortage, [&] {
    makeHistogram(*flame, *job, *histogram);
    return true;
  });
}

/// Returns the kind of the error, or 0. Sets `message` in both cases.
static int32_t compileText(const FlameCpuText &text, FlameCpuArtefact &artefact, char **message) {
  CompileTextOptions options;
  options.name = text.name;
  options.target = text.target;
  options.input.genomes.flame = text.flame;
  options.input.genomes.paletteLibrary = findPaletteLibrary("");
  CodeCache cache(CodeCache::defaultFolder());
  options.cache = text.usesCache ? &cache : nullptr;
  const rt::Result<TextArtefact> made = compileText({text.text, text.bytes}, options);
  if (!made) {
    *message = strdup(made.error().str().c_str());
    return made.error().exitCode();
  }
  artefact.contents = static_cast<char *>(malloc(made->bytes.size()));
  if (!artefact.contents)
    throw std::bad_alloc();
  memcpy(artefact.contents, made->bytes.data(), made->bytes.size());
  artefact.bytes = made->bytes.size();
  if (!made->messages.empty())
    *message = strdup(made->messages.c_str());
  return 0;
}

int32_t flame_cpu_compile(const FlameCpuText *text, FlameCpuArtefact *artefact, char **message) {
  int32_t code = int32_t(rt::ErrorKind::Environment);
  guarded(message, "not enough memory to compile the flame", [&] {
    code = compileText(*text, *artefact, message);
    return true;
  });
  return code;
}

void flame_cpu_free_cells(abi::WideCell *cells) { free(cells); }
void flame_cpu_free_text(char *message) { free(message); }
void flame_cpu_close(FlameCpuFlame *flame) { delete flame; }
