// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Manifest to JSON and back. The `describe` functions describe every key and its range once; a
// Writer and a Reader visit that description. Writing ends with reading the result, so both sides
// enforce the same rules.

#include "artefact/Manifest.h"

#include "runtime/shared/Track.h"
#include "support/Limits.h"
#include "support/ParseJson.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

namespace flame::rt {

using Json = nlohmann::ordered_json;

namespace {

/// Far beyond any real flame. Keeps size computations from overflowing.
constexpr uint32_t kMaxCount = 1u << 20;
/// The compiler's 1e36, for slopes of tracks.
constexpr double kAnySlope = 1e36f;
/// 64 MiB per parameter block.
constexpr uint32_t kMaxBlockFloats = 1u << 24;
constexpr size_t kMaxText = 1 << 16, kMaxEntries = 256;

constexpr std::string_view kFormat = "flame";

/// The names of the values of abi::Domain, in its order.
constexpr std::string_view kDomainNames[] = {"linear", "magnitude"};

/// A value of FrameDefaults that may change over time.
struct AnimatedField {
  std::string_view key;
  double low, high;
  double &(*in)(FrameDefaults &);
};

#define FLAME_FIELD(member) [](FrameDefaults &frame) -> double & { return frame.member; }
constexpr AnimatedField kAnimatedFields[] = {
#define FLAME_ANIMATED_FIELDS
#include "artefact/FrameSettings.inc"
};
#undef FLAME_FIELD

} // namespace

static const AnimatedField *findAnimatedField(std::string_view key) {
  const auto *found = std::ranges::find(kAnimatedFields, key, &AnimatedField::key);
  return found == std::end(kAnimatedFields) ? nullptr : found;
}

namespace {

/// Builds JSON from the visited members.
class Writer {
public:
  explicit Writer(Json &object) : object(object) {}

  void number(const char *key, uint32_t value, uint32_t, uint32_t) { object[key] = value; }
  void number(const char *key, double value, double, double) { object[key] = value; }
  void color(const char *key, const std::array<double, 3> &value) { object[key] = value; }
  void points(const char *key, const std::vector<double> &value) { object[key] = value; }
  void text(const char *key, const std::string &value) { object[key] = value; }
  void flag(const char *key, bool value) { object[key] = value; }
  void word(const char *key, const std::string &value, std::initializer_list<std::string_view>) {
    object[key] = value;
  }
  void list(const char *key, const std::vector<std::string> &value) { object[key] = value; }
  void table(const char *key, const std::map<std::string, std::string> &value) {
    object[key] = Json::object();
    for (const auto &[name, text] : value)
      object[key][name] = text;
  }
  void knots(const char *key, const std::vector<abi::Knot> &value) {
    object[key] = Json::array();
    for (const abi::Knot &knot : value)
      object[key].push_back({knot.time, knot.value, knot.slopeIn, knot.slopeOut});
  }
  void fuse(const char *key, const std::vector<FuseKnot> &value) {
    object[key] = Json::array();
    for (const FuseKnot &knot : value)
      object[key].push_back({knot.time, knot.rounds});
  }
  void domain(const char *key, abi::Domain value) { object[key] = kDomainNames[size_t(value)]; }
  template <class Tracks> void tracks(const char *key, const Tracks &value) {
    object[key] = Json::object();
    for (const auto &[name, track] : value) {
      Writer inner(object[key][name] = Json::object());
      describe(inner, track);
    }
  }
  template <class T> void group(const char *key, const T &value) {
    Writer inner(object[key] = Json::object());
    describe(inner, value);
  }

private:
  Json &object;
};

/// Fills the visited members from JSON. Keeps the first error.
class Reader {
public:
  Reader(const Json &object, std::string path, std::optional<Error> &error)
      : object(object), path(std::move(path)), error(error) {}

  void number(const char *key, uint32_t &value, uint32_t low, uint32_t high) {
    if (const Json *found = find(key))
      take(key, *found, value, low, high);
  }

  void number(const char *key, double &value, double low, double high) {
    if (const Json *found = find(key))
      take(key, *found, value, low, high);
  }

