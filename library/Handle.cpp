// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens artefacts and their devices, and stores the errors of each thread.

#include "library/Handle.h"

#include "support/ReadFile.h"
#include "support/Version.h"

#include <algorithm>
#include <memory>

namespace flame::library {

using namespace rt;

//===-- errors --------------------------------------------------------------------------------===//

namespace {
struct LastError {
  std::string text, note;
  int status = FLAME_OK;
};
} // namespace

static LastError &lastError() {
  thread_local LastError last;
  return last;
}

int fail(const Error &error, int status) {
  LastError &last = lastError();
  last.status = status;
  try {
    last.text = error.text();
    last.note = error.note();
  } catch (const std::bad_alloc &) { // the status is enough
    last.text.clear();
    last.note.clear();
  }
  return status;
}

int fail(const Error &error) {
  static_assert(FLAME_REJECTED == int(ErrorKind::Input) && FLAME_USAGE == int(ErrorKind::Usage) &&
                FLAME_ENVIRONMENT == int(ErrorKind::Environment) &&
                FLAME_INTERNAL == int(ErrorKind::Internal));
  return fail(error, error.exitCode());
}

//===-- artefacts -----------------------------------------------------------------------------===//

/// The compile target: the first GPU, if there is one.
static std::string targetOfGpu() {
  Result<std::unique_ptr<Driver>> driver = Driver::open();
  if (!driver)
    return {};
  const Result<DeviceInfo> gpu = (*driver)->device(0);
  return gpu ? gpu->target() : std::string();
}

static Result<std::unique_ptr<flame_artefact>> compileSource(TextSource source) {
  source.target = targetOfGpu();
  FLAME_TRY_ASSIGN(CompiledText made, compileInProcess(source));
  FLAME_TRY_ASSIGN(Artefact artefact, Artefact::parse(std::move(made.artefact), source.name));
  auto handle = std::make_unique<flame_artefact>(std::move(artefact));
  handle->messages = std::move(made.messages);
  handle->isCompiledHere = true;
  return handle;
}

static bool isArtefact(std::span<const std::byte> contents) {
  constexpr std::string_view kElf = "\177ELF";
  return contents.size() >= kElf.size() &&
         std::equal(kElf.begin(), kElf.end(), reinterpret_cast<const char *>(contents.data()));
}

static Result<std::unique_ptr<flame_artefact>> openContents(std::vector<std::byte> contents,
                                                            const std::string &name) {
  if (!isArtefact(contents)) {
    TextSource source;
    source.text = {reinterpret_cast<const char *>(contents.data()), contents.size()};
    source.name = name;
    return compileSource(std::move(source));
  }
  FLAME_TRY_ASSIGN(Artefact artefact, Artefact::parse(std::move(contents), name));
  return std::make_unique<flame_artefact>(std::move(artefact));
}

/// Returns the artefact that `make` creates, or null.
template <class Make> static flame_artefact *made(const Make &make) {
  std::unique_ptr<flame_artefact> artefact;
  guarded([&]() -> Status {
    FLAME_TRY_ASSIGN(artefact, make());
    return {};
  });
  return artefact.release();
}

} // namespace flame::library

//===-- handles -------------------------------------------------------------------------------===//

using namespace flame::rt;
using namespace flame::library;

Result<Renderer *> flame_artefact::renderer() {
  if (!device) {
    DeviceOptions options;
    options.trust = choices.trust || isCompiledHere;
    FLAME_TRY_ASSIGN(Device opened, openDevice(choices.device, artefact, options));
    device.emplace(std::move(opened));
    texts["renderer"] = device->renderer->describe();
    texts["fallback"] = device->fallback;
  }
  return device->renderer.get();
}

void flame_artefact::closeDevice() { device.reset(); }

Result<FrameRequest> flame_artefact::request(PixelFormat format) const {
  FLAME_TRY_ASSIGN(const FrameClock clock, FrameClock::create(artefact.manifest(), choices.clock));
  FrameRequest wanted = choices.request;
  const int64_t frame =
      choices.time ? clock.frameAt(*choices.time) : choices.frame.value_or(clock.first());
  if (choices.frame && !clock.isStill() && !clock.contains(frame))
    return Error(ErrorKind::Usage, "there is no frame " + std::to_string(frame),
                 "frames are " + std::to_string(clock.first()) + " to " +
                     std::to_string(clock.last()));
  wanted.format = format;
  wanted.frame = uint64_t(frame);
  wanted.time = clock.isStill() ? 0 : choices.time.value_or(clock.timeOf(frame));
  wanted.shutter = clock.shutter();
  return wanted;
}

const char *flame_version() { return flame::kVersion; }
int flame_abi() { return FLAME_ABI; }

const char *flame_error() { return lastError().text.c_str(); }
const char *flame_error_note() { return lastError().note.c_str(); }
int flame_error_status() { return lastError().status; }

flame_artefact *flame_open(const char *path) {
  return made([&]() -> Result<std::unique_ptr<flame_artefact>> {
    if (!path || !*path)
      return Error(ErrorKind::Usage, "there is no path");
    FLAME_TRY_ASSIGN(std::vector<std::byte> contents,
                     readFile(path, flame::artefact::kMaxFileBytes));
    return openContents(std::move(contents), path);
  });
}

flame_artefact *flame_open_bytes(const void *contents, size_t size, const char *name) {
  return made([&]() -> Result<std::unique_ptr<flame_artefact>> {
    if (!contents)
      return Error(ErrorKind::Usage, "there are no contents");
    const auto *bytes = static_cast<const std::byte *>(contents);
    return openContents({bytes, bytes + size}, name && *name ? name : "flame");
  });
}

flame_artefact *flame_compile(const char *text, size_t size, const char *name, const char *flame) {
  return made([&]() -> Result<std::unique_ptr<flame_artefact>> {
    if (!text)
      return Error(ErrorKind::Usage, "there is no text");
    TextSource source;
    source.text = {text, size};
    if (name && *name)
      source.name = name;
    source.flame = flame ? flame : "";
    return compileSource(std::move(source));
  });
}

void flame_close(flame_artefact *artefact) { delete artefact; }

const void *flame_bytes(flame_artefact *artefact, size_t *size) {
  const void *bytes = nullptr;
  guarded(artefact, [&](flame_artefact &open) -> Status {
    bytes = open.artefact.contents().data();
    if (size)
      *size = open.artefact.contents().size();
    return {};
  });
  return bytes;
}
