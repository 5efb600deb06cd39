// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages of pages that nobody has tested: whatever they say, the studio answers, and goes on.

#include "tests/unit/runtime/TemporaryDirectory.h"
#include "tests/unit/studio/TestStudio.h"

#include <gmock/gmock.h>

namespace flame::test {

using namespace flame::studio;
using nlohmann::json;

namespace {

constexpr char kFlame[] =
    "<flame name=\"a\" size=\"64 48\"><xform weight=\"1\" linear=\"0.5\" coefs=\"1 0 0 1 0 0\"/>"
    "<color index=\"0\" rgb=\"255 255 255\"/></flame>";

class MessagesTest : public testing::Test {
protected:
  void SetUp() override {
    rt::Result<StateFiles> state = StateFiles::open((folder / "state").string());
    ASSERT_TRUE(state);
    StudioOptions options;
    options.folder = folder.get();
    studio = std::make_unique<Studio>(std::move(options), std::move(*state),
                                      std::make_unique<NoDevice>());
    studio->attach(answers);
    studio->connected(1);
  }
  void TearDown() override {
    if (studio)
      studio->end();
  }

  /// The studio has done all that was asked for before, and still answers.
  void expectItLives() {
    const int id = ++lastId;
    studio->message(1, json({{"t", "folder"}, {"id", id}}).dump());
    EXPECT_FALSE(answers
                     .await([&](const json &answer) {
                       return answer["t"] == "folder" && answer["id"] == id;
                     })
                     .is_null());
  }

  rt::TemporaryDirectory folder;
  Answers answers;
  std::unique_ptr<Studio> studio;
  int lastId = 1000;
};

json modelOfFlame() { return modelOf(readText(kFlame, "test").genomes.front()); }

} // namespace

TEST_F(MessagesTest, AnswersWhatIsNoMessage) {
  for (const char *text : {"", "{", "[]", "7", "{}", "{\"t\": 7}", "{\"t\": \"fly\", \"id\": {}}"})
    studio->message(1, text);
  studio->message(1, "{\"t\": \"keep\", \"document\": " + std::string(200000, '[') +
                         std::string(200000, ']') + "}");
  expectItLives();
}

/// Some are done on other threads, where nobody would catch what is thrown.
TEST_F(MessagesTest, AnswersEveryKindWithoutItsMembers) {
  for (const char *kind :
       {"hello", "show", "open", "parse", "save", "xml", "ir", "breed", "folder", "star", "keep",
        "draw", "export", "changeExport", "ack", "hide", "dropCells"})
    for (const json &value : {json(), json("x"), json(7), json(-1e300), json::array({1}),
                              json::object({{"a", json::array()}})}) {
      json message = {{"t", kind}};
      for (const char *key :
           {"id",      "view",      "subject", "request", "model", "models",   "other",
            "options", "operation", "file",    "text",    "name",  "document", "session",
            "key",     "stage",     "count",   "seed",    "what",  "export",   "output",
            "stamp",   "slot",      "width",   "quality"}) {
        json one = message;
        one[key] = value;
        studio->message(1, one.dump());
      }
      studio->message(1, message.dump());
    }
  expectItLives();
}

TEST_F(MessagesTest, BreedsWithoutOptions) {
  for (const char *operation : {"mutate", "cross", "symmetry", "colors", "random", "fly"}) {
    const int id = ++lastId;
    studio->message(1, json({{"t", "breed"},
                             {"id", id},
                             {"operation", operation},
                             {"count", 1},
                             {"draw", false},
                             {"model", modelOfFlame()},
                             {"other", modelOfFlame()}})
                           .dump());
    const json answer = answers.await([&](const json &text) { return text["id"] == id; });
    EXPECT_EQ(answer["t"], "cell") << operation << ": " << answer;
  }
}

TEST(ExportListTest, LeavesOutWhatNoRunHasWritten) {
  const rt::TemporaryDirectory folder;
  rt::writeText(folder / "exports.json",
                R"([7, {}, {"id": "x"}, {"id": 3, "request": [], "state": "queued"},
                    {"id": 4, "request": {"output": 7}, "state": "queued"},
                    {"id": 5, "request": {"output": "a.png"}, "state": "queued", "share": "x"},
                    {"id": 6, "request": {"output": "a.png"}, "state": "queued"},
                    {"id": 7, "request": {"output": "a.png", "subject": {"model": {}}}, "state": "done"}])");
  const rt::Result<StateFiles> state = StateFiles::open(folder.get());
  ASSERT_TRUE(state);
  Exports exports(*state, folder.get(), "cpu", [] {});
  const json list = exports.list();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[1]["id"], 7);
}

} // namespace flame::test
