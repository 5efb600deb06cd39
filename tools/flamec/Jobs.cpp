// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs share nothing but the code cache. Each has sources, diagnostics and a context of MLIR of its own; where several
// run side by side, each writes its messages into a string, which is printed when all jobs before it are done.

#include "tools/flamec/Jobs.h"

#include "compiler/Output.h"
#include "runtime/host/TrustList.h"
#include "tools/flamec/OutputNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <mutex>
#include <set>
#include <span>
#include <thread>

using namespace flame;

static llvm::StringRef extensionOf(llvm::StringRef stage) {
  return llvm::StringSwitch<llvm::StringRef>(stage)
      .Cases({"flame", "opt"}, "mlir")
      .Case("llvm", "ll")
      .Default(stage);
}

static ExitCode makeDirectory(llvm::StringRef path, llvm::raw_ostream &messages) {
  if (std::error_code failed = llvm::sys::fs::create_directories(path))
    return fail(messages, kEnvironment, "cannot create '" + path + "': " + failed.message());
  return kDone;
}

//===-- one job ----------------------------------------------------------------------------------===//

/// Where a stage's text goes: to the output if the user asked for that stage, and into --dump-stages.
static void installDumps(const Job &job, CompileOptions &options, std::string &emitted,
                         llvm::raw_ostream &messages) {
  const bool wantsText = options.lastStage != "cubin";
  if (!wantsText && job.dumpStages.empty())
    return;
  options.dump = [&job, &emitted, &messages, wanted = wantsText ? options.lastStage : ""](
                     llvm::StringRef stage, llvm::StringRef target, llvm::StringRef text) {
    if (stage == wanted && emitted.empty())
      emitted = text.str();
    if (job.dumpStages.empty())
      return;
    const size_t number = llvm::find(stageNames(), stage) - stageNames().begin();
    std::string name = "0" + std::to_string(number + 1) + "-" + stage.str();
    name += (target.empty() ? "" : "." + target.str()) + "." + extensionOf(stage).str();
    llvm::SmallString<128> path(job.dumpStages);
    llvm::sys::path::append(path, name);
    if (llvm::Error error = writeFileAtomically(path, text))
      messages << "flamec: warning: " << llvm::toString(std::move(error)) << '\n';
  };
}

