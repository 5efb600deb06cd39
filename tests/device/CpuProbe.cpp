// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The probe takes the engine's place, and its arguments that of a worker.

#include "tests/device/CpuProbe.h"

#include <cstdlib>
#include <map>
#include <memory>

extern "C" const char flame_cpu_probe_library_16[], flame_cpu_probe_library_16_end[];
extern "C" const char flame_cpu_probe_library_8[], flame_cpu_probe_library_8_end[];
extern "C" const char flame_cpu_probe_library_4[], flame_cpu_probe_library_4_end[];

namespace flame::test {

llvm::StringRef cpuProbeLibrary(unsigned lanes) {
  const std::map<unsigned, std::pair<const char *, const char *>> libraries = {
      {16, {flame_cpu_probe_library_16, flame_cpu_probe_library_16_end}},
      {8, {flame_cpu_probe_library_8, flame_cpu_probe_library_8_end}},
      {4, {flame_cpu_probe_library_4, flame_cpu_probe_library_4_end}}};
  auto [begin, end] = libraries.at(lanes);
  return {begin, size_t(end - begin)};
}

std::vector<float> probe(const CpuFlame &flame, llvm::ArrayRef<abi::Probe> probes, float time) {
  abi::InterpolateArgs instant = {};
  instant.times = &time;
  instant.temporalSamples = 1;
  instant.frame = {1, 1, 1, 0, 1, 1};
  instant.pixelAspect = instant.viewScale = 1;
  const std::vector<float> block = flame.makeBlocks(instant);
  const size_t floats = probes.size() * 4 * flame.kernels().lanes;
  std::unique_ptr<float, decltype(&std::free)> results(
      static_cast<float *>(std::aligned_alloc(64, floats * sizeof(float))), std::free);
  abi::LaneProbeArgs args = {block.data(), probes.data(), results.get(), uint32_t(probes.size())};
  flame.kernels().run(reinterpret_cast<cpu::Worker *>(&args));
  return {results.get(), results.get() + floats};
}

} // namespace flame::test
