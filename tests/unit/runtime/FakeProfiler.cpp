// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A profiler for lit tests, as a shared object that NVTX_INJECTION64_PATH names: it prints ranges
// to standard error, with two spaces for each that they are in. FLAME_TEST_PROFILER=refuses makes
// it one that does not want to.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>

namespace {

thread_local int depth = 0;
std::mutex output;

int push(const char *name) {
  const std::lock_guard lock(output);
  std::fprintf(stderr, "profiler: %*s%s\n", 2 * depth, "", name);
  return depth++;
}

int pop() {
  const std::lock_guard lock(output);
  --depth;
  if (depth < 0)
    std::fprintf(stderr, "profiler: more ends than ranges\n");
  else
    std::fprintf(stderr, "profiler: %*send\n", 2 * depth, "");
  return depth;
}

using Function = void (*)();
struct Callbacks {
  size_t bytes;
  int (*getModuleFunctionTable)(uint32_t module, Function ***table, unsigned *size);
};
struct Version {
  size_t bytes;
  uint32_t version, reserved;
  void (*setInjectionVersion)(uint32_t version);
};

} // namespace

extern "C" __attribute__((visibility("default"))) int
InitializeInjectionNvtx2(const void *(*getExportTable)(uint32_t)) {
  const char *wish = std::getenv("FLAME_TEST_PROFILER");
  if (wish && std::string_view(wish) == "refuses")
    return 0;
  const auto *version = static_cast<const Version *>(getExportTable(3));
  const auto *callbacks = static_cast<const Callbacks *>(getExportTable(1));
  if (!version || version->version != 3 || !callbacks || getExportTable(2))
    return 0;
  version->setInjectionVersion(3);
  Function **table = nullptr;
  unsigned size = 0;
  for (uint32_t module = 1; module <= 6; ++module) // a profiler may hang itself into all of them
    if (!callbacks->getModuleFunctionTable(module, &table, &size) || size < 16 || !table[size - 1])
      return 0;
  if (callbacks->getModuleFunctionTable(7, &table, &size) ||
      !callbacks->getModuleFunctionTable(1, &table, nullptr))
    return 0;
  *table[9] = reinterpret_cast<Function>(push);
  *table[11] = reinterpret_cast<Function>(pop);
  return 1;
}