  void color(const char *key, std::array<double, 3> &value) {
    const Json *found = find(key);
    if (!found)
      return;
    if (!found->is_array() || found->size() != value.size())
      return mismatch(key, "three numbers", *found);
    for (size_t i = 0; i < value.size(); ++i)
      take(std::string(key) + "[" + std::to_string(i) + "]", (*found)[i], value[i], -kAnything,
           kAnything);
  }

  void points(const char *key, std::vector<double> &value) {
    const Json *found = find(key);
    if (!found)
      return;
    if (!found->is_array() || found->size() > kMaxCurveNumbers || found->size() % 2 != 0)
      return mismatch(key, "pairs of numbers", *found);
    for (size_t i = 0; i < found->size(); ++i)
      take(std::string(key) + "[" + std::to_string(i) + "]", (*found)[i], value.emplace_back(),
           -kAnything, kAnything);
  }

  void text(const char *key, std::string &value) {
    if (const Json *found = find(key))
      take(key, *found, value);
  }

  /// One of `words`, or any keyword if `words` is empty.
  void word(const char *key, std::string &value, std::initializer_list<std::string_view> words) {
    const Json *found = find(key);
    if (!found)
      return;
    take(key, *found, value);
    bool known = words.size() ? std::ranges::find(words, value) != words.end() : isKeyword(value);
    std::string expected;
    for (std::string_view word : words)
      expected += (expected.empty() ? "'" : ", '") + std::string(word) + "'";
    if (!error && !known)
      mismatch(key, expected.empty() ? "a keyword" : "one of " + expected, *found);
  }

  void flag(const char *key, bool &value) {
    const Json *found = find(key);
    if (found && !found->is_boolean())
      return mismatch(key, "true or false", *found);
    if (found)
      value = found->get<bool>();
  }

  void list(const char *key, std::vector<std::string> &value) {
    const Json *found = find(key);
    if (!found)
      return;
    if (!found->is_array() || found->size() > kMaxEntries)
      return mismatch(key, "a list of at most " + std::to_string(kMaxEntries) + " strings", *found);
    for (size_t i = 0; i < found->size(); ++i)
      take(std::string(key) + "[" + std::to_string(i) + "]", (*found)[i], value.emplace_back());
  }

  void table(const char *key, std::map<std::string, std::string> &value) {
    const Json *found = find(key);
    if (!found)
      return;
    if (!found->is_object() || found->size() > kMaxEntries)
      return mismatch(key, "an object of at most " + std::to_string(kMaxEntries) + " strings",
                      *found);
    for (const auto &[name, text] : found->items())
      take(std::string(key) + "." + name, text, value[name]);
  }

  /// Knots as lists of time, value, slope before and slope after.
  void knots(const char *key, std::vector<abi::Knot> &value) {
    takeKnots(key, value, kMaxTrackKnots, 4, "four numbers",
              [&](const std::string &name, const Json &knot, abi::Knot &made) {
                float *const numbers[] = {&made.time, &made.value, &made.slopeIn, &made.slopeOut};
                for (size_t n = 0; n < 4; ++n) {
                  const double most = n < 2 ? kAnything : kAnySlope;
                  take(name + "[" + std::to_string(n) + "]", knot[n], *numbers[n], -most, most);
                }
              });
  }

  /// Warm-up knots as pairs of time and rounds.
  void fuse(const char *key, std::vector<FuseKnot> &value) {
    takeKnots(key, value, kMaxFuseKnots, 2, "a time and rounds",
              [&](const std::string &name, const Json &knot, FuseKnot &made) {
                take(name + "[0]", knot[0], made.time, -kAnything, kAnything);
                take(name + "[1]", knot[1], made.rounds, 0, kMaxCount);
              });
  }

  void domain(const char *key, abi::Domain &value) {
    std::string name;
    word(key, name, {kDomainNames[0], kDomainNames[1]});
    value = name == kDomainNames[1] ? abi::Domain::Log : abi::Domain::Linear;
  }

