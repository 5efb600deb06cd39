// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages of pages to the studio, one in a line, as they come through a WebSocket. Whatever they
// say, what is answered is JSON with a kind, and the studio goes on. Exports are left out: they
// start programs.

#include "support/ParseJson.h"
#include "tests/unit/runtime/TemporaryDirectory.h"
#include "tests/unit/studio/TestStudio.h"

#include "tests/fuzz/Fuzz.h"

#include <algorithm>

using namespace flame;
using namespace flame::fuzz;
using namespace flame::studio;
using nlohmann::json;

/// More take longer only.
static constexpr size_t kMostMessages = 8;
/// After so many inputs the folders are emptied.
static constexpr size_t kFolderInputs = 16;

namespace {

/// One studio for all inputs, in a folder of its own.
struct Tested {
  rt::TemporaryDirectory folder;
  Answers answers;
  std::unique_ptr<Studio> studio;
  int lastQuestion = 0;
  size_t inputs = 0;

  Tested() {
    rt::Result<StateFiles> state = StateFiles::open(folder / "state");
    require(bool(state), "there is a folder for the state");
    StudioOptions options;
    options.folder = folder / "flames";
    std::filesystem::create_directory(options.folder);
    studio = std::make_unique<Studio>(std::move(options), std::move(*state),
                                      std::make_unique<NoDevice>());
    studio->attach(answers);
    studio->connected(1);
  }
  ~Tested() { studio->end(); }

  /// What was asked for before has been done, and the studio still answers.
  void requireItLives() {
    const int id = --lastQuestion;
    studio->message(1, json({{"t", "folder"}, {"id", id}}).dump());
    const json answer = answers.await([&](const json &text) {
      require(text.is_object() && text.contains("t") && text["t"].is_string(),
              "an answer has a kind", text.dump());
      return text["t"] == "folder" && text["id"] == id && text["last"] == true;
    });
    require(!answer.is_null(), "the studio answers");
    answers.forget();
  }

  /// Flames that were saved, what is kept for pages, and the stars, which every listing reads,
  /// would become more and more.
  void clean() {
    if (++inputs % kFolderInputs != 0)
      return;
    for (const char *name : {"flames", "state"})
      for (const auto &entry : std::filesystem::directory_iterator(folder / name))
        std::filesystem::remove_all(entry.path());
  }
};

} // namespace

/// Whether the message is one that starts programs. The word stands in it as it is, or with
/// characters that are escaped.
static bool isExport(std::string_view line) {
  if (line.find("export") == line.npos && line.find('\\') == line.npos)
    return false;
  const json message = rt::parseJson<json>(line);
  return message.is_object() && message.contains("t") && message["t"] == "export";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Tested tested;
  std::string_view text = textOf(data, size);
  for (size_t i = 0; i < kMostMessages && !text.empty(); ++i) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!isExport(line))
      tested.studio->message(1, std::string(line));
  }
  tested.requireItLives();
  tested.clean();
  return 0;
}
