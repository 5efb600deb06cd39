// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine code that the CPU device made before, in files: optimising and compiling a flame takes seconds, reading what
// came of it milliseconds. A file's name is the hash of everything its code depends on: the linked module before it is
// optimised, how it is going to be, the processor with its features, and the versions of flamec and LLVM.
//
// The cache helps or stays out of the way: without a folder to write to, with a full disk or with damaged files, flames
// are compiled as if there was none.

#ifndef FLAME_COMPILER_CPU_CPUOBJECTCACHE_H
#define FLAME_COMPILER_CPU_CPUOBJECTCACHE_H

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <utility>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace flame {

class CpuObjectCache {
public:
  /// The cache in `folder`, which is made when something is stored; empty: nothing is found or stored.
  explicit CpuObjectCache(std::string folder) : folder(std::move(folder)) {}

  /// $XDG_CACHE_HOME/flamec/cpu, or the same under ~/.cache; empty if there is no home.
  static std::string defaultFolder();

  /// Identifies the object that `module`, not yet optimised, becomes for `machine`. `recipe` names the way it is
  /// optimised and compiled.
  static std::string keyOf(const llvm::Module &module, const llvm::TargetMachine &machine,
                           llvm::StringRef recipe);

  /// The object stored under `key`, or null.
  std::unique_ptr<llvm::MemoryBuffer> find(llvm::StringRef key) const;

  /// Stores `object`, and drops what has not been used for long if the cache has become large.
  void store(llvm::StringRef key, llvm::StringRef object) const;

private:
  std::string pathOf(llvm::StringRef key) const;

  std::string folder;
};

} // namespace flame

#endif // FLAME_COMPILER_CPU_CPUOBJECTCACHE_H