  /// Curves under the keys of kAnimatedFields.
  template <class Tracks> void tracks(const char *key, Tracks &value) {
    const Json *found = find(key);
    if (!found)
      return;
    if (!found->is_object())
      return mismatch(key, "an object", *found);
    for (const auto &[name, track] : found->items()) {
      const std::string member = std::string(key) + "." + name;
      if (!findAnimatedField(name))
        return fail(member, "nothing of that name changes over time");
      if (!track.is_object())
        return mismatch(member, "an object", track);
      Reader inner(track, path + member + ".", error);
      describe(inner, value[name]);
    }
  }

  template <class T> void group(const char *key, T &value) {
    const Json *found = find(key);
    if (!found)
      return;
    if (!found->is_object())
      return mismatch(key, "an object", *found);
    Reader inner(*found, path + key + ".", error);
    describe(inner, value);
  }

  void fail(const std::string &key, const std::string &why) {
    if (!error)
      error = Error(ErrorKind::Input, path + key + ": " + why);
  }

private:
  static bool isKeyword(std::string_view text) {
    auto allowed = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    };
    return !text.empty() && text.size() <= 32 && std::ranges::all_of(text, allowed);
  }

  const Json *find(const char *key) {
    auto found = object.find(key);
    if (found == object.end()) {
      fail(key, "missing");
      return nullptr;
    }
    return &*found;
  }

  void mismatch(const std::string &key, const std::string &expected, const Json &found) {
    std::string got = found.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (got.size() > 40)
      got = got.substr(0, 37) + "...";
    fail(key, "expected " + expected + ", got " + got);
  }

  void take(const std::string &key, const Json &found, uint32_t &value, uint32_t low,
            uint32_t high) {
    const bool isWhole = found.is_number_unsigned();
    if (!isWhole || found.get<uint64_t>() < low || found.get<uint64_t>() > high)
      return mismatch(key, "an integer from " + std::to_string(low) + " to " + std::to_string(high),
                      found);
    value = found.get<uint32_t>();
  }

  void take(const std::string &key, const Json &found, float &value, double low, double high) {
    double number = 0;
    take(key, found, number, low, high);
    value = float(number);
  }

  void take(const std::string &key, const Json &found, double &value, double low, double high) {
    double number = found.is_number() ? found.get<double>() : NAN;
    if (!(number >= low && number <= high)) // also catches NaN
      return mismatch(key, "a number" + rangeText(low, high), found);
    value = number;
  }

  void take(const std::string &key, const Json &found, std::string &value) {
    if (!found.is_string() || found.get_ref<const std::string &>().size() > kMaxText)
      return mismatch(key, "a string", found);
    value = found.get<std::string>();
  }

  /// A list of 1 to `most` knots, each of `size` numbers (in messages: `numbers`), in ascending
  /// time. `takeKnot` reads one knot.
  template <class Knot, class TakeKnot>
  void takeKnots(const char *key, std::vector<Knot> &value, size_t most, size_t size,
                 const char *numbers, TakeKnot takeKnot) {
    const Json *found = find(key);
    if (!found)
      return;
    if (!found->is_array() || found->empty() || found->size() > most)
      return mismatch(key, "a list of 1 to " + std::to_string(most) + " knots", *found);
    value.clear();
    for (size_t i = 0; i < found->size() && !error; ++i) {
      const std::string name = std::string(key) + "[" + std::to_string(i) + "]";
      const Json &knot = (*found)[i];
      if (!knot.is_array() || knot.size() != size)
        return mismatch(name, std::string("a knot of ") + numbers, knot);
      takeKnot(name, knot, value.emplace_back());
      if (i > 0 && !(value[i - 1].time < value[i].time))
        return fail(name, "the times of knots must ascend");
    }
  }

  static std::string rangeText(double low, double high) {
    if (low <= -kAnything)
      return "";
    char text[80];
    snprintf(text, sizeof(text), " from %g to %g", low, high);
    return text;
  }

