// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Landlock forbids changes to the file system, except for the named files, and signals to other
// programs. seccomp forbids sockets, including those in the file system, because they lead to
// services that could act for the program. Both apply to a thread, not to a process. The numbers
// are those of the kernel, because older headers lack some.

#include "support/Sandbox.h"

#include "support/Descriptor.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace flame::rt {

//===-- the kernel's numbers ------------------------------------------------------------------===//

#if defined(__x86_64__)
static constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
static constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "which number has this processor in linux/audit.h?"
#endif

/// The same on all architectures.
static constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446,
                      kIoUringSetup = 425;
/// Bit of x86-64 system calls with 32-bit pointers (x32).
static constexpr uint32_t kX32 = 0x40000000;

static constexpr uint32_t kAskVersion = 1, kBeneathPath = 1;
static constexpr uint64_t kWriteFile = 1 << 1;
/// Rights to remove and create all kinds of files and folders.
static constexpr uint64_t kChangeFolders = 0x1ff0;
static constexpr uint64_t kRemoveFile = 1 << 5, kMakeFile = 1 << 8;
static constexpr uint64_t kRefer = 1 << 13, kTruncate = 1 << 14;
static constexpr uint64_t kAbstractSockets = 1 << 0, kSignals = 1 << 1;
/// Versions of Landlock that support these rights.
static constexpr long kVersionOfRefer = 2, kVersionOfTruncate = 3, kVersionOfScopes = 6;

namespace {
struct Ruleset {
  uint64_t files, network, scopes;
};
struct [[gnu::packed]] PathRule {
  uint64_t allowed;
  int32_t parent;
};
} // namespace

//===-- settings ------------------------------------------------------------------------------===//

Result<bool> isSandboxWanted() {
  const char *value = std::getenv("FLAME_SANDBOX");
  const std::string_view text = value ? value : "";
  if (text.empty() || text == "0")
    return false;
  if (text == "1")
    return true;
  return Error(ErrorKind::Environment, "FLAME_SANDBOX is '" + std::string(text) + "'",
               "expected 1, for ptxas and ffmpeg in a sandbox, or 0");
}

Result<ScratchFolder> ScratchFolder::create() {
  FLAME_TRY_ASSIGN(const bool isWanted, isSandboxWanted());
  if (!isWanted)
    return ScratchFolder({});
  std::error_code failed;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(failed);
  std::string name = (parent / "flame-XXXXXX").string();
  if (failed || !mkdtemp(name.data()))
    return Error(ErrorKind::Environment,
                 "cannot make a folder for temporary files: " +
                     (failed ? failed.message() : std::string(strerror(errno))));
  return ScratchFolder(name);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path.empty())
    std::filesystem::remove_all(path, ignored);
}

static Error cannot(const std::string &what, int code) {
  return Error(ErrorKind::Environment, "cannot make a sandbox: " + what + ": " + strerror(code),
               "a Linux from 5.13 on, with Landlock, can; unset FLAME_SANDBOX to do without");
}

static Status allow(const Descriptor &ruleset, const std::filesystem::path &path, uint64_t rights) {
  const Descriptor file(open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!file)
    return cannot(path.string(), errno);
  const PathRule rule = {rights, file.get()};
  if (syscall(kAddRule, ruleset.get(), kBeneathPath, &rule, 0) != 0)
    return cannot(path.string(), errno);
  return {};
}

static Status confineFiles(const Sandbox &sandbox) {
  const long version = syscall(kCreateRuleset, nullptr, 0, kAskVersion);
  if (version < 1)
    return cannot("Landlock", errno);
  Ruleset rules = {};
  rules.files = kWriteFile | kChangeFolders;
  rules.files |= version >= kVersionOfRefer ? kRefer : 0;
  rules.files |= version >= kVersionOfTruncate ? kTruncate : 0;
  rules.scopes = version >= kVersionOfScopes ? kAbstractSockets | kSignals : 0;
  const size_t size = version >= kVersionOfScopes ? sizeof rules : sizeof rules.files;
  const Descriptor ruleset(int(syscall(kCreateRuleset, &rules, size, 0)));
  if (!ruleset)
    return cannot("Landlock", errno);
  const uint64_t ofFiles = rules.files & (kWriteFile | kTruncate);
  for (const std::filesystem::path &path : sandbox.writable)
    FLAME_TRY(allow(ruleset, path, ofFiles));
  if (!sandbox.scratch.empty())
    FLAME_TRY(allow(ruleset, sandbox.scratch, ofFiles | kMakeFile | kRemoveFile));
  FLAME_TRY(allow(ruleset, "/dev/null", ofFiles));
  std::error_code ignored;
  for (const auto &entry : std::filesystem::directory_iterator("/dev", ignored)) // GPUs encode
    if (entry.path().filename().string().starts_with("nvidia") && !entry.is_directory(ignored))
      FLAME_TRY(allow(ruleset, entry.path(), ofFiles));
  if (syscall(kRestrictSelf, ruleset.get(), 0) != 0)
    return cannot("Landlock", errno);
  return {};
}

static Status confineCalls() {
  constexpr uint32_t refuse = SECCOMP_RET_ERRNO | EACCES;
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kX32, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kIoUringSetup, 0, 1), // it makes sockets, too
      BPF_STMT(BPF_RET | BPF_K, refuse),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {sizeof code / sizeof code[0], code};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return cannot("seccomp", errno);
  return {};
}

Status confineThread(const Sandbox &sandbox) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return cannot("no new privileges", errno);
  FLAME_TRY(confineFiles(sandbox));
  return confineCalls();
}

} // namespace flame::rt
