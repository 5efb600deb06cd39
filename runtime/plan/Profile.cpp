// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads profiles from JSON. Each key that is understood is removed from the document; the remaining
// keys have no effect and are listed. Errors give line and column of broken JSON, and the dotted
// path of a key with a wrong value.

#include "runtime/plan/Profile.h"

#include "artefact/Manifest.h"
#include "support/ParseJson.h"
#include "support/ReadFile.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace flame::rt {

using Json = nlohmann::ordered_json;

namespace {
struct BuiltIn {
  std::string_view name;
  uint32_t width, height;
};
constexpr BuiltIn kBuiltIn[] = {
    {"preview", 640, 360}, {"540p", 960, 540},    {"720p", 1280, 720},    {"1080p", 1920, 1080},
    {"1440p", 2560, 1440}, {"2160p", 3840, 2160}, {"square", 1080, 1080}, {"portrait", 1080, 1920}};
constexpr double kPreviewProfileSamples = 1200;

constexpr uint64_t kMaxFileBytes = 1 << 20;

/// Records the position where a text stops being JSON.
struct SyntaxChecker : nlohmann::json_sax<Json> {
  size_t position = 0;
  std::string problem;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t &) override { return true; }
  bool string(string_t &) override { return true; }
  bool binary(binary_t &) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t &) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t at, const std::string &lastToken,
                   const nlohmann::detail::exception &) override {
    position = at;
    problem = lastToken.empty() ? "unexpected end" : "unexpected '" + lastToken + "'";
    return false;
  }
};

/// Takes keys out of an object. Keeps the first error.
class Taker {
public:
  Taker(Json &object, std::string path, std::optional<Error> &error)
      : object(object), path(std::move(path)), error(error) {}

  bool has(const char *key) const { return object.contains(key); }

  void number(const char *key, double low, double high, auto &&use) {
    take(key, [&](const Json &value) {
      const double found = value.is_number() ? value.get<double>() : NAN;
      if (!(found >= low && found <= high))
        return fail(key, "a number from " + brief(low) + " to " + brief(high), value);
      use(found);
    });
  }

  void integer(const char *key, int64_t low, int64_t high, auto &&use) {
    take(key, [&](const Json &value) {
      const double found = value.is_number() ? value.get<double>() : NAN;
      if (!(found >= double(low) && found <= double(high)) || found != std::floor(found))
        return fail(key, "an integer from " + std::to_string(low) + " to " + std::to_string(high),
                    value);
      use(int64_t(found));
    });
  }

  void text(const char *key, auto &&use) {
    take(key, [&](const Json &value) {
      if (!value.is_string())
        return fail(key, "a string", value);
      use(value.get<std::string>());
    });
  }

  void texts(const char *key, auto &&use) {
    take(key, [&](const Json &value) {
      std::vector<std::string> texts;
      const auto isText = [](const Json &element) { return element.is_string(); };
      if (!value.is_array() || !std::ranges::all_of(value, isText))
        return fail(key, "a list of strings", value);
      for (const Json &element : value)
        texts.push_back(element.get<std::string>());
      use(texts);
    });
  }

  void group(const char *key, auto &&use) {
    const auto found = object.find(key);
    if (found == object.end())
      return;
    if (!found->is_object())
      return fail(key, "an object", *found);
    Taker inner(*found, path + key + ".", error);
    use(inner);
    if (found->empty())
      object.erase(key);
  }

  void fail(const std::string &key, const std::string &problem) {
    if (!error)
      error = Error(ErrorKind::Input, path + key + ": " + problem);
  }

  void fail(const std::string &key, const std::string &expected, const Json &found) {
    std::string got = found.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (got.size() > 40)
      got = got.substr(0, 37) + "...";
    fail(key, "expected " + expected + ", got " + got);
  }

private:
  void take(const char *key, auto &&use) {
    const auto found = object.find(key);
    if (found == object.end())
      return;
    use(*found);
    object.erase(key);
  }

  static std::string brief(double value) {
    char text[32];
    snprintf(text, sizeof(text), "%g", value);
    return text;
  }

  Json &object;
  std::string path;
  std::optional<Error> &error;
};
} // namespace

