// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures and videos that are made in the background, one after the other: flamerun renders them,
// so that they are exactly what it makes, go on where they were after a pause, a restart or a
// crash, and take nothing from the studio but time.

#ifndef FLAME_STUDIO_SERVER_EXPORTS_H
#define FLAME_STUDIO_SERVER_EXPORTS_H

#include "studio/model/FilmModel.h"
#include "studio/server/StateFiles.h"
#include "support/AtomicFile.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace flame::studio {

/// What is to be made.
struct ExportRequest {
  nlohmann::json subject;
  std::string output; ///< name in the folder: .png, a video, or frames like 'x-%05d.png'
  uint32_t width = 0, height = 0;
  double quality = 0;
  std::string rate = "24";
};

class Exports {
public:
  /// `folder`: where outputs go; `device`: as flamerun has it; `changed` is called from any thread
  /// when the list has changed.
  Exports(const StateFiles &state, std::filesystem::path folder, std::string device,
          std::function<void()> changed);
  ~Exports();

  /// Puts an export at the end of the queue. Fails if it makes no sense.
  rt::Status add(const ExportRequest &request);
  rt::Status pause(uint64_t id);
  rt::Status resume(uint64_t id);
  /// Ends it, or takes a finished one off the list. Frames that are complete stay.
  rt::Status cancel(uint64_t id);
  /// [{"id", "output", "state", "share", "remaining", "rate", "error", "oneFile"}], oldest first.
  /// States: "queued", "running", "paused", "done", "failed".
  nlohmann::json list() const;
  /// Whether one is made, or waits to be.
  bool isBusy() const;
  /// The file of a finished export, if it is one file.
  rt::Result<std::filesystem::path> file(uint64_t id) const;

private:
  struct Job {
    uint64_t id = 0;
    nlohmann::json request;
    std::string state = "queued", error;
    double share = 0, rate = 0;
    std::optional<double> remaining;
    pid_t process = 0;
  };

  static std::optional<Job> readJob(const nlohmann::json &entry);
  void work();
  std::filesystem::path folderOfArtefacts() const;
  rt::Result<rt::AtomicFile> compileArtefact(const Job &job) const;
  std::vector<std::string> argumentsFor(const Job &job,
                                        const std::filesystem::path &artefact) const;
  void runJob(uint64_t id);
  rt::Status startAndFollow(uint64_t id, const std::vector<std::string> &arguments);
  void follow(uint64_t id, int errors, std::string &lastLines);
  void takeLine(uint64_t id, const std::string &line);
  Job *find(uint64_t id);
  void keep() const;

  const StateFiles &state;
  const std::filesystem::path folder;
  const std::string device;
  const std::function<void()> changed;

  mutable std::mutex mutex; ///< guards what follows
  std::condition_variable wake;
  std::vector<Job> jobs;
  uint64_t lastId = 0;
  bool ends = false;
  std::thread thread;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_EXPORTS_H
