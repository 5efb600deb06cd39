// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A farm folder: everything that machines need to render one artefact together. It holds the
// artefact itself, what is to be made of it (farm.json), the histograms of a still's parts, and the
// logs and scripts of an engine. A task is a number from 1 to N; what it renders follows from that
// alone (runtime/shared/Shard.h), and what is done is seen from the files that it wrote.

#ifndef FLAME_TOOLS_FLAME_FARM_FARM_H
#define FLAME_TOOLS_FLAME_FARM_FARM_H

#include "artefact/ArtefactReader.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flame {

/// What is to be made, as farm.json has it.
struct Farm {
  std::filesystem::path folder; ///< absolute; not in the file
  std::string output;           ///< a picture, or a pattern of pictures; absolute
  std::string video;            ///< to be encoded of the pictures; absolute, or empty
  std::string rate = "24";      ///< of the video, frames per second
  int64_t firstFrame = 0;
  uint32_t tasks = 1;
  bool isStill = false;
  std::vector<std::string> options; ///< for flamerun

  std::filesystem::path artefact() const { return folder / "artefact.cubin"; }
  std::filesystem::path part(uint32_t task) const {
    return folder / ("part-" + std::to_string(task) + ".fhist");
  }
  /// What a task takes for itself while it runs, as an OutputLock.
  std::filesystem::path lockOf(uint32_t task) const {
    return folder / ("task-" + std::to_string(task));
  }
};

/// What the user says of a new farm.
struct FarmRequest {
  std::string artefact, output, folder, video;
  uint32_t tasks = 0; ///< 0: follows from `chunk`
  uint32_t chunk = 0; ///< frames per task; 0: few enough for kDefaultTasks
  std::vector<std::string> options;
};

/// As many tasks as there are unless somebody says otherwise: enough that a lost one costs little.
inline constexpr uint32_t kDefaultTasks = 20;
/// Of a still: each writes a histogram.
inline constexpr uint32_t kDefaultParts = 8;
/// More than engines take as one array.
inline constexpr uint32_t kMostTasks = 100'000;

/// Works the request out, checks whatever can be checked before rendering, and makes the folder. A
/// folder that is there already must be of the same request: then work goes on where it stood.
rt::Result<Farm> makeFarm(const FarmRequest &request);

/// Reads farm.json.
rt::Result<Farm> openFarm(const std::filesystem::path &folder);
/// The same for its text, as if it stood in `folder`.
rt::Result<Farm> readFarm(std::string_view text, const std::filesystem::path &folder);
/// What is written into farm.json.
std::string farmText(const Farm &farm);

/// Memory in MiB that a task on the CPU takes with so many threads, roughly and rather too much.
rt::Result<uint64_t> memoryOfTask(const Farm &farm, unsigned threads);

/// How far a task is.
struct TaskState {
  uint32_t frames = 0, done = 0; ///< frames, or the one part
  bool isRunning = false;

  bool isDone() const { return done == frames; }
};

/// All tasks, from 1 on at index 0.
rt::Result<std::vector<TaskState>> statesOf(const Farm &farm);

/// The numbers of the tasks that are not done.
std::vector<uint32_t> openTasks(const std::vector<TaskState> &states);

/// "1-3,7" for 1, 2, 3 and 7: as Slurm and Open Job Description write numbers. They ascend.
std::string rangeText(const std::vector<uint32_t> &numbers);

/// The command line of flamerun for a task, without the program.
std::vector<std::string> commandOf(const Farm &farm, uint32_t task);

/// A program of ours: the one beside this, or else that of PATH.
std::string programPath(const std::string &name);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_FARM_FARM_H
