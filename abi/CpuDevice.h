// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU device: libflamecpu.so, loaded on demand. It contains the compiler, so programs do not
// load it unless they need it. Programs with only the text of a flame also use it to make the
// artefact. The interface is plain C functions and data, because the two sides are built
// separately.

#ifndef FLAME_ABI_CPUDEVICE_H
#define FLAME_ABI_CPUDEVICE_H

#include "abi/Abi.h"

#include <stddef.h>

/// Version of everything in this file, and of abi/Abi.h as it appears here. Both sides must have
/// the same version.
inline constexpr uint32_t kFlameCpuVersion = 5;

extern "C" {

/// A flame compiled for the processor of this machine.
struct FlameCpuFlame;

/// A request for one histogram.
struct FlameCpuJob {
  flame::abi::FrameGeometry frame;
  float pixelAspect, viewScale; ///< see InterpolateArgs
  const float *times;           ///< animation times of the temporal samples
  uint32_t temporalSamples;     ///< at least 1
  float jitter;                 ///< see InterpolateArgs
  uint64_t seed;                ///< frame seed
  uint64_t samples;             ///< counted iterations wanted; at least this many are made
  uint32_t fuse;
  uint32_t threads; ///< 0: one per processor
  /// Index (from 1) and number of the shard of logical blocks to make. 1 of 1: all blocks.
  uint32_t shard, shards;
  /// Called on the calling thread with the samples done and their total. May be null.
  void (*progress)(void *context, uint64_t done, uint64_t total);
  void *progressContext;
  /// Ends the work early when it returns true. Called on the calling thread. May be null.
  bool (*shouldStop)(void *context);
  void *stopContext;
};

/// A histogram; `cells` has gridWidth * gridHeight entries.
struct FlameCpuHistogram {
  flame::abi::WideCell *cells;
  uint64_t samples;              ///< counted iterations that gave a good value
  uint32_t blocks;               ///< logical blocks of the whole frame
  uint32_t firstBlock, endBlock; ///< logical blocks of the shard
  uint32_t lanes;                ///< lanes of the vectors, which determine the division into blocks
  double compileSeconds, iterateSeconds;
};

/// kFlameCpuVersion of the library. Call it before anything else; it is the only function that
/// every version has.
uint32_t flame_cpu_version();

/// Compiles animation JSON (AnimationJson.h). Returns 0 and a flame; or the kind of the error
/// (rt::ErrorKind), a null flame and a message. Release the message with flame_cpu_free_text.
int32_t flame_cpu_open(const char *animation, size_t bytes, FlameCpuFlame **flame, char **message);

/// Makes a histogram. Returns false and a message on failure. Release the cells with
/// flame_cpu_free_cells.
bool flame_cpu_render(FlameCpuFlame *flame, const FlameCpuJob *job, FlameCpuHistogram *histogram,
                      char **message);

/// A text from which an artefact is made. Strings are never null.
struct FlameCpuText {
  /// Flam3's XML, an animation in JSON, a document of a flock, or the bytes of an artefact.
  const char *text;
  size_t bytes;
  const char *name;   ///< name of the text in messages
  const char *flame;  ///< name or index of one flame among several; "": all of them are key frames
  const char *target; ///< "sm_90": code for this GPU if ptxas is available; "": PTX
  bool usesCache;     ///< uses the user's code cache for flames with the same structure
};

/// The bytes of an artefact. Release them with flame_cpu_free_text.
struct FlameCpuArtefact {
  char *contents;
  size_t bytes;
};

/// Compiles a text for GPUs. Returns 0, with warnings or null as message; or the kind of the error
/// (rt::ErrorKind) with a message.
int32_t flame_cpu_compile(const FlameCpuText *text, FlameCpuArtefact *artefact, char **message);

void flame_cpu_free_cells(flame::abi::WideCell *cells);
void flame_cpu_free_text(char *message);
void flame_cpu_close(FlameCpuFlame *flame);
}

#endif // FLAME_ABI_CPUDEVICE_H
