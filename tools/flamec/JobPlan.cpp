// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a file only if each of its flames is compiled, to learn their names.

#include "tools/flamec/JobPlan.h"

#include "compiler/text/SourceFile.h"
#include "support/OutputPath.h"
#include "tools/flamec/OutputNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

namespace flame {

ExitCode makeDirectory(llvm::StringRef path, llvm::raw_ostream &messages) {
  if (std::error_code failed = llvm::sys::fs::create_directories(path))
    return fail(messages, {rt::ErrorKind::Environment,
                           "cannot create '" + path.str() + "': " + failed.message()});
  return kDone;
}

/// Returns the base name for an input and for a result made from all of it.
static std::string stemOf(llvm::StringRef input) {
  return input == "-" ? "flame" : llvm::sys::path::stem(input).str();
}

/// Makes the job for one result. By default it goes to a file, or to stdout if it is text and the
/// only result.
static Job makeJob(const Arguments &arguments, std::vector<std::string> inputs, std::string label) {
  Job job;
  job.inputs = std::move(inputs);
  job.output = arguments.makesArtefacts() ? label + ".cubin" : "-";
  job.label = std::move(label);
  return job;
}

/// Makes one job per flame of an XML input, or a single job for other inputs.
static ExitCode planEveryFlame(const Arguments &arguments, const std::string &input,
                               bool isOneOfSeveral, std::vector<Job> &jobs) {
  llvm::SourceMgr sources;
  Diagnostics diagnostics(sources);
  configure(diagnostics, arguments, llvm::errs());
  std::optional<unsigned> buffer = openSource(input, diagnostics);
  if (!buffer)
    return kRejected;
  std::shared_ptr<llvm::MemoryBuffer> content =
      llvm::MemoryBuffer::getMemBufferCopy(sources.getMemoryBuffer(*buffer)->getBuffer(),
                                           sources.getMemoryBuffer(*buffer)->getBufferIdentifier());
  const std::string stem = stemOf(input);
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
  for (auto [index, label] : llvm::enumerate(labels)) {
    Job &job = jobs.emplace_back(makeJob(arguments, {input}, label));
    job.content = content;
    if (hasFlames)
      job.flame = index;
  }
  return kDone;
}

/// Makes a job for every input, or the only job.
static void planInputs(const Arguments &arguments, JobPlan &plan) {
  if (arguments.inputs.empty()) {
    const std::string label =
        (llvm::sys::path::stem(arguments.edge[0]) + "-" + llvm::sys::path::stem(arguments.edge[1]))
            .str();
    plan.jobs.push_back(makeJob(arguments, arguments.edge, label));
  }
  for (const std::string &input : arguments.inputs) {
    if (arguments.all)
      plan.code = std::max(
          plan.code, planEveryFlame(arguments, input, arguments.inputs.size() > 1, plan.jobs));
    else
      plan.jobs.push_back(makeJob(arguments, {input}, stemOf(input)));
  }
}

/// Checks that -o can hold several results.
static ExitCode checkOutput(const Arguments &arguments) {
  const llvm::StringRef output = arguments.output;
  if (output == "-" && arguments.all)
    return fail(llvm::errs(),
                {rt::ErrorKind::Usage, "--all writes a file for every flame, which '-o -' is not"});
  if (arguments.inputs.size() > 1 && !output.empty() && !output.ends_with("/"))
    return fail(llvm::errs(), {rt::ErrorKind::Usage,
                               "several inputs make several files: expected a directory, '-o " +
                                   arguments.output + "/', got '-o " + arguments.output + "'"});
  for (const llvm::StringRef folder : {output, llvm::StringRef(arguments.report)})
    if (folder.ends_with("/"))
      if (ExitCode failed = makeDirectory(folder, llvm::errs()))
        return failed;
  return kDone;
}

/// Assigns output files to every job.
static ExitCode nameOutputs(const Arguments &arguments, JobPlan &plan) {
  const bool isMany = plan.hasProgress;
  std::set<std::string> taken;
  for (Job &job : plan.jobs) {
    const llvm::StringRef extension = infoOf(*findStage(arguments.emit)).extension;
    if (arguments.inputs.size() > 1)
      job.output = outputPath(arguments.output.empty() ? "./" : arguments.output, job.inputs[0],
                              job.label, extension);
    else if (isMany || llvm::StringRef(arguments.output).ends_with("/"))
      job.output = outputPath(arguments.output, job.inputs[0], job.label, extension);
    else if (!arguments.output.empty())
      job.output = arguments.output;
    if (!arguments.dumpStages.empty())
      job.dumpStages = arguments.dumpStages + (isMany ? "/" + job.label : "");
    if (!arguments.report.empty() && (isMany || llvm::StringRef(arguments.report).ends_with("/")))
      job.report = outputPath(arguments.report, job.inputs[0], job.label, "html");
    else
      job.report = arguments.report;
    if (!taken.insert(job.output).second)
      return fail(llvm::errs(),
                  {rt::ErrorKind::Usage, "two inputs would be written to '" + job.output + "'",
                   "rename one of them"});
    if (!job.report.empty() && !taken.insert(job.report).second)
      return fail(llvm::errs(), {rt::ErrorKind::Usage,
                                 "--report and another result would both be '" + job.report + "'"});
  }
  return kDone;
}

/// Rejects outputs that would replace an input of any job.
static ExitCode checkInputs(const Arguments &arguments, const JobPlan &plan) {
  std::set<rt::FileIdentity> inputs;
  auto add = [&](const std::string &path) {
    if (const auto file = rt::identify(path))
      inputs.insert(*file);
  };
  for (const Job &job : plan.jobs)
    llvm::for_each(job.inputs, add);
  add(arguments.palettes);
  for (const Job &job : plan.jobs)
    for (const std::string &written : {job.output, job.report})
      if (const auto file = rt::identify(written); file && inputs.contains(*file))
        return fail(llvm::errs(), rt::overwriteError(written));
  return kDone;
}

JobPlan planJobs(const Arguments &arguments) {
  JobPlan plan;
  plan.hasProgress = arguments.all || arguments.inputs.size() > 1;
  plan.code = checkOutput(arguments);
  if (plan.code)
    return plan;
  planInputs(arguments, plan);
  ExitCode failed = nameOutputs(arguments, plan);
  if (!failed)
    failed = checkInputs(arguments, plan);
  if (failed) {
    plan.jobs.clear();
    plan.code = failed;
  }
  return plan;
}

} // namespace flame
