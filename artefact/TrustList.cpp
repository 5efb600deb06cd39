// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list is only ever appended to, under a lock. Readers need no lock, because an incomplete line
// is not a digest.

#include "artefact/TrustList.h"

#include "support/Descriptor.h"
#include "support/UserFolder.h"

// Uses the functions of OpenSSL 1: those of version 3 first look up an implementation, which takes
// a millisecond.
#define OPENSSL_API_COMPAT 10101
#include <openssl/sha.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace flame::rt {

namespace fs = std::filesystem;

/// Room for a million artefacts.
static constexpr off_t kMaxListBytes = off_t(1) << 26;

static constexpr char kHexDigits[] = "0123456789abcdef";
static constexpr size_t kDigestLength = size_t{2} * SHA256_DIGEST_LENGTH;

std::string codeDigest(std::span<const std::byte> artefact) {
  SHA256_CTX context;
  uint8_t bytes[SHA256_DIGEST_LENGTH];
  [[maybe_unused]] const bool isHashed =
      SHA256_Init(&context) && SHA256_Update(&context, artefact.data(), artefact.size()) &&
      SHA256_Final(bytes, &context);
  assert(isHashed && "there is nothing that could fail");
  std::string digest;
  for (const uint8_t byte : bytes)
    for (const int digit : {byte >> 4, byte & 15})
      digest += kHexDigits[digit];
  return digest;
}

static bool isDigest(std::string_view line) {
  return line.size() == kDigestLength &&
         line.find_first_not_of(kHexDigits) == std::string_view::npos;
}

static Error listError(const fs::path &path, const char *what, int code, std::string note = {}) {
  return Error(ErrorKind::Environment,
               std::string("cannot ") + what + " the list of trusted code '" + path.string() +
                   "': " + strerror(code),
               std::move(note));
}

/// The text of the list, after a check of who could have written it.
static Result<std::string> readList(const Descriptor &file, const fs::path &path) {
  struct stat status;
  if (::fstat(file.get(), &status) != 0)
    return listError(path, "read", errno);
  if (!S_ISREG(status.st_mode) || status.st_size > kMaxListBytes)
    return Error(ErrorKind::Environment, "'" + path.string() + "' is no list of trusted code",
                 "remove it; flamec begins a new one");
  if (status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)))
    return Error(ErrorKind::Environment,
                 "others can write the list of trusted code '" + path.string() + "'",
                 "look through it or remove it, then: chmod 600 '" + path.string() + "'");
  std::string text(static_cast<size_t>(status.st_size), '\0');
  size_t length = 0;
  while (length < text.size()) {
    const ssize_t got =
        ::pread(file.get(), text.data() + length, text.size() - length, static_cast<off_t>(length));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return listError(path, "read", errno);
    if (got == 0)
      break;
    length += static_cast<size_t>(got);
  }
  text.resize(length);
  return text;
}

fs::path TrustList::defaultPath() {
  return userFolder("XDG_DATA_HOME", ".local/share", "flamec/trusted");
}

Result<TrustList> TrustList::open(fs::path path) {
  TrustList list(std::move(path));
  if (list.path.empty())
    return list;
  const Descriptor file(::open(list.path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) {
    if (errno == ENOENT || errno == ENOTDIR)
      return list;
    return listError(list.path, "read", errno);
  }
  FLAME_TRY_ASSIGN(list.text, readList(file, list.path));
  return list;
}

bool TrustList::contains(std::string_view digest) const {
  if (!isDigest(digest)) // otherwise an empty line would match an empty digest
    return false;
  for (std::string_view rest = text; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    if (rest.substr(0, end) == digest)
      return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

Status TrustList::add(std::string_view digest) {
  assert(isDigest(digest) && "made by codeDigest");
  if (contains(digest))
    return {};
  if (path.empty())
    return Error(ErrorKind::Environment, "there is no place for the list of trusted code",
                 "set HOME or XDG_DATA_HOME");
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  // Closing it releases the lock.
  const Descriptor file(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
  if (!file)
    return listError(path, "write", failed ? failed.value() : errno);
  while (::flock(file.get(), LOCK_EX) != 0)
    if (errno != EINTR)
      return listError(path, "lock", errno);

  // Reads lines, possibly incomplete, that others have written after this list was opened.
  FLAME_TRY_ASSIGN(text, readList(file, path));
  if (contains(digest))
    return {};
  std::string line = text.empty() || text.ends_with('\n') ? "" : "\n";
  line.append(digest).push_back('\n');
  const ssize_t written = ::write(file.get(), line.data(), line.size());
  if (written != static_cast<ssize_t>(line.size()))
    return listError(path, "write", written < 0 ? errno : ENOSPC);
  text += line;
  return {};
}

Status checkTrust(std::string_view digest) {
  FLAME_TRY_ASSIGN(const TrustList list, TrustList::open(TrustList::defaultPath()));
  if (list.contains(digest))
    return {};
  return Error(ErrorKind::Input, "its device code was not compiled by you",
               "install flamec, which flamerun runs to compile it again, render on the CPU with "
               "--device=cpu, or load the code all the same with --trust");
}

} // namespace flame::rt
