// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libflame as programs see it: through flame.h and the shared library alone, on the CPU.

#include "library/flame.h"

#include <gmock/gmock.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

namespace flame::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct Close {
  void operator()(flame_artefact *artefact) const { flame_close(artefact); }
};
using Owned = std::unique_ptr<flame_artefact, Close>;

std::string paletteOf(const char *color) {
  std::string text = "<palette count=\"256\" format=\"RGB\">";
  for (int i = 0; i < 256; ++i)
    text += color;
  return text + "</palette>";
}

/// A still, or two key frames.
std::string flameText(bool moves = false) {
  auto frame = [](int time, const char *center) {
    return "<flame name=\"ember\" nick=\"somebody\" time=\"" + std::to_string(time) +
           "\" size=\"48 32\" scale=\"12\" quality=\"20\" center=\"" + center +
           "\" background=\"0.1 0 0\" estimator_radius=\"0\">\n"
           "  <xform weight=\"1\" color=\"0\" linear=\"1\" coefs=\".5 0 0 .5 .5 0\"/>\n"
           "  <xform weight=\"1\" color=\"1\" spherical=\"0.5\" coefs=\".5 0 0 .5 -.3 .4\"/>\n" +
           paletteOf("E08020") + "\n</flame>\n";
  };
  return moves ? "<flames>" + frame(0, "0 0") + frame(10, "1 0") + "</flames>" : frame(0, "0 0");
}

class LibraryTest : public testing::Test {
protected:
  static Owned compiled(bool moves = false) {
    const std::string text = flameText(moves);
    Owned artefact(flame_compile(text.data(), text.size(), "ember", nullptr));
    EXPECT_TRUE(artefact) << flame_error();
    EXPECT_EQ(flame_set_text(artefact.get(), "device", "cpu"), FLAME_OK);
    return artefact;
  }

  static std::vector<uint8_t> render(flame_artefact *artefact, int format = FLAME_RGBA8) {
    std::vector<uint8_t> pixels(flame_buffer_size(artefact, format));
    EXPECT_EQ(flame_render(artefact, format, pixels.data(), pixels.size()), FLAME_OK)
        << flame_error();
    return pixels;
  }

  static double number(flame_artefact *artefact, const char *name) {
    double value = NAN;
    EXPECT_EQ(flame_get_number(artefact, name, &value), FLAME_OK) << flame_error();
    return value;
  }
};

//===-- opening -------------------------------------------------------------------------------===//

