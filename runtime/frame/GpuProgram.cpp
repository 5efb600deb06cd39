// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads an artefact onto a GPU.

#include "runtime/frame/GpuProgram.h"

#include "runtime/shared/HotTable.h"
#include "runtime/shared/IterateMemory.h"
#include "runtime/shared/SplitLog.h"

#include <algorithm>

namespace flame::rt {

Result<std::unique_ptr<GpuProgram>> GpuProgram::load(const Driver &driver, int ordinal,
                                                     const Artefact &artefact) {
  FLAME_TRY_ASSIGN(Context context, Context::create(driver, ordinal));
  const DeviceInfo &device = context.device();
  FLAME_TRY_ASSIGN(CodeChoice code, artefact.chooseCode(device.computeMajor, device.computeMinor));
  FLAME_TRY_ASSIGN(Module genome, Module::load(context, code.genome, "the flame"));
  FLAME_TRY_ASSIGN(Module generic, Module::load(context, code.generic, "the finishing kernels"));
  FLAME_TRY_ASSIGN(Kernel precalc, genome.kernel("flame_precalc_blocks"));
  FLAME_TRY_ASSIGN(Kernel iterate, genome.kernel("flame_iterate"));
  std::optional<Kernel> warmUp;
  if (abi::hasWarmUpKernel(artefact.manifest().features)) {
    FLAME_TRY_ASSIGN(warmUp, genome.kernel("flame_warm_up"));
  }
  FLAME_TRY_ASSIGN(Kernel interpolate, generic.kernel("flame_interpolate"));
  FLAME_TRY_ASSIGN(Kernel jitter, generic.kernel("flame_jitter"));
  FLAME_TRY_ASSIGN(Kernel palettes, generic.kernel("flame_palettes"));
  FLAME_TRY_ASSIGN(Kernel findHot, generic.kernel("flame_find_hot"));
  FLAME_TRY_ASSIGN(Kernel countSamples, generic.kernel("flame_count_samples"));
  FLAME_TRY_ASSIGN(Kernel accumulateLog, generic.kernel("flame_accumulate_log"));
  FLAME_TRY_ASSIGN(Kernel accumulatePairs, generic.kernel("flame_accumulate_pairs"));
  FLAME_TRY_ASSIGN(Kernel addHistogram, generic.kernel("flame_add_histogram"));
  FLAME_TRY_ASSIGN(FilterKernels filters, FilterKernels::load(generic));
  std::unique_ptr<GpuProgram> program(
      new GpuProgram(artefact, std::move(context), code, std::move(genome), std::move(generic),
                     {precalc, iterate, warmUp, interpolate, jitter, palettes, findHot,
                      countSamples, accumulateLog, accumulatePairs, addHistogram, filters}));
  FLAME_TRY(program->shapeIterate());
  FLAME_TRY(program->uploadCurves());
  return program;
}

/// Shared memory that the driver reserves in each block.
static constexpr uint32_t kReservedBytes = 1024;

uint32_t GpuProgram::groupBytes() const {
  return exchangeBytes(current->manifest.features, current->manifest.layout.xforms);
}

Status GpuProgram::shapeIterate() {
  const Manifest &manifest = current->manifest;
  sharedBytes =
      iterateBytes(manifest.features, manifest.layout.xforms, manifest.layout.sharedFloats);
  FLAME_TRY(kernels.iterate.allowSharedMemory(sharedBytes));
  if (kernels.warmUp)
    FLAME_TRY(kernels.warmUp->allowSharedMemory(warmUpBytes(manifest.layout.sharedFloats)));
  FLAME_TRY_ASSIGN(int resident,
                   kernels.iterate.blocksPerMultiprocessor(abi::kGroupThreads, sharedBytes));
  if (resident < 1)
    return Error(ErrorKind::Environment, "the flame needs more shared memory than this GPU has");
  const uint32_t grid = uint32_t(resident) * uint32_t(context.device().multiprocessors);
  // the groups of a logical block are neighbours in the grid
  shape.grid = std::max(1u, grid / abi::kGroups) * abi::kGroups;
  FLAME_TRY(shapeHotTable(resident));
  return shapeSplit(resident);
}

/// Determines how much shared memory blocks of the iterate kernel may use without reducing their
/// number, and how many cells fit the shared memory of a multiprocessor.
Status GpuProgram::shapeSplit(int resident) {
  constexpr uint32_t kMostBins = 1024;
  const DeviceInfo &device = context.device();
  const uint32_t none = accumulateBytes(kMostBins, 0);
  if (!maySplit(current->manifest.features, current->manifest.layout.xforms) ||
      device.sharedBytesPerBlock <= none)
    return {};
  const uint32_t most =
      std::min(device.sharedBytesPerBlock,
               device.sharedBytesPerMultiprocessor / uint32_t(resident) - kReservedBytes) /
      16 * 16;
  if (most <= sharedBytes)
    return {};
  FLAME_TRY(kernels.iterate.allowSharedMemory(most));
  FLAME_TRY_ASSIGN(int blocks, kernels.iterate.blocksPerMultiprocessor(abi::kGroupThreads, most));
  if (blocks < resident)
    return {};
  split.tileCells = std::min(kMaxBinCells, (device.sharedBytesPerBlock - none) / 8);
  if (kernels.accumulatePairs.clusterBlocks() == 2) {
    const uint32_t nonePaired = accumulateBytes(kMostBins, 0, /*isPaired=*/true);
    split.pairCells = std::min(kMaxBinCells, (device.sharedBytesPerBlock - nonePaired) / 4);
    FLAME_TRY(kernels.accumulatePairs.allowSharedMemory(
        accumulateBytes(kMostBins, split.pairCells, /*isPaired=*/true)));
  }
  split.mostBins = kMostBins;
  split.singleGroup = shape;
  split.singleGroup.bufferBytes = most - sharedBytes;
  FLAME_TRY(shapeBothGroups(resident));
  split.adders = uint32_t(device.multiprocessors);
  return kernels.accumulateLog.allowSharedMemory(accumulateBytes(kMostBins, split.tileCells));
}

/// Determines whether as many groups are resident if blocks have both groups of a logical block,
/// and how much shared memory such blocks may use.
Status GpuProgram::shapeBothGroups(int resident) {
  const DeviceInfo &device = context.device();
  const uint32_t blocks = uint32_t(resident) / abi::kGroups, fixed = sharedBytes + groupBytes();
  FLAME_TRY_ASSIGN(const int threads, kernels.iterate.maxThreads());
  if (!blocks || uint32_t(threads) < abi::kThreads)
    return {};
  const uint32_t most = std::min(device.sharedBytesPerBlock,
                                 device.sharedBytesPerMultiprocessor / blocks - kReservedBytes) /
                        16 * 16;
  if (most <= fixed)
    return {};
  FLAME_TRY(kernels.iterate.allowSharedMemory(most));
  FLAME_TRY_ASSIGN(int fitting, kernels.iterate.blocksPerMultiprocessor(abi::kThreads, most));
  if (uint32_t(fitting) * abi::kGroups < uint32_t(resident))
    return {};
  split.bothGroups = {abi::kGroups, blocks * uint32_t(device.multiprocessors), most - fixed};
  return {};
}

/// Chooses the largest table that does not reduce the number of resident blocks.
Status GpuProgram::shapeHotTable(int resident) {
  for (uint32_t bits = kMaxHotBits; bits >= kMinHotBits; --bits) {
    const uint32_t bytes = sharedBytes + hotTableBytes(bits);
    if (bytes > uint32_t(context.device().sharedBytesPerBlock))
      continue;
    FLAME_TRY(kernels.iterate.allowSharedMemory(bytes));
    FLAME_TRY_ASSIGN(int blocks,
                     kernels.iterate.blocksPerMultiprocessor(abi::kGroupThreads, bytes));
    if (blocks < resident)
      continue;
    hotBits = bits;
    break;
  }
  return {};
}

/// Copies `source` to the start of `buffer`. The copy is complete once the stream has reached it.
template <class T>
static Status uploadTo(DeviceBuffer<T> &buffer, const std::vector<T> &source,
                       const Context &context, const Stream &stream) {
  FLAME_TRY(grow(buffer, context, source.size()));
  return buffer.upload(source, stream);
}

Status GpuProgram::Log::markRead(const Context &context, const Stream &stream) {
  if (!isRead) {
    FLAME_TRY_ASSIGN(isRead, Event::create(context));
  }
  return isRead->record(stream);
}

Status GpuProgram::Log::release() {
  if (isRead)
    FLAME_TRY(isRead->wait());
  *this = Log();
  return {};
}

Status GpuProgram::replace(const FlameData &replacement) {
  const Manifest &manifest = replacement.manifest, &loaded = current->manifest;
  if (manifest.layout.sharedFloats != loaded.layout.sharedFloats ||
      manifest.layout.xforms != loaded.layout.xforms ||
      manifest.layout.xaosOffset != loaded.layout.xaosOffset ||
      manifest.features != loaded.features)
    return Error(ErrorKind::Internal, "the flame has another structure than the program");
  const KeptContext kept(context.driver());
  FLAME_TRY(context.makeCurrent());
  current = &replacement;
  return uploadCurves();
}

Status GpuProgram::uploadCurves() {
  FLAME_TRY_ASSIGN(Stream stream, Stream::create(context));
  FLAME_TRY(uploadTo(curves.tracks, current->tracks, context, stream));
  FLAME_TRY(uploadTo(curves.knots, current->knots, context, stream));
  FLAME_TRY(uploadTo(curves.paletteTimes, current->paletteTimes, context, stream));
  FLAME_TRY(uploadTo(curves.palettes, current->palette, context, stream));
  return stream.synchronize();
}

} // namespace flame::rt
