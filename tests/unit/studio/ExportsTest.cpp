// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exports: which file a finished one is, in folders with any name, and that files of the user
// beside the studio's own stay. There is no flamerun beside this program, so that none gets as far
// as a picture.

#include "studio/server/Exports.h"

#include "studio/model/GenomeModel.h"
#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gmock/gmock.h>

#include <chrono>
#include <thread>

namespace flame::studio {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

class ExportsTest : public testing::Test {
protected:
  ExportsTest() { fs::create_directory(folder); }

  /// Exports of an earlier run that are done: names of outputs, and whether they are films.
  void finish(const std::vector<std::pair<std::string, bool>> &outputs) {
    json list = json::array();
    for (const auto &[output, isFilm] : outputs)
      list.push_back({{"id", list.size() + 1},
                      {"state", "done"},
                      {"request", {{"output", output}, {"film", isFilm}}}});
    const auto state = StateFiles::open(directory / "state");
    ASSERT_TRUE(state && state->write("exports.json", list));
  }

  rt::Result<StateFiles> state() const { return StateFiles::open(directory / "state"); }

  rt::TemporaryDirectory directory;
  const fs::path folder = directory / "fold2%d x%%";
};

TEST_F(ExportsTest, KnowsTheFileThatFlamerunWrote) {
  const struct {
    std::string output;
    bool isFilm;
    std::string file; ///< empty: there is not one file
  } kCases[] = {{"a.png", false, "a.png"},
                {"a%%.png", false, "a%.png"},
                {"a-%05d.png", false, "a-00000.png"},
                {"a-%05d.png", true, ""},
                {"a.mp4", true, "a.mp4"},
                {"a%%.mp4", true, "a%%.mp4"},
                {"a%d.mkv", true, "a%d.mkv"},
                {"a%%.webp", false, "a%.webp"},
                {"a%%.webp", true, "a%%.webp"},
                {"a%02d.webp", true, ""},
                {"a%s.png", false, ""}};
  std::vector<std::pair<std::string, bool>> outputs;
  for (const auto &row : kCases)
    outputs.emplace_back(row.output, row.isFilm);
  finish(outputs);
  const auto kept = state();
  Exports exports(*kept, folder, "cpu", [] {});
  const json list = exports.list();
  ASSERT_EQ(list.size(), std::size(kCases));
  for (size_t i = 0; i < std::size(kCases); ++i) {
    const auto file = exports.file(i + 1);
    EXPECT_EQ(bool(file), !kCases[i].file.empty()) << kCases[i].output;
    EXPECT_EQ(list[i]["oneFile"], !kCases[i].file.empty()) << kCases[i].output;
    if (file)
      EXPECT_EQ(*file, folder / kCases[i].file);
  }
}

json someFlame() {
  constexpr char kFlame[] =
      "<flame name=\"a\" size=\"64 48\"><xform weight=\"1\" linear=\"0.5\" coefs=\"1 0 0 1 0 0\"/>"
      "<color index=\"0\" rgb=\"255 255 255\"/></flame>";
  return {{"model", modelOf(readText(kFlame, "test").genomes.front())}};
}

TEST_F(ExportsTest, SaysAtOnceWhatIsNoPattern) {
  const auto kept = state();
  Exports exports(*kept, folder, "cpu", [] {});
  for (const char *output : {"a%s.png", "a%n.png", "a%.png", "%d%d.png", "a%99999999d.png"}) {
    ExportRequest request;
    request.subject = someFlame();
    request.output = output;
    const rt::Status added = exports.add(request);
    ASSERT_FALSE(added) << output;
    EXPECT_THAT(added.error().text(), HasSubstr("is no pattern"));
  }
}

TEST_F(ExportsTest, LeavesFilesOfTheUserAlone) {
  const auto kept = state();
  const std::vector<fs::path> lookalikes = {
      directory / "state" / "export-1.cubin", directory / "state" / "export.cubin",
      directory / "state" / ".export.cubin.0123456789abcdef.tmp",
      directory / "state" / ".export.cubin.flamec-0123456789abcdef0123456789abcdef.tmp"};
  for (const fs::path &path : lookalikes)
    rt::writeText(path, "of the user");
  Exports exports(*kept, folder, "cpu", [] {});
  ExportRequest request;
  request.subject = someFlame();
  request.output = "a.png";
  const rt::Status added = exports.add(request);
  ASSERT_TRUE(added) << added.error().str();
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (exports.isBusy() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(exports.list()[0]["state"], "failed") << "there is no flamerun";
  for (const fs::path &path : lookalikes)
    EXPECT_EQ(rt::readText(path), "of the user") << path;
  EXPECT_EQ(std::distance(fs::directory_iterator(directory / "state"), fs::directory_iterator()),
            std::ptrdiff_t(lookalikes.size() + 1))
      << "beside the list nothing is left";
}

TEST(StateFilesTest, AreInAFolderOfTheirOwn) {
  rt::TemporaryDirectory directory;
  fs::permissions(directory.get(), fs::perms::group_read, fs::perm_options::add);
  const fs::perms before = fs::status(directory.get()).permissions();
  for (const char *name : {"token.json", "exports.json", "stars.json"})
    rt::writeText(directory / name, "of the user");
  const auto state = StateFiles::open(StateFiles::folderIn(directory.get()));
  ASSERT_TRUE(state && state->token());
  EXPECT_TRUE(state->write("stars.json", json::array()));
  for (const char *name : {"token.json", "exports.json", "stars.json"})
    EXPECT_EQ(rt::readText(directory / name), "of the user");
  EXPECT_EQ(fs::status(directory.get()).permissions(), before);
}

} // namespace
} // namespace flame::studio