TEST_F(LibraryTest, KnowsItsVersion) {
  EXPECT_EQ(flame_abi(), FLAME_ABI);
  // What programs have in them that were compiled with another version of the header.
  EXPECT_EQ(int(FLAME_CANCELLED), 4);
  EXPECT_EQ(int(FLAME_INTERNAL), 70);
  EXPECT_EQ(int(FLAME_RGBA_FLOAT), 2);
  EXPECT_EQ(int(FLAME_YUV444P10), 8);
  EXPECT_THAT(flame_version(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

TEST_F(LibraryTest, TellsWhatAnArtefactHolds) {
  const Owned still = compiled();
  EXPECT_STREQ(flame_get_text(still.get(), "name"), "ember");
  EXPECT_STREQ(flame_get_text(still.get(), "author"), "somebody");
  EXPECT_EQ(flame_get_text(still.get(), "genome"), flameText());
  EXPECT_THAT(flame_get_text(still.get(), "animation"), StartsWith("{"));
  EXPECT_STREQ(flame_get_text(still.get(), "messages"), "");
  EXPECT_EQ(number(still.get(), "width"), 48);
  EXPECT_EQ(number(still.get(), "height"), 32);
  EXPECT_EQ(number(still.get(), "quality"), 20);
  EXPECT_EQ(number(still.get(), "samples"), 20 * 48 * 32);
  EXPECT_EQ(number(still.get(), "xforms"), 2);
  EXPECT_EQ(number(still.get(), "duration"), 0);
  const Owned moving = compiled(true);
  EXPECT_EQ(number(moving.get(), "duration"), 10);
  EXPECT_EQ(number(moving.get(), "first_frame"), 0);
  EXPECT_EQ(number(moving.get(), "last_frame"), 10);
}

TEST_F(LibraryTest, OpensWhatItCompiled) {
  const Owned made = compiled();
  size_t size = 0;
  const void *bytes = flame_bytes(made.get(), &size);
  const Owned again(flame_open_bytes(bytes, size, "again"));
  ASSERT_TRUE(again) << flame_error();
  flame_set_text(again.get(), "device", "cpu");
  EXPECT_EQ(render(again.get()), render(made.get()));

  const std::string path = testing::TempDir() + "flame-library-" + std::to_string(getpid());
  FILE *file = fopen(path.c_str(), "wb");
  ASSERT_TRUE(file);
  fwrite(bytes, 1, size, file);
  fclose(file);
  EXPECT_TRUE(Owned(flame_open(path.c_str()))) << flame_error();
  file = fopen(path.c_str(), "wb");
  fputs(flameText().c_str(), file);
  fclose(file);
  EXPECT_TRUE(Owned(flame_open(path.c_str()))) << flame_error();
  remove(path.c_str());
}

TEST_F(LibraryTest, ChoosesAFlameOfSeveral) {
  const std::string text = flameText(true);
  const Owned one(flame_compile(text.data(), text.size(), "ember", "1"));
  ASSERT_TRUE(one) << flame_error();
  EXPECT_EQ(number(one.get(), "duration"), 0);
  EXPECT_FALSE(Owned(flame_compile(text.data(), text.size(), "ember", "coal")));
  EXPECT_EQ(flame_error_status(), FLAME_REJECTED);
}

TEST_F(LibraryTest, SaysWhatIsWrongAndWhere) {
  const std::string wrong = "<flame name=\"a\"><xform weight=\"1\" jullian=\"1\" "
                            "coefs=\"1 0 0 1 0 0\"/></flame>";
  EXPECT_FALSE(Owned(flame_compile(wrong.data(), wrong.size(), "ember", nullptr)));
  EXPECT_EQ(flame_error_status(), FLAME_REJECTED);
  EXPECT_THAT(flame_error(), StartsWith("ember:1:"));
  EXPECT_THAT(flame_error(), HasSubstr("unknown variation 'jullian'"));

  EXPECT_FALSE(Owned(flame_open("/there/is/no/such.cubin")));
  EXPECT_EQ(flame_error_status(), FLAME_REJECTED);
  EXPECT_THAT(flame_error(), HasSubstr("/there/is/no/such.cubin"));
  EXPECT_FALSE(Owned(flame_open(nullptr)));
  EXPECT_EQ(flame_error_status(), FLAME_USAGE);
  EXPECT_FALSE(Owned(flame_compile(nullptr, 0, nullptr, nullptr)));
  EXPECT_EQ(flame_error_status(), FLAME_USAGE);

  const Owned made = compiled();
  size_t size = 0;
  const auto *bytes = static_cast<const uint8_t *>(flame_bytes(made.get(), &size));
  std::vector<uint8_t> damaged(bytes, bytes + size);
  damaged[size / 2] ^= 1;
  EXPECT_FALSE(Owned(flame_open_bytes(damaged.data(), damaged.size(), "damaged")));
  EXPECT_EQ(flame_error_status(), FLAME_REJECTED);
}

TEST_F(LibraryTest, TakesNoArtefactForAnError) {
  double value;
  EXPECT_EQ(flame_set_number(nullptr, "width", 1), FLAME_USAGE);
  EXPECT_EQ(flame_get_number(nullptr, "width", &value), FLAME_USAGE);
  EXPECT_EQ(flame_get_text(nullptr, "name"), nullptr);
  EXPECT_EQ(flame_buffer_size(nullptr, FLAME_RGBA8), 0u);
  EXPECT_EQ(flame_render(nullptr, FLAME_RGBA8, &value, sizeof value), FLAME_USAGE);
  EXPECT_EQ(flame_bytes(nullptr, nullptr), nullptr);
  flame_cancel(nullptr);
  flame_close(nullptr);
}

TEST_F(LibraryTest, KeepsErrorsOfThreadsApart) {
  EXPECT_EQ(flame_set_number(nullptr, "width", 1), FLAME_USAGE);
  const std::string local = flame_error();
  std::thread([] {
    EXPECT_STREQ(flame_error(), "");
    EXPECT_EQ(flame_error_status(), FLAME_OK);
  }).join();
  EXPECT_EQ(flame_error(), local);
}

//===-- settings ------------------------------------------------------------------------------===//

TEST_F(LibraryTest, ListsSettingsThatCanBeReadAndSet) {
  const Owned moving = compiled(true);
  size_t numbers = 0, settable = 0;
  for (; const flame_setting *setting = flame_number_at(numbers); ++numbers) {
    SCOPED_TRACE(setting->name);
    EXPECT_STRNE(setting->about, "");
    const double value = number(moving.get(), setting->name);
    EXPECT_TRUE(std::isfinite(value));
    if (!setting->is_settable) {
      EXPECT_EQ(flame_set_number(moving.get(), setting->name, 1), FLAME_USAGE);
      continue;
    }
    ++settable;
    EXPECT_EQ(flame_set_number(moving.get(), setting->name, value), FLAME_OK) << flame_error();
    EXPECT_NEAR(number(moving.get(), setting->name), value, 1e-9 * std::abs(value));
    EXPECT_EQ(flame_reset_number(moving.get(), setting->name), FLAME_OK) << flame_error();
    EXPECT_EQ(number(moving.get(), setting->name), value);
    EXPECT_EQ(flame_set_number(moving.get(), setting->name, NAN), FLAME_USAGE);
  }
  EXPECT_GT(settable, 20u);
  for (size_t i = 0; const flame_setting *setting = flame_text_at(i); ++i)
    EXPECT_NE(flame_get_text(moving.get(), setting->name), nullptr) << setting->name;
}

TEST_F(LibraryTest, RefusesNumbersThatMakeNoSense) {
  const Owned still = compiled();
  EXPECT_EQ(flame_set_number(still.get(), "width", 0), FLAME_USAGE);
  EXPECT_EQ(flame_set_number(still.get(), "width", 1.5), FLAME_USAGE);
  EXPECT_THAT(flame_error(), HasSubstr("'width' is a whole number, found 1.5"));
  EXPECT_EQ(flame_set_number(still.get(), "quality", -1), FLAME_USAGE);
  EXPECT_EQ(flame_set_number(still.get(), "colour", 1), FLAME_USAGE);
  EXPECT_THAT(flame_error(), HasSubstr("there is no number 'colour'"));
  EXPECT_EQ(flame_set_number(still.get(), nullptr, 1), FLAME_USAGE);
  EXPECT_EQ(flame_set_text(still.get(), "device", "cuda"), FLAME_USAGE);
  EXPECT_EQ(flame_set_text(still.get(), "name", "x"), FLAME_USAGE);
  EXPECT_EQ(flame_set_text(still.get(), "filters", "spatial"), FLAME_USAGE);
  EXPECT_EQ(number(still.get(), "width"), 48) << "what was refused changes nothing";
}

TEST_F(LibraryTest, RendersTheSameWithTheSameSettings) {
  const Owned still = compiled();
  const std::vector<uint8_t> first = render(still.get());
  EXPECT_EQ(render(still.get()), first);
  flame_set_number(still.get(), "seed", 5);
  EXPECT_NE(render(still.get()), first);
  flame_reset_number(still.get(), "seed");
  flame_set_number(still.get(), "threads", 3);
  EXPECT_EQ(render(still.get()), first);
  flame_set_number(still.get(), "colorclip.gamma", 2);
  EXPECT_NE(render(still.get()), first);
}

TEST_F(LibraryTest, TimeAndFrameTakeEachOthersPlace) {
  const Owned moving = compiled(true);
  EXPECT_EQ(number(moving.get(), "frame"), 0);
  flame_set_number(moving.get(), "frame", 5);
  EXPECT_EQ(number(moving.get(), "time"), 0.5);
  const std::vector<uint8_t> middle = render(moving.get());
  flame_set_number(moving.get(), "time", 0.5);
  EXPECT_EQ(number(moving.get(), "frame"), 5);
  EXPECT_EQ(render(moving.get()), middle);
  flame_set_number(moving.get(), "time", 1);
  EXPECT_NE(render(moving.get()), middle);
  flame_set_number(moving.get(), "frame", 11);
  std::vector<uint8_t> pixels(flame_buffer_size(moving.get(), FLAME_RGBA8));
  EXPECT_EQ(flame_render(moving.get(), FLAME_RGBA8, pixels.data(), pixels.size()), FLAME_USAGE);
  EXPECT_THAT(flame_error_note(), HasSubstr("0 to 10"));
}

//===-- rendering -----------------------------------------------------------------------------===//

TEST_F(LibraryTest, HasAllFormats) {
  const Owned still = compiled();
  const size_t pixels = 48 * 32;
  EXPECT_EQ(render(still.get(), FLAME_RGBA8).size(), 4 * pixels);
  EXPECT_EQ(render(still.get(), FLAME_RGBA16).size(), 8 * pixels);
  EXPECT_EQ(render(still.get(), FLAME_YUV420P8).size(), pixels * 3 / 2);
  EXPECT_EQ(render(still.get(), FLAME_YUV422P8).size(), pixels * 2);
  EXPECT_EQ(render(still.get(), FLAME_YUV444P8).size(), pixels * 3);
  EXPECT_EQ(render(still.get(), FLAME_YUV420P10).size(), pixels * 3);
  EXPECT_EQ(render(still.get(), FLAME_YUV422P10).size(), pixels * 4);
  EXPECT_EQ(render(still.get(), FLAME_YUV444P10).size(), pixels * 6);
  EXPECT_EQ(flame_buffer_size(still.get(), 9), 0u);
  EXPECT_EQ(flame_error_status(), FLAME_USAGE);

  const std::vector<uint8_t> bytes = render(still.get()),
                             floats = render(still.get(), FLAME_RGBA_FLOAT);
  ASSERT_EQ(floats.size(), 4 * bytes.size());
  for (size_t i = 0; i < bytes.size(); ++i) {
    float value;
    memcpy(&value, &floats[4 * i], sizeof value);
    ASSERT_NEAR(value * 255, bytes[i], 1) << i;
  }
  EXPECT_THAT(flame_get_text(still.get(), "renderer"), HasSubstr("CPU"));
}

TEST_F(LibraryTest, WritesNothingBehindTheBuffer) {
  const Owned still = compiled();
  const size_t size = flame_buffer_size(still.get(), FLAME_RGBA8);
  std::vector<uint8_t> pixels(size + 1, 77);
  EXPECT_EQ(flame_render(still.get(), FLAME_RGBA8, pixels.data(), size - 1), FLAME_USAGE);
  EXPECT_EQ(pixels[0], 77);
  EXPECT_EQ(flame_render(still.get(), FLAME_RGBA8, nullptr, size), FLAME_USAGE);
  EXPECT_EQ(flame_render(still.get(), FLAME_RGBA8, pixels.data(), size), FLAME_OK);
  EXPECT_EQ(pixels[size], 77);
}

TEST_F(LibraryTest, RefusesMemoryOfAGpuOnTheCpu) {
  const Owned still = compiled();
  EXPECT_EQ(flame_render_cuda(still.get(), FLAME_RGBA8, 4096, 1 << 20), FLAME_USAGE);
  EXPECT_THAT(flame_error(), HasSubstr("the CPU does not render into the memory of a GPU"));
}

struct Watched {
  std::vector<double> shares;
  int pictures = 0, endAfter = 1000;
  flame_artefact *artefact = nullptr;

  static int call(void *user, const flame_state *state) {
    auto &self = *static_cast<Watched *>(user);
    self.shares.push_back(state->share);
    self.pictures += state->has_picture;
    // It may read, and nothing else.
    double width;
    EXPECT_EQ(flame_get_number(self.artefact, "width", &width), FLAME_OK);
    EXPECT_EQ(flame_set_number(self.artefact, "width", 5), FLAME_USAGE);
    EXPECT_EQ(flame_render(self.artefact, FLAME_RGBA8, &width, 1), FLAME_USAGE);
    return self.pictures >= self.endAfter;
  }
};

TEST_F(LibraryTest, ShowsAFrameWhileItIsMade) {
  const Owned still = compiled();
  flame_set_number(still.get(), "quality", 4000);
  const std::vector<uint8_t> whole = render(still.get());
  std::vector<uint8_t> pixels(whole.size());
  Watched watched;
  watched.artefact = still.get();
  ASSERT_EQ(flame_render_shown(still.get(), FLAME_RGBA8, pixels.data(), pixels.size(),
                               Watched::call, &watched),
            FLAME_OK)
      << flame_error();
  EXPECT_EQ(pixels, whole);
  EXPECT_GT(watched.pictures, 2);
  EXPECT_EQ(watched.shares.back(), 1);
  ASSERT_EQ(
      flame_render_shown(still.get(), FLAME_RGBA8, pixels.data(), pixels.size(), nullptr, nullptr),
      FLAME_OK);
}

TEST_F(LibraryTest, EndsWhenACallbackWantsThat) {
  const Owned still = compiled();
  flame_set_number(still.get(), "quality", 4000);
  std::vector<uint8_t> pixels(flame_buffer_size(still.get(), FLAME_RGBA8));
  Watched watched;
  watched.artefact = still.get();
  watched.endAfter = 1;
  EXPECT_EQ(flame_render_shown(still.get(), FLAME_RGBA8, pixels.data(), pixels.size(),
                               Watched::call, &watched),
            FLAME_CANCELLED);
  EXPECT_EQ(watched.pictures, 1);
  EXPECT_STREQ(flame_error(), "cancelled");
  EXPECT_EQ(render(still.get()).size(), pixels.size()) << "the next one is rendered";
}

TEST_F(LibraryTest, EndsWhenAnotherThreadCancels) {
  const Owned still = compiled();
  render(still.get()); // compiles
  flame_set_number(still.get(), "quality", 1e9);
  std::vector<uint8_t> pixels(flame_buffer_size(still.get(), FLAME_RGBA8));
  std::atomic<bool> isDone = false;
  std::jthread canceller([&] {
    while (!isDone) { // before it has begun there is nothing to cancel
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      flame_cancel(still.get());
    }
  });
  const int status = flame_render(still.get(), FLAME_RGBA8, pixels.data(), pixels.size());
  isDone = true;
  EXPECT_EQ(status, FLAME_CANCELLED);
}

TEST_F(LibraryTest, ServesThreads) {
  const Owned shared = compiled();
  const std::vector<uint8_t> expected = render(shared.get());
  std::vector<std::jthread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(render(shared.get()), expected); });
    threads.emplace_back([&] {
      const Owned local = compiled();
      EXPECT_EQ(render(local.get()), expected);
    });
  }
}

/// Pages of memory that this process has.
long residentPages() {
  long all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident;
}

TEST_F(LibraryTest, DoesNotGrowFromRenderToRender) {
  // tests/library/many_renders.py does this ten thousand times.
  const Owned still = compiled();
  flame_set_number(still.get(), "quality", 1);
  flame_set_number(still.get(), "threads", 1);
  for (int i = 0; i < 50; ++i)
    render(still.get(), i % 9);
  const long before = residentPages();
  for (int i = 0; i < 200; ++i)
    render(still.get(), i % 9);
  // A sanitizer keeps what was given back for a while.
  const long allowed = FLAME_TEST_SANITIZED ? 1 << 17 : 256;
  EXPECT_LT(residentPages() - before, allowed);
}

} // namespace
} // namespace flame::test