//===-- built-in profiles ---------------------------------------------------------------------===//

std::optional<Profile> builtInProfile(std::string_view name) {
  const auto *found = std::ranges::find(kBuiltIn, name, &BuiltIn::name);
  if (found == std::end(kBuiltIn))
    return std::nullopt;
  Profile profile;
  profile.width = found->width;
  profile.height = found->height;
  if (name == "preview") {
    profile.samplesPerPixel = kPreviewProfileSamples;
    profile.frames.skip = 1;
  }
  return profile;
}

std::string builtInProfileNames() {
  std::string names;
  for (const BuiltIn &row : kBuiltIn)
    names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

//===-- reading -------------------------------------------------------------------------------===//

/// "name:3:7: error text" for a position in a text.
static Error locatedError(std::string_view text, size_t position, std::string_view name,
                          const std::string &problem) {
  const std::string_view before =
      text.substr(0, std::min(position > 0 ? position - 1 : 0, text.size()));
  const size_t line = size_t(std::ranges::count(before, '\n')) + 1;
  const size_t column = before.size() - (before.rfind('\n') + 1) + 1; // npos + 1 is 0
  return Error(ErrorKind::Input, std::string(name) + ":" + std::to_string(line) + ":" +
                                     std::to_string(column) + ": not JSON: " + problem);
}

static Result<Json> parseObject(std::string_view text, std::string_view name) {
  SyntaxChecker checker;
  if (!Json::sax_parse(text, &checker))
    return locatedError(text, checker.position, name, checker.problem);
  Json document = parseJson<Json>(text);
  if (document.is_discarded())
    return Error(ErrorKind::Input, std::string(name) + ": nested deeper than " +
                                       std::to_string(kMaxJsonDepth) + " levels");
  if (!document.is_object())
    return Error(ErrorKind::Input, std::string(name) + ": a profile is a JSON object");
  return document;
}

/// Parses "yuv420p10" and similar names.
static bool takePixelFormat(const std::string &text, ProfileOutput &output) {
  for (unsigned chroma : {420u, 422u, 444u})
    for (unsigned bits : {8u, 10u})
      if (text == "yuv" + std::to_string(chroma) + "p" + (bits == 10 ? "10" : "") ||
          (bits == 10 && text == "yuv" + std::to_string(chroma) + "p10le")) {
        output.chroma = chroma;
        output.bits = bits;
        return true;
      }
  return false;
}

static void takeOutput(Taker &group, ProfileOutput &output) {
  group.text("type", [&](const std::string &type) { output.type = type; });
  group.number("crf", 0, 255, [&](double crf) { output.quality = crf; });
  group.text("pix_fmt", [&](const std::string &format) {
    if (!takePixelFormat(format, output))
      group.fail("pix_fmt", "yuv420p, yuv444p, yuv420p10 or yuv444p10", format);
  });
  group.text("csp", [&](const std::string &space) {
    if (space != "i420" && space != "i422" && space != "i444")
      return group.fail("csp", "i420, i422 or i444", space);
    output.chroma = unsigned(std::stoul(space.substr(1)));
  });
}

static void takeFilters(Taker &filters, FinishFactors &factors) {
  constexpr double kHuge = 1e6;
  for (const FactorField &field : kFactorFields)
    filters.group(field.group, [&](Taker &group) {
      group.number(field.key, field.minimum, kHuge,
                   [&](double value) { factors.*field.factor = value; });
    });
}

/// Reads cuburn's order of filters. `yuv` undoes cuburn's way of adding up colours, so it has no
/// equivalent here.
static void takeFilterOrder(Taker &document, std::optional<FilterChain> &filters) {
  constexpr const char *kKey = "filter_order";
  document.texts(kKey, [&](const std::vector<std::string> &names) {
    std::string text;
    for (const std::string &name : names)
      if (name != "yuv")
        text += (text.empty() ? "" : ",") + name;
    Result<FilterChain> chain = FilterChain::parse(text);
    if (!chain)
      return document.fail(kKey, chain.error().text());
    filters = *std::move(chain);
  });
}

/// Lists the dotted paths of all remaining values.
static void listLeaves(const Json &value, const std::string &path,
                       std::vector<std::string> &leaves) {
  if (!value.is_object()) {
    leaves.push_back(path);
    return;
  }
  for (const auto &[key, inner] : value.items())
    listLeaves(inner, path.empty() ? key : path + "." + key, leaves);
}

static void takeProfile(Taker &document, Profile &profile) {
  constexpr int64_t kManyFrames = int64_t(1) << 40;
  document.text("type", [&](const std::string &type) {
    if (type != "profile")
      document.fail("type", "\"profile\"", type);
  });
  document.text("name", [](const std::string &) {});
  document.number("duration", 1e-3, 1e7, [&](double seconds) { profile.duration = seconds; });
  document.number("fps", 0.001, 1000, [&](double fps) {
    if (Result<FrameRate> rate = makeFrameRate(fps))
      profile.rate = *rate;
  });
  document.number("frame_width", 0, 1e6, [&](double width) { profile.frameWidth = width; });
  ProfileFrames &frames = profile.frames;
  document.integer("start", 0, kManyFrames, [&](int64_t start) { frames.start = start; });
  document.integer("end", -kManyFrames, kManyFrames, [&](int64_t end) { frames.end = end; });
  document.integer("skip", 0, 1 << 30, [&](int64_t skip) { frames.skip = uint32_t(skip); });
  document.number("shard", 0, 1e7, [&](double seconds) { profile.shard = seconds; });
  document.integer("width", 1, FrameDefaults::kMaxWidth,
                   [&](int64_t width) { profile.width = uint32_t(width); });
  document.integer("height", 1, FrameDefaults::kMaxHeight,
                   [&](int64_t height) { profile.height = uint32_t(height); });
  document.number("spp", 1e-6, 1e12, [&](double spp) { profile.samplesPerPixel = spp; });
  document.group("filters", [&](Taker &filters) { takeFilters(filters, profile.factors); });
  takeFilterOrder(document, profile.filters);
  document.group("output", [&](Taker &output) { takeOutput(output, profile.output); });
}

Result<Profile> parseProfile(std::string_view json, std::string_view name) {
  FLAME_TRY_ASSIGN(Json document, parseObject(json, name));
  Profile profile;
  std::optional<Error> error;
  Taker taker(document, "", error);
  takeProfile(taker, profile);
  if (error)
    return std::move(error->addContext(name));
  listLeaves(document, "", profile.ignored);
  if (profile.shard > 0) // segments cover whole animations
    profile.frames = {};
  return profile;
}

Result<Profile> findProfile(const std::string &nameOrPath) {
  if (std::optional<Profile> profile = builtInProfile(nameOrPath))
    return *std::move(profile);
  std::error_code ignored;
  if (!std::filesystem::path(nameOrPath).has_extension() &&
      !std::filesystem::exists(nameOrPath, ignored))
    return Error(ErrorKind::Usage, "unknown profile '" + nameOrPath + "'",
                 "give a JSON file, or one of " + builtInProfileNames());
  FLAME_TRY_ASSIGN(std::vector<std::byte> bytes, readFile(nameOrPath, kMaxFileBytes));
  return parseProfile({reinterpret_cast<const char *>(bytes.data()), bytes.size()}, nameOrPath);
}

//===-- frames --------------------------------------------------------------------------------===//

Result<std::vector<int64_t>> chooseFrames(std::vector<int64_t> frames,
                                          const ProfileFrames &wanted) {
  const int64_t count = int64_t(frames.size());
  const int64_t end = wanted.end.value_or(count);
  const int64_t stop = std::clamp<int64_t>(end < 0 ? count + end : end, 0, count);
  std::vector<int64_t> chosen;
  for (int64_t i = wanted.start.value_or(0); i < stop; i += int64_t(wanted.skip) + 1)
    chosen.push_back(frames[size_t(i)]);
  if (chosen.empty())
    return Error(ErrorKind::Input,
                 "the profile's start and end leave none of the " + std::to_string(count) +
                     " frames",
                 "choose frames with --frames");
  return chosen;
}

} // namespace flame::rt