  const Json &object;
  std::string path;
  std::optional<Error> &error;
};

// NOLINTBEGIN(llvm-prefer-static-over-anonymous-namespace): visitors find these by namespace
template <class Visitor, class Frame>
  requires std::same_as<std::remove_const_t<Frame>, FrameDefaults>
void describe(Visitor &v, Frame &frame) {
#define FLAME_FRAME_FIELDS
#include "artefact/FrameSettings.inc"
}

template <class Visitor, class Track>
  requires std::same_as<std::remove_const_t<Track>, FrameTrack>
void describe(Visitor &v, Track &track) {
  v.domain("domain", track.domain);
  v.knots("knots", track.knots);
}

template <class Visitor, class Layout>
  requires std::same_as<std::remove_const_t<Layout>, abi::BlockLayout>
void describe(Visitor &v, Layout &layout) {
  v.number("xforms", layout.xforms, 1, kMaxXforms);
  v.number("xaos_offset", layout.xaosOffset, 0, kMaxBlockFloats);
  v.number("slots_offset", layout.slotsOffset, 0, kMaxBlockFloats);
  v.number("shared_floats", layout.sharedFloats, 0, kMaxBlockFloats);
  v.number("weights_offset", layout.weightsOffset, 0, kMaxBlockFloats);
  v.number("chaos_offset", layout.chaosOffset, 0, kMaxBlockFloats);
  v.number("view_offset", layout.viewOffset, 0, kMaxBlockFloats);
  v.number("block_floats", layout.blockFloats, 1, kMaxBlockFloats);
}

template <class Visitor, class M>
  requires std::same_as<std::remove_const_t<M>, Manifest>
void describe(Visitor &v, M &manifest) {
  v.text("name", manifest.name);
  v.text("author", manifest.author);
  v.text("url", manifest.url);
  v.text("dialect", manifest.dialect);
  v.table("tools", manifest.tools);
  v.number("duration", manifest.duration, 0.0, kAnything);
  v.word("time_unit", manifest.timeUnit, {"frames", "units"});
  v.number("start_time", manifest.startTime, -kAnything, kAnything);
  v.flag("loops", manifest.loops);
  v.group("frame", manifest.frame);
  v.tracks("frame_tracks", manifest.frameTracks);
  v.group("layout", manifest.layout);
  v.number("features", manifest.features, 0, ~0u);
  v.number("points_per_block", manifest.pointsPerBlock, 1, kMaxCount);
  v.fuse("fuse", manifest.fuse);
  v.list("targets", manifest.targets);
  v.text("ptx_target", manifest.ptxTarget);
}
// NOLINTEND(llvm-prefer-static-over-anonymous-namespace)

} // namespace

FrameDefaults Manifest::frameAt(double time) const {
  FrameDefaults result = frame;
  for (const auto &[key, track] : frameTracks) {
    const AnimatedField *field = findAnimatedField(key);
    assert(field && !track.knots.empty() && "the manifest was checked");
    const double value =
        trackValue(track.domain, track.knots.data(), uint32_t(track.knots.size()), time);
    // Curves may leave the range that can be rendered.
    field->in(result) = std::clamp(value, field->low, field->high);
  }
  return result;
}

/// Rounded up, so that every instant has at least the rounds of its line.
static uint32_t fuseAt(const std::vector<FuseKnot> &knots, double time) {
  assert(!knots.empty() && "the manifest was checked");
  const auto after = std::ranges::upper_bound(knots, time, {}, &FuseKnot::time);
  if (after == knots.begin() || after == knots.end())
    return after == knots.begin() ? knots.front().rounds : knots.back().rounds;
  const FuseKnot &before = after[-1];
  const double share = (time - before.time) / (double(after->time) - before.time);
  return uint32_t(
      std::ceil(before.rounds + share * (double(after->rounds) - double(before.rounds))));
}

uint32_t Manifest::fuseWithin(double first, double last) const {
  uint32_t longest = std::max(fuseAt(fuse, first), fuseAt(fuse, last));
  for (const FuseKnot &knot : fuse)
    if (first < knot.time && knot.time < last)
      longest = std::max(longest, knot.rounds);
  return longest;
}

