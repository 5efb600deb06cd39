// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program side of NVTX, version 3. Its names and numbers are fixed by the interface.

#include "runtime/cuda/ProfilerRange.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace flame::rt {

namespace {

/// Modules of functions, numbered from 1, and an upper bound of functions in each. We call two
/// functions of the first.
constexpr uint32_t kCoreModule = 1, kModules = 6;
constexpr unsigned kRangePushA = 9, kRangePop = 11, kFunctions = 32;
/// Tables that a profiler may request.
constexpr uint32_t kCallbacks = 1, kVersionInfo = 3;
constexpr uint32_t kNvtxVersion = 3;

using Function = void (*)();
using RangePushA = int (*)(const char *name);
using RangePop = int (*)();

struct CallbacksTable {
  size_t bytes;
  int (*getModuleFunctionTable)(uint32_t module, Function ***table, unsigned *size);
};
struct VersionTable {
  size_t bytes;
  uint32_t version, reserved;
  void (*setInjectionVersion)(uint32_t version);
};
using GetExportTable = const void *(*)(uint32_t table);
using InitializeInjection = int (*)(GetExportTable getExportTable);

/// The functions that the profiler enters into our tables.
struct Functions {
  RangePushA rangePush = nullptr;
  RangePop rangePop = nullptr;
};

} // namespace

static Functions functions;

/// All unused functions share one entry.
static Function unused;

static int getModuleFunctionTable(uint32_t module, Function ***table, unsigned *size) {
  static Function *tables[kModules][kFunctions];
  if (module < kCoreModule || module > kModules)
    return 0;
  auto &moduleTable = tables[module - 1];
  std::ranges::fill(moduleTable, &unused);
  if (module == kCoreModule) {
    moduleTable[kRangePushA] = reinterpret_cast<Function *>(&functions.rangePush);
    moduleTable[kRangePop] = reinterpret_cast<Function *>(&functions.rangePop);
  }
  *table = moduleTable;
  if (size)
    *size = kFunctions;
  return 1;
}

static const void *getExportTable(uint32_t table) {
  static const CallbacksTable callbacks = {sizeof callbacks, getModuleFunctionTable};
  static const VersionTable version = {sizeof version, kNvtxVersion, 0, [](uint32_t) {}};
  if (table == kCallbacks)
    return &callbacks;
  return table == kVersionInfo ? &version : nullptr;
}

/// Loads the profiler once. Without a suitable library there are no ranges.
static bool loadProfiler() {
  const char *path = std::getenv("NVTX_INJECTION64_PATH");
  if (!path || !*path)
    return false;
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return false;
  const auto initialize =
      reinterpret_cast<InitializeInjection>(dlsym(library, "InitializeInjectionNvtx2"));
  return initialize && initialize(getExportTable) && functions.rangePush && functions.rangePop;
}

/// True if a profiler wants ranges.
static bool isProfiled() {
  static const bool profiled = loadProfiler();
  return profiled;
}

ProfilerRange::ProfilerRange(const char *name) {
  if (isProfiled())
    functions.rangePush(name);
}

ProfilerRange::~ProfilerRange() {
  if (isProfiled())
    functions.rangePop();
}

} // namespace flame::rt
