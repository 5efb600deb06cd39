// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU device: libflamecpu.so, loaded when it is needed. It holds the compiler, so that the programs that load it
// need not; those that have only the text of a flame have it make the artefact, too. Plain C functions and data, because two sides that were built apart meet here.

#ifndef FLAME_ABI_CPUDEVICE_H
#define FLAME_ABI_CPUDEVICE_H

#include "abi/Abi.h"

#include <stddef.h>

/// Version of everything in this file, and of abi/Abi.h as it appears here. Both sides are to be of one.
inline constexpr uint32_t kFlameCpuVersion = 5;

extern "C" {

/// A flame that was compiled for this machine's processor.
struct FlameCpuFlame;

/// One histogram to make.
struct FlameCpuJob {
  flame::abi::FrameGeometry frame;
  float pixelAspect, viewScale; ///< see InterpolateArgs
  const float *times;           ///< of the temporal samples, animation time
  uint32_t temporalSamples;     ///< at least 1
  float jitter;                 ///< see InterpolateArgs
  uint64_t seed;                ///< of the frame
  uint64_t samples;             ///< counted iterations wanted; at least this many are made
  uint32_t fuse;
  uint32_t threads;       ///< 0: one per processor
  uint32_t shard, shards; ///< which part of the logical blocks to make, of how many; 1 of 1: all
  /// Called on the calling thread with samples done and total; may be null.
  void (*progress)(void *context, uint64_t done, uint64_t total);
  void *progressContext;
  /// Ends the work early when it returns true; may be null. Called on the calling thread.
  bool (*shouldStop)(void *context);
  void *stopContext;
};

/// A histogram; `cells` has gridWidth * gridHeight entries.
struct FlameCpuHistogram {
  flame::abi::WideCell *cells;
  uint64_t samples;              ///< counted iterations that gave a good value
  uint32_t blocks;               ///< logical ones of the whole frame
  uint32_t firstBlock, endBlock; ///< those of the shard
  uint32_t lanes;                ///< of the vectors, on which the division into blocks depends
  double compileSeconds, iterateSeconds;
};

/// kFlameCpuVersion of the library. To be asked before anything else; the only function that every version has.
uint32_t flame_cpu_version();

/// Compiles animation JSON (AnimationJson.h). Returns 0 and a flame, or the kind of the error (rt::ErrorKind), null and a message,
/// which is released by flame_cpu_free_text.
int32_t flame_cpu_open(const char *animation, size_t bytes, FlameCpuFlame **flame, char **message);

/// Makes a histogram. Returns false and a message on failure. The cells are released by flame_cpu_free_cells.
bool flame_cpu_render(FlameCpuFlame *flame, const FlameCpuJob *job, FlameCpuHistogram *histogram,
                      char **message);

/// A text to make an artefact of. Words are never null.
struct FlameCpuText {
  const char *
      text; ///< flam3's XML, an animation in JSON, a document of a flock, or the bytes of an artefact
  size_t bytes;
  const char *name;   ///< what messages call it
  const char *flame;  ///< name or index of one flame of several; "": all of them are key frames
  const char *target; ///< "sm_90": code for this GPU where there is ptxas; "": PTX
  bool usesCache;     ///< of the user, for code of flames with the same structure
};

/// The bytes of an artefact, released by flame_cpu_free_text.
struct FlameCpuArtefact {
  char *contents;
  size_t bytes;
};

/// Compiles a text for GPUs. Returns 0, and as message warnings or null; or the kind of the error (rt::ErrorKind) with a message.
int32_t flame_cpu_compile(const FlameCpuText *text, FlameCpuArtefact *artefact, char **message);

void flame_cpu_free_cells(flame::abi::WideCell *cells);
void flame_cpu_free_text(char *message);
void flame_cpu_close(FlameCpuFlame *flame);
}

#endif // FLAME_ABI_CPUDEVICE_H
