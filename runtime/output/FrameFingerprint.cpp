// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Settings are written losslessly as text; the fingerprint is its hash.

#include "runtime/output/FrameFingerprint.h"

#include "support/ContentHash.h"

#include <cstdio>

namespace flame::rt {

static void append(std::string &text, double value) {
  char digits[40];
  snprintf(digits, sizeof(digits), " %a", value); // hexadecimal: distinct values stay distinct
  text += digits;
}

template <class T> static void append(std::string &text, const std::optional<T> &value) {
  if (value)
    append(text, double(*value));
  else
    text += " -";
}

std::string fingerprintOf(std::string_view text) { return contentHash(text).hex(); }

std::string identityOf(const Artefact &artefact) {
  std::string hashes;
  for (const ArtefactSection &section : artefact.sections())
    hashes += section.name + " " + section.hash.hex() + "\n";
  return fingerprintOf(hashes);
}

std::string frameFingerprint(std::string_view identity, const FrameRequest &request) {
  // Names every member, so that a new one cannot be forgotten here. The last five do not affect the
  // pixels of the whole frame.
  const auto &[width, height, quality, stop, supersample, estimatorRadius, fuse, time, shutter,
               temporalSamples, jitter, seed, frame, format, transparency, earlyClip, filters,
               denoise, pixelAspect, factors, wantsHistogram, threads, memory, shard, gpuTarget] =
      request;
  (void)wantsHistogram, (void)threads, (void)memory, (void)shard, (void)gpuTarget;
  std::string text(identity);
  append(text, width);
  append(text, height);
  append(text, quality);
  append(text, supersample);
  append(text, estimatorRadius);
  append(text, fuse);
  append(text, time);
  append(text, shutter);
  append(text, temporalSamples);
  append(text, jitter);
  text += " " + std::to_string(seed) + " " + std::to_string(frame);
  for (unsigned number : {unsigned(format.kind), unsigned(format.bits), unsigned(format.shiftX),
                          unsigned(format.shiftY), unsigned(transparency), unsigned(earlyClip)})
    append(text, double(number));
  if (format.transfer != Transfer::Bt709)
    text += " hdr" + std::to_string(unsigned(format.transfer));
  if (filters)
    text += " " + filters->text();
  if (denoise)
    text += " denoise " + std::string(infoOf(*denoise).name);
  append(text, pixelAspect);
  if (stop.isSet()) {
    append(text, stop.noise);
    append(text, stop.seconds);
  }
  for (const FactorField &field : kFactorFields)
    append(text, factors.*field.factor);
  return fingerprintOf(text);
}

} // namespace flame::rt
