// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs share only the code cache. Each has its own sources, diagnostics and MLIR context. If
// several run in parallel, each writes its messages into a string, which is printed when all
// earlier jobs are done.

#include "tools/flamec/Jobs.h"

#include "artefact/TrustList.h"
#include "compiler/driver/CompileReport.h"
#include "compiler/driver/PictureGenome.h"
#include "compiler/text/Errors.h"
#include "compiler/text/SourceFile.h"
#include "runtime/shared/StartThreads.h"
#include "support/AtomicFile.h"
#include "support/OutputLock.h"
#include "tools/flamec/OutputNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <filesystem>
#include <mutex>
#include <set>
#include <span>
#include <thread>

namespace flame {

//===-- one job -------------------------------------------------------------------------------===//

/// Selects the destinations of a stage's text: the output if the user asked for that stage, and the
/// folder of --dump-stages.
static void installDumps(const Job &job, CompileOptions &options, std::string &emitted,
                         llvm::raw_ostream &messages) {
  const bool wantsText = options.lastStage != Stage::Cubin;
  if (!wantsText && job.dumpStages.empty())
    return;
  options.dump = [&job, &emitted, &messages,
                  wanted = wantsText ? std::optional(options.lastStage) : std::nullopt](
                     Stage stage, llvm::StringRef target, llvm::StringRef text) {
    if (stage == wanted && emitted.empty())
      emitted = text.str();
    if (job.dumpStages.empty())
      return;
    std::string name = "0" + std::to_string(size_t(stage) + 1) + "-" + infoOf(stage).name.str();
    name += (target.empty() ? "" : "." + target.str()) + "." + infoOf(stage).extension.str();
    llvm::SmallString<128> path(job.dumpStages);
    llvm::sys::path::append(path, name);
    if (rt::Status written = rt::writeOutput(path.c_str(), text); !written)
      messages << "flamec: warning: " << written.error().text() << '\n';
  };
}

/// Opens the inputs of a job. Pictures are replaced by the genomes in them. Reports failures.
static std::optional<llvm::SmallVector<unsigned, 2>> openInputs(const Job &job,
                                                                Diagnostics &diagnostics) {
  llvm::SmallVector<unsigned, 2> buffers;
  if (job.content)
    buffers.push_back(diagnostics.sources().AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(job.content->getMemBufferRef()), llvm::SMLoc()));
  else
    for (const std::string &input : job.inputs) {
      std::optional<unsigned> buffer = openSource(input, diagnostics);
      if (!buffer)
        return std::nullopt;
      buffers.push_back(*buffer);
    }
  for (unsigned &buffer : buffers) {
    const std::optional<unsigned> genome = openPicture(buffer, diagnostics);
    if (!genome)
      return std::nullopt;
    buffer = *genome;
  }
  return buffers;
}

static std::optional<Input> readJob(const Job &job, const Arguments &arguments,
                                    Diagnostics &diagnostics) {
  auto buffers = openInputs(job, diagnostics);
  if (!buffers)
    return std::nullopt;
  InputOptions options = makeInputOptions(arguments);
  options.genomes.index = job.flame;
  return readInput(*buffers, options, diagnostics);
}

/// Allows flamerun to load the code of an artefact on this user's GPU.
static void trust(const std::string &artefact, llvm::raw_ostream &messages) {
  auto list = rt::TrustList::open(rt::TrustList::defaultPath());
  rt::Status added = list ? list->add(rt::codeDigest(std::as_bytes(std::span(artefact))))
                          : rt::Status(list.error());
  if (!added)
    messages << "flamec: warning: " << added.error().text()
             << ": flamerun will not run its code on a GPU without --trust\n";
}

/// Locks the output of a job if it is a file to be written.
static rt::Result<std::optional<rt::OutputLock>> takeOutput(const Job &job,
                                                            const Arguments &arguments) {
  if (job.output == "-" || arguments.printCommands)
    return std::optional<rt::OutputLock>();
  FLAME_TRY_ASSIGN(rt::OutputLock lock, rt::OutputLock::alone(job.output));
  return std::optional<rt::OutputLock>(std::move(lock));
}

/// Writes the report page about a successful compilation, if requested.
static ExitCode writeReport(const Job &job, const Animation &animation,
                            const CompileOptions &options, llvm::raw_ostream &messages) {
  if (job.report.empty())
    return kDone;
  llvm::Expected<nlohmann::json> description = describeCompilation(animation, options);
  if (!description)
    return fail(messages, toError(description.takeError()));
  const std::string text = llvm::StringRef(job.report).ends_with(".json")
                               ? description->dump(1) + "\n"
                               : makeReportPage(*description);
  if (rt::Status written = rt::writeOutput(job.report, text); !written)
    return fail(messages, written.error());
  return kDone;
}

