// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Open Image Denoise for tests, as a shared object of its name and, as far as we call them, with
// its functions; those of version 1 have other names. Its filter is the mean over three by three
// pixels, without those beyond the edge. It refuses what the real one would: parameters that nobody
// committed, pictures that are not there, other formats. FLAME_TEST_DENOISER=fails makes its filter
// fail.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct Device {
  int threads = -1;
  bool setsAffinity = true, isCommitted = false;
  std::string error;
};

struct Picture {
  std::byte *pixels = nullptr;
  size_t width = 0, height = 0, pixelBytes = 0, rowBytes = 0;

  float *at(size_t x, size_t y) const {
    return reinterpret_cast<float *>(pixels + y * rowBytes + x * pixelBytes);
  }
};

struct Filter {
  Device *device;
  Picture color, output;
  bool isHdr = false, isCommitted = false;
};

std::string lastError; // of a device that is none; and what a message points to

void meanOf(const Picture &color, size_t x, size_t y, float *mean) {
  float sum[3] = {}, count = 0;
  for (size_t j = y ? y - 1 : 0; j < std::min(y + 2, color.height); ++j)
    for (size_t i = x ? x - 1 : 0; i < std::min(x + 2, color.width); ++i, ++count)
      for (int c = 0; c < 3; ++c)
        sum[c] += color.at(i, j)[c];
  for (int c = 0; c < 3; ++c)
    mean[c] = sum[c] / count;
}

} // namespace

extern "C" {

Device *oidnNewDevice(int type) {
  if (type != 1) {
    lastError = "no device of this type";
    return nullptr;
  }
  return new Device;
}

void oidnReleaseDevice(Device *device) { delete device; }

#if FLAME_FAKE_DENOISER_VERSION == 1
void oidnSetDevice1b
#else
void oidnSetDeviceBool
#endif
    (Device *device, const char *name, bool value) {
  if (std::string_view(name) == "setAffinity")
    device->setsAffinity = value;
  else
    device->error = "unknown parameter " + std::string(name);
}

#if FLAME_FAKE_DENOISER_VERSION == 1
void oidnSetDevice1i
#else
void oidnSetDeviceInt
#endif
    (Device *device, const char *name, int value) {
  if (std::string_view(name) == "numThreads")
    device->threads = value;
  else
    device->error = "unknown parameter " + std::string(name);
}

void oidnCommitDevice(Device *device) { device->isCommitted = true; }

int oidnGetDeviceError(Device *device, const char **message) {
  lastError = device ? std::exchange(device->error, "") : lastError;
  *message = lastError.c_str();
  return lastError.empty() ? 0 : 3;
}

Filter *oidnNewFilter(Device *device, const char *type) {
  if (!device->isCommitted || std::string_view(type) != "RT")
    device->error = "the device is not committed, or the filter unknown";
  return new Filter{device, {}, {}};
}

void oidnReleaseFilter(Filter *filter) { delete filter; }

void oidnSetSharedFilterImage(Filter *filter, const char *name, void *pixels, int format,
                              size_t width, size_t height, size_t byteOffset, size_t pixelBytes,
                              size_t rowBytes) {
  if (format != 3)
    filter->device->error = "only pictures of three floats are known here";
  Picture &picture = std::string_view(name) == "color" ? filter->color : filter->output;
  picture = {static_cast<std::byte *>(pixels) + byteOffset, width, height, pixelBytes, rowBytes};
}

#if FLAME_FAKE_DENOISER_VERSION == 1
void oidnSetFilter1b
#else
void oidnSetFilterBool
#endif
    (Filter *filter, const char *name, bool value) {
  if (std::string_view(name) == "hdr")
    filter->isHdr = value;
  else
    filter->device->error = "unknown parameter " + std::string(name);
}

void oidnCommitFilter(Filter *filter) { filter->isCommitted = true; }

void oidnExecuteFilter(Filter *filter) {
  const char *wish = std::getenv("FLAME_TEST_DENOISER");
  const Picture &color = filter->color, &output = filter->output;
  if (wish && std::string_view(wish) == "fails")
    filter->device->error = "out of memory";
  else if (!filter->isCommitted || !filter->isHdr || !color.pixels || !output.pixels)
    filter->device->error = "something was not set";
  if (!filter->device->error.empty())
    return;
  std::vector<float> means(3 * color.width * color.height);
  for (size_t y = 0; y < color.height; ++y)
    for (size_t x = 0; x < color.width; ++x)
      meanOf(color, x, y, &means[3 * (y * color.width + x)]);
  for (size_t y = 0; y < color.height; ++y)
    for (size_t x = 0; x < color.width; ++x)
      std::copy_n(&means[3 * (y * color.width + x)], 3, output.at(x, y));
}

} // extern "C"
