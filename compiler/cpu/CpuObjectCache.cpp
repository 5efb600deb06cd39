// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file of the cache is a header, which says what follows, and the object. Files appear under their names only when
// they are complete, so that any number of programs may share the cache.

#include "compiler/cpu/CpuObjectCache.h"

#include "support/AtomicFile.h"
#include "support/ContentHash.h"
#include "support/UserFolder.h"
#include "support/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <cstring>

using namespace llvm;
using namespace flame;

/// The pruner of LLVM touches no files but those whose names begin like this.
static constexpr char kPrefix[] = "llvmcache-";

static constexpr uint64_t kMaxCacheBytes = uint64_t(1) << 30;
static constexpr auto kUnusedForTooLong = std::chrono::hours(90 * 24);

namespace {
struct Header {
  char magic[8];
  uint64_t bytes;
  rt::ContentHash hash;
};
constexpr char kMagic[8] = {'f', 'l', 'a', 'm', 'e', 'o', 'b', 'j'};
} // namespace

std::string CpuObjectCache::defaultFolder() {
  return rt::userFolder("XDG_CACHE_HOME", ".cache", "flamec/cpu").string();
}

std::string CpuObjectCache::keyOf(const Module &module, const TargetMachine &machine,
                                  StringRef recipe) {
  SmallString<0> text;
  raw_svector_ostream stream(text);
  const std::string triple = machine.getTargetTriple().str();
  for (StringRef part :
       {StringRef(kVersion), StringRef(LLVM_VERSION_STRING), recipe, StringRef(triple),
        machine.getTargetCPU(), machine.getTargetFeatureString()})
    stream << part << '\0';
  WriteBitcodeToFile(module, stream);
  return rt::contentHash(text.str()).hex();
}

std::string CpuObjectCache::pathOf(StringRef key) const {
  SmallString<128> path(folder);
  sys::path::append(path, Twine(kPrefix) + key);
  return path.str().str();
}

std::unique_ptr<MemoryBuffer> CpuObjectCache::find(StringRef key) const {
  if (folder.empty())
    return nullptr;
  const std::string path = pathOf(key);
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  Header header;
  if (!file || (*file)->getBufferSize() < sizeof(header))
    return nullptr;
  std::memcpy(&header, (*file)->getBufferStart(), sizeof(header));
  const StringRef object = (*file)->getBuffer().drop_front(sizeof(header));
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 || header.bytes != object.size() ||
      header.hash != rt::contentHash(object))
    return nullptr;
  // Not every file system notes when a file was read, but what is used must stay.
  int descriptor;
  if (!sys::fs::openFileForReadWrite(path, descriptor, sys::fs::CD_OpenExisting,
                                     sys::fs::OF_None)) {
    (void)sys::fs::setLastAccessAndModificationTime(descriptor, std::chrono::system_clock::now());
    sys::fs::file_t handle = sys::fs::convertFDToNativeFile(descriptor);
    (void)sys::fs::closeFile(handle);
  }
  return MemoryBuffer::getMemBufferCopy(object, "flame"); // aligned, whatever the header's size
}

void CpuObjectCache::store(StringRef key, StringRef object) const {
  using namespace sys::fs;
  if (folder.empty() || create_directories(folder, /*IgnoreExisting=*/true, owner_all))
    return;
  Header header = {};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.bytes = object.size();
  header.hash = rt::contentHash(object);
  std::string bytes(reinterpret_cast<const char *>(&header), sizeof(header));
  bytes += object;
  if (!rt::writeOutput(pathOf(key), bytes))
    return; // the next one compiles again
  CachePruningPolicy policy;
  policy.Expiration = kUnusedForTooLong;
  policy.MaxSizeBytes = kMaxCacheBytes;
  pruneCache(folder, policy);
}