/// Compiles and writes. Leaves no files behind on failure.
static ExitCode runJob(const Job &job, const Arguments &arguments, CompileOptions options,
                       llvm::raw_ostream &messages, Diagnostics &diagnostics) {
  if (ExitCode failed = configure(diagnostics, arguments, messages))
    return failed;
  if (ExitCode failed = job.dumpStages.empty() ? kDone : makeDirectory(job.dumpStages, messages))
    return failed;
  const auto lock = takeOutput(job, arguments);
  if (!lock)
    return fail(messages, lock.error());
  options.sources = &diagnostics.sources();
  std::string bytes;
  installDumps(job, options, bytes, messages);
  std::optional<Input> input;
  {
    StageTimer scope(options.timings, "read");
    input = readJob(job, arguments, diagnostics);
  }
  if (!input)
    return kRejected;
  for (const std::string &written : {job.output, job.report})
    if (rt::Status other = checkNotRead(diagnostics.sources(), written); !other)
      return fail(messages, other.error());
  llvm::Expected<ArtefactContents> contents = compile(input->animation, input->text, options);
  if (!contents)
    return fail(messages, toError(contents.takeError()));
  if (arguments.printCommands)
    return kDone;
  StageTimer scope(options.timings, "write");
  if (arguments.makesArtefacts()) {
    auto artefact = writeArtefact(std::move(*contents));
    if (!artefact && artefact.error().kind() == rt::ErrorKind::Input) {
      diagnostics.errorInFile(job.inputs.front(), artefact.error().text()).ignore();
      return kRejected;
    }
    if (!artefact)
      return fail(messages, artefact.error());
    bytes = std::move(*artefact);
  }
  if (rt::Status written = rt::writeOutput(job.output, bytes); !written)
    return fail(messages, written.error());
  if (arguments.makesArtefacts())
    trust(bytes, messages);
  return writeReport(job, input->animation, options, messages);
}

//===-- all jobs ------------------------------------------------------------------------------===//

namespace {
/// Messages of a job, and whether it is done.
struct Outcome {
  std::string messages;
  ExitCode code = kDone;
  bool isDone = false;
};
} // namespace

static void printProgress(const JobPlan &plan, size_t index, ExitCode code) {
  if (!plan.hasProgress)
    return;
  const Job &job = plan.jobs[index];
  llvm::errs() << '[' << index + 1 << '/' << plan.jobs.size() << "] "
               << (code == kDone ? job.output : job.label + " failed") << '\n';
}

static ExitCode runInTurn(const JobPlan &plan, const Arguments &arguments,
                          const CompileOptions &options) {
  ExitCode worst = kDone;
  for (size_t i = 0; i < plan.jobs.size(); ++i) {
    llvm::SourceMgr sources;
    Diagnostics diagnostics(sources);
    const ExitCode code = runJob(plan.jobs[i], arguments, options, llvm::errs(), diagnostics);
    printProgress(plan, i, code);
    worst = std::max(worst, code);
  }
  return worst;
}

static Outcome runAside(const Job &job, const Arguments &arguments, const CompileOptions &options) {
  Outcome outcome;
  llvm::raw_string_ostream messages(outcome.messages);
  llvm::SourceMgr sources;
  Diagnostics diagnostics(sources, messages);
  outcome.code = runJob(job, arguments, options, messages, diagnostics);
  outcome.isDone = true;
  return outcome;
}

static ExitCode runSideBySide(const JobPlan &plan, const Arguments &arguments,
                              CompileOptions options, size_t threadCount) {
  options.timings = nullptr; // a stopwatch serves one thread
  std::vector<Outcome> outcomes(plan.jobs.size());
  std::atomic<size_t> next = 0;
  std::mutex printing;
  size_t printed = 0;
  auto work = [&] {
    for (size_t i = next++; i < plan.jobs.size(); i = next++) {
      Outcome outcome = runAside(plan.jobs[i], arguments, options);
      const std::scoped_lock lock(printing);
      outcomes[i] = std::move(outcome);
      for (; printed < outcomes.size() && outcomes[printed].isDone; ++printed) {
        llvm::errs() << outcomes[printed].messages;
        printProgress(plan, printed, outcomes[printed].code);
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    rt::startThreads(threads, unsigned(threadCount) - 1, [&](unsigned) { work(); });
    work();
  }
  ExitCode worst = kDone;
  for (const Outcome &outcome : outcomes)
    worst = std::max(worst, outcome.code);
  return worst;
}

/// Removes leftovers of killed runs.
static void removeAbandoned(const JobPlan &plan) {
  std::set<std::filesystem::path> folders;
  for (const Job &job : plan.jobs)
    if (const std::filesystem::path output = job.output; output != "-")
      folders.insert(output.has_parent_path() ? output.parent_path() : ".");
  for (const std::filesystem::path &folder : folders)
    rt::AtomicFile::removeAbandoned(folder);
}

ExitCode runJobs(const JobPlan &plan, const Arguments &arguments, const CompileOptions &options) {
  removeAbandoned(plan);
  // Text on stdout and times are only useful with one job at a time.
  const bool isSerial = arguments.timings || arguments.printCommands;
  const size_t threads =
      std::min<size_t>(plan.jobs.size(), std::max(1u, std::thread::hardware_concurrency()));
  const ExitCode code = threads < 2 || isSerial ? runInTurn(plan, arguments, options)
                                                : runSideBySide(plan, arguments, options, threads);
  return std::max(code, plan.code);
}

} // namespace flame