/// Opens the inputs of a job. Failure has been reported.
static std::optional<llvm::SmallVector<unsigned, 2>> openInputs(const Job &job,
                                                                Diagnostics &diagnostics) {
  llvm::SmallVector<unsigned, 2> buffers;
  if (job.content)
    buffers.push_back(diagnostics.sources().AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(job.content->getMemBufferRef()), llvm::SMLoc()));
  else
    for (const std::string &input : job.inputs) {
      std::optional<unsigned> buffer = openGenomeFile(input, diagnostics);
      if (!buffer)
        return std::nullopt;
      buffers.push_back(*buffer);
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

/// Lets flamerun load the code of an artefact on a GPU of this user.
static void trust(const std::string &artefact, llvm::raw_ostream &messages) {
  auto list = rt::TrustList::open(rt::TrustList::defaultPath());
  rt::Status added = list ? list->add(rt::codeDigest(std::as_bytes(std::span(artefact))))
                          : rt::Status(list.error());
  if (!added)
    messages << "flamec: warning: " << added.error().text() << ": flamerun will ask for --trust\n";
}

/// Compiles and writes. Nothing is left behind unless all went well.
static ExitCode runJob(const Job &job, const Arguments &arguments, CompileOptions options,
                       llvm::raw_ostream &messages, Diagnostics &diagnostics) {
  if (ExitCode failed = configure(diagnostics, arguments, messages))
    return failed;
  if (ExitCode failed = job.dumpStages.empty() ? kDone : makeDirectory(job.dumpStages, messages))
    return failed;
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
  llvm::Expected<ArtefactContents> contents = compile(input->animation, input->text, options);
  if (!contents)
    return fail(messages, kBug, llvm::toString(contents.takeError()));
  if (arguments.printCommands)
    return kDone;
  StageTimer scope(options.timings, "write");
  if (arguments.makesArtefacts()) {
    auto artefact = writeArtefact(std::move(*contents));
    if (!artefact)
      return fail(messages, kBug, artefact.error().str());
    bytes = std::move(*artefact);
  }
  if (llvm::Error error = writeFileAtomically(job.output, bytes))
    return fail(messages, kEnvironment, llvm::toString(std::move(error)));
  if (arguments.makesArtefacts())
    trust(bytes, messages);
  return kDone;
}

//===-- the plan ---------------------------------------------------------------------------------===//

/// Where the only result of an input goes unless the user says.
static std::string defaultOutput(const Arguments &arguments, llvm::StringRef input) {
  if (!arguments.makesArtefacts())
    return "-";
  llvm::SmallString<128> path(input == "-" ? "flame" : input);
  llvm::sys::path::replace_extension(path, "cubin");
  return std::string(llvm::sys::path::filename(path));
}

/// One job per flame of an input in XML, or one for all of an input of another kind.
static ExitCode planEveryFlame(const Arguments &arguments, const std::string &input,
                               bool isOneOfSeveral, std::vector<Job> &jobs) {
  llvm::SourceMgr sources;
  Diagnostics diagnostics(sources);
  configure(diagnostics, arguments, llvm::errs());
  std::optional<unsigned> buffer = openGenomeFile(input, diagnostics);
  if (!buffer)
    return kRejected;
  std::shared_ptr<llvm::MemoryBuffer> content =
      llvm::MemoryBuffer::getMemBufferCopy(sources.getMemoryBuffer(*buffer)->getBuffer(),
                                           sources.getMemoryBuffer(*buffer)->getBufferIdentifier());
  const std::string stem = input == "-" ? "flame" : llvm::sys::path::stem(input).str();
  std::vector<std::string> labels = {stem};
  const bool hasFlames = classifyInput(content->getBuffer()) == InputKind::Xml;
  if (hasFlames) {
    const auto names = readFlameNames(*buffer, diagnostics);
    if (!names)
      return kRejected;
    labels = flameLabels(*names);
    if (isOneOfSeveral)
      for (std::string &label : labels)
        label = labels.size() == 1 ? stem : stem + "-" + label;
  }
  for (auto [index, label] : llvm::enumerate(labels))
    jobs.push_back(
        {{input}, content, hasFlames ? std::optional(index) : std::nullopt, label, "", ""});
  return kDone;
}

/// A job for every input, or the only one.
static void planInputs(const Arguments &arguments, JobPlan &plan) {
  if (arguments.inputs.empty()) {
    const std::string name = llvm::sys::path::stem(arguments.edge[0]).str() + "-" +
                             llvm::sys::path::filename(arguments.edge[1]).str();
    plan.jobs.push_back(
        {arguments.edge, nullptr, std::nullopt, name, defaultOutput(arguments, name), ""});
  }
  for (const std::string &input : arguments.inputs) {
    if (arguments.all)
      plan.code = std::max(
          plan.code, planEveryFlame(arguments, input, arguments.inputs.size() > 1, plan.jobs));
    else
      plan.jobs.push_back({{input},
                           nullptr,
                           std::nullopt,
                           input == "-" ? "flame" : llvm::sys::path::stem(input).str(),
                           defaultOutput(arguments, input),
                           ""});
  }
}

/// Whether -o can take several results.
static ExitCode checkOutput(const Arguments &arguments) {
  const llvm::StringRef output = arguments.output;
  if (output == "-" && arguments.all)
    return fail(llvm::errs(), kUsage, "--all writes a file for every flame, which '-o -' is not");
  if (arguments.inputs.size() > 1 && !output.empty() && !output.ends_with("/"))
    return fail(llvm::errs(), kUsage,
                "several inputs make several files: expected a directory, '-o " + output +
                    "/', got '-o " + output + "'");
  return output.ends_with("/") ? makeDirectory(output, llvm::errs()) : kDone;
}

/// Gives every job files of its own.
static ExitCode placeOutputs(const Arguments &arguments, JobPlan &plan) {
  const bool isMany = plan.hasProgress;
  std::set<std::string> taken;
  for (Job &job : plan.jobs) {
    const llvm::StringRef extension = extensionOf(arguments.emit);
    if (arguments.inputs.size() > 1)
      job.output = outputPath(arguments.output.empty() ? "./" : arguments.output, job.inputs[0],
                              job.label, extension);
    else if (isMany || llvm::StringRef(arguments.output).ends_with("/"))
      job.output = outputPath(arguments.output, job.inputs[0], job.label, extension);
    else if (!arguments.output.empty())
      job.output = arguments.output;
    if (!arguments.dumpStages.empty())
      job.dumpStages = arguments.dumpStages + (isMany ? "/" + job.label : "");
    if (!taken.insert(job.output).second)
      return fail(llvm::errs(), kUsage,
                  "two inputs would be written to '" + job.output + "': rename one of them");
  }
  return kDone;
}

JobPlan flame::planJobs(const Arguments &arguments) {
  JobPlan plan;
  plan.hasProgress = arguments.all || arguments.inputs.size() > 1;
  if ((plan.code = checkOutput(arguments)))
    return plan;
  planInputs(arguments, plan);
  if (ExitCode failed = placeOutputs(arguments, plan)) {
    plan.jobs.clear();
    plan.code = failed;
  }
  return plan;
}

//===-- all jobs ---------------------------------------------------------------------------------===//

namespace {
/// What a job had to say, and whether it is over.
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
  options.timings = nullptr; // a stopwatch is for one thread
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
    for (size_t i = 0; i < threadCount; ++i)
      threads.emplace_back(work);
  }
  ExitCode worst = kDone;
  for (const Outcome &outcome : outcomes)
    worst = std::max(worst, outcome.code);
  return worst;
}

ExitCode flame::runJobs(const JobPlan &plan, const Arguments &arguments,
                        const CompileOptions &options) {
  // What goes to stdout, and times, are only of use one job at a time.
  const bool isSerial = arguments.timings || arguments.printCommands;
  const size_t threads =
      std::min<size_t>(plan.jobs.size(), std::max(1u, std::thread::hardware_concurrency()));
  const ExitCode code = threads < 2 || isSerial ? runInTurn(plan, arguments, options)
                                                : runSideBySide(plan, arguments, options, threads);
  return std::max(code, plan.code);
}