/// Checks that the sections of a block lie in order within it, as abi/Abi.h describes them.
static void checkLayout(Reader &reader, const Manifest &manifest) {
  const abi::BlockLayout &layout = manifest.layout;
  uint64_t n = layout.xforms;
  bool xaos = manifest.features & abi::kXaos;
  struct Section {
    const char *key;
    uint64_t offset, floats, end;
  };
  auto inside = [&](const Section &section) {
    if (section.offset % 4 != 0)
      reader.fail(section.key,
                  std::to_string(section.offset) + " is not a multiple of four floats");
    if (section.offset + section.floats > section.end)
      reader.fail(section.key, "the section ends at float " +
                                   std::to_string(section.offset + section.floats) + ", beyond " +
                                   std::to_string(section.end));
  };
  if ((layout.xaosOffset != 0) != xaos || (layout.chaosOffset != 0) != xaos)
    return reader.fail("layout.xaos_offset", "the features and the layout disagree about xaos");
  inside({"layout.block_floats", layout.blockFloats, 0, kMaxBlockFloats});
  inside({"layout.shared_floats", layout.sharedFloats, 0, layout.blockFloats});
  inside({"layout.slots_offset", layout.slotsOffset, 0, layout.sharedFloats});
  inside(
      {"layout.xforms", abi::kCumulativeOffset, n, xaos ? layout.xaosOffset : layout.slotsOffset});
  if (xaos) {
    inside({"layout.xaos_offset", layout.xaosOffset, n * n, layout.slotsOffset});
    inside({"layout.chaos_offset", layout.chaosOffset, n * n, layout.blockFloats});
  }
  constexpr uint64_t kViewFloats = 5; // center x and y, scale, zoom, rotation
  inside({"layout.weights_offset", layout.weightsOffset, n, layout.blockFloats});
  inside({"layout.view_offset", layout.viewOffset, kViewFloats, layout.blockFloats});
}

static void checkTargets(Reader &reader, const Manifest &manifest) {
  auto valid = [](std::string_view target) {
    auto allowed = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); };
    return target.size() >= 5 && target.size() <= 12 && target.starts_with("sm_") &&
           target[3] >= '1' && target[3] <= '9' && target[4] >= '0' && target[4] <= '9' &&
           std::ranges::all_of(target.substr(3), allowed);
  };
  for (const std::string &target : manifest.targets)
    if (!valid(target) || std::ranges::count(manifest.targets, target) != 1)
      reader.fail("targets", "expected different targets such as sm_90, got '" + target + "'");
  if (!manifest.ptxTarget.empty() && !valid(manifest.ptxTarget))
    reader.fail("ptx_target", "expected a target such as sm_80, got '" + manifest.ptxTarget + "'");
}

Result<Manifest> readManifest(std::string_view text) {
  const Json json = parseJson<Json>(text);
  if (!json.is_object())
    return Error(ErrorKind::Input, "the manifest is not a JSON object");

  // The version comes first: all other keys depend on it.
  auto format = json.find("format"), version = json.find("version");
  if (format == json.end() || *format != kFormat)
    return Error(ErrorKind::Input, "the manifest is not that of a flame");
  if (version == json.end() || !version->is_number_unsigned() || *version != abi::kVersion)
    return Error(
        ErrorKind::Input,
        "the manifest has version " + (version == json.end() ? "none" : version->dump()) +
            ", this program reads version " + std::to_string(abi::kVersion),
        "use the flamerun that belongs to the flamec that made the file, or compile it again");

  Manifest manifest;
  std::optional<Error> error;
  Reader reader(json, "", error);
  describe(reader, manifest);
  if (!error && double(manifest.frame.width) * manifest.frame.height > kMaxPixels)
    reader.fail("frame.width", "the frame has more than 1e9 pixels");
  if (!error)
    checkLayout(reader, manifest);
  if (!error)
    checkTargets(reader, manifest);
  if (error)
    return std::move(error->addContext("manifest"));
  return manifest;
}

Result<std::string> writeManifest(const Manifest &manifest) {
  Json json;
  json["format"] = kFormat;
  json["version"] = abi::kVersion;
  Writer writer(json);
  describe(writer, manifest);
  std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  FLAME_TRY(readManifest(text));
  return text;
}

} // namespace flame::rt
