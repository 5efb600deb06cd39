// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers and texts of an artefact by name. Each table row holds a setting's name, its bounds,
// its getter and its setter.

#include "library/Handle.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace flame::library {

using namespace rt;

static constexpr double kNoBound = std::numeric_limits<double>::infinity();
/// The limits of 32 bits, and of exact whole numbers in a double.
static constexpr double kMostUnits = UINT32_MAX, kMostCounts = 9007199254740992.0;
/// Lower bound of numbers that must be above 0.
static constexpr double kLeast = std::numeric_limits<double>::min();

//===-- numbers -------------------------------------------------------------------------------===//

namespace {

/// A number. `set` receives a finite value within the bounds, or nothing to reset the number.
struct Number {
  flame_setting setting;
  bool isWhole;
  double (*get)(const flame_artefact &);
  void (*set)(flame_artefact &, std::optional<double>);
};

} // namespace

static const FrameDefaults &defaultsOf(const flame_artefact &artefact) {
  return artefact.artefact.manifest().frame;
}

/// Reads a value of the clock. Returns 0 if the settings do not make a valid clock.
static double ofClock(const flame_artefact &artefact, double (*value)(const FrameClock &)) {
  const Result<FrameClock> clock =
      FrameClock::create(artefact.artefact.manifest(), artefact.choices.clock);
  return clock ? value(*clock) : 0;
}

/// A read-only number of the artefact.
#define FLAME_FACT(name, about, value)                                                             \
  {{name, about, 0, 0, 0}, false, [](const flame_artefact &a) -> double { return value; }, nullptr}
/// An optional member of FrameRequest. If absent, the artefact's value applies.
#define FLAME_OPTIONAL(name, about, least, most, isWhole, member, ofArtefact)                      \
  {{name, about, 1, least, most},                                                                  \
   isWhole,                                                                                        \
   [](const flame_artefact &a) -> double {                                                         \
     return double(a.choices.request.member.value_or(ofArtefact));                                 \
   },                                                                                              \
   [](flame_artefact &a, std::optional<double> value) {                                            \
     using Member = decltype(a.choices.request.member)::value_type;                                \
     a.choices.request.member.reset();                                                             \
     if (value)                                                                                    \
       a.choices.request.member.emplace(Member(*value));                                           \
   }}
/// A member of Choices that always has a value.
#define FLAME_CHOICE(name, about, least, most, isWhole, member)                                    \
  {{name, about, 1, least, most},                                                                  \
   isWhole,                                                                                        \
   [](const flame_artefact &a) -> double { return double(a.choices.member); },                     \
   [](flame_artefact &a, std::optional<double> value) {                                            \
     a.choices.member = value ? decltype(a.choices.member)(*value) : Choices().member;             \
   }}

static double frameOf(const flame_artefact &artefact) {
  const Result<FrameRequest> request = artefact.request(kRgba8);
  return request ? double(int64_t(request->frame)) : 0;
}

static double timeOf(const flame_artefact &artefact) {
  const Result<FrameRequest> request = artefact.request(kRgba8);
  return request ? request->time : 0;
}

static void setTime(flame_artefact &artefact, std::optional<double> time) {
  artefact.choices.time = time;
  artefact.choices.frame.reset();
}

static void setFrame(flame_artefact &artefact, std::optional<double> frame) {
  artefact.choices.time.reset();
  artefact.choices.frame.reset();
  if (frame)
    artefact.choices.frame = int64_t(*frame);
}

static double samplesOf(const flame_artefact &artefact) {
  const Result<FrameRequest> request = artefact.request(kRgba8);
  return request ? plannedSamples(artefact.artefact.manifest(), *request) : 0;
}

/// The fuse of the frame if it is not set.
static double fuseOf(const flame_artefact &artefact) {
  const Result<FrameRequest> request = artefact.request(kRgba8);
  return request ? plannedFuse(artefact.artefact.manifest(), *request) : 0;
}

static void setRate(flame_artefact &artefact, std::optional<double> perSecond) {
  artefact.choices.clock.rate = FrameRate();
  if (perSecond)
    if (const Result<FrameRate> rate = makeFrameRate(*perSecond))
      artefact.choices.clock.rate = *rate;
}

static void setTrust(flame_artefact &artefact, std::optional<double> value) {
  artefact.choices.trust = value.value_or(0) != 0;
  artefact.closeDevice();
}

static const Number kNumbers[] = {
    FLAME_OPTIONAL("width", "of the picture, in pixels", 1, kMostUnits, true, width,
                   defaultsOf(a).width),
    FLAME_OPTIONAL("height", "of the picture, in pixels; the view keeps its width", 1, kMostUnits,
                   true, height, defaultsOf(a).height),
    FLAME_OPTIONAL("quality", "samples per pixel", kLeast, kNoBound, false, quality,
                   defaultsOf(a).quality),
    FLAME_OPTIONAL("supersample", "buckets per pixel and axis", 1, FrameDefaults::kMaxSupersample,
                   true, supersample, defaultsOf(a).supersample),
    FLAME_OPTIONAL("estimator_radius", "of density estimation, in pixels; 0 switches it off", 0,
                   kNoBound, false, estimatorRadius, defaultsOf(a).estimatorRadius),
    {{"time", "of an animation, 0 to 1", 1, 0, 1}, false, timeOf, setTime},
    {{"frame", "of an animation, from first_frame to last_frame; instead of time", 1, -kMostCounts,
      kMostCounts},
     true,
     frameOf,
     setFrame},
    FLAME_CHOICE("seed", "of the random streams; the same seed gives the same picture", 0,
                 kMostCounts, true, request.seed),
    FLAME_CHOICE("shutter", "length of an exposure, in frames; 0: no motion blur", 0, kNoBound,
                 false, clock.frameWidth),
    FLAME_OPTIONAL("temporal_samples", "instants of an exposure", 1, kMostUnits, true,
                   temporalSamples, defaultsOf(a).temporalSamples),
    FLAME_CHOICE("jitter", "antialiasing by moving the camera, in pixels", 0, kNoBound, false,
                 request.jitter),
    {{"fps", "frames per second of an animation", 1, 0.001, 1000},
     false,
     [](const flame_artefact &a) { return a.choices.clock.rate.perSecond(); },
     setRate},
    FLAME_CHOICE("seconds_per_unit", "of an animation whose length is counted in units", kLeast,
                 kNoBound, false, clock.secondsPerUnit),
    FLAME_CHOICE("transparency", "1: alpha instead of the background", 0, 1, true,
                 request.transparency),
    FLAME_CHOICE("early_clip", "1: colours are made before the spatial filter", 0, 1, true,
                 request.earlyClip),
    FLAME_CHOICE("pixel_aspect", "width of a pixel over its height", kLeast, kNoBound, false,
                 request.pixelAspect),
    FLAME_OPTIONAL("fuse", "rounds before counting", 0, 1 << 20, true, fuse, fuseOf(a)),
    FLAME_CHOICE("threads", "of the CPU; 0: one per processor", 0, kMostUnits, true,
                 request.threads),
    {{"trust", "1: code on the GPU that no flamec of the user's made, as it is", 1, 0, 1},
     true,
     [](const flame_artefact &a) { return double(a.choices.trust); },
     setTrust},
    FLAME_FACT("duration", "of an animation, in frames or units; 0: a still",
               a.artefact.manifest().duration),
    FLAME_FACT("loops", "1: the end flows into the start", a.artefact.manifest().loops),
    FLAME_FACT("first_frame", "of an animation",
               ofClock(a, [](const FrameClock &clock) { return double(clock.first()); })),
    FLAME_FACT("last_frame", "of an animation",
               ofClock(a, [](const FrameClock &clock) { return double(clock.last()); })),
    FLAME_FACT("seconds", "that an animation plays",
               ofClock(a, [](const FrameClock &clock) { return clock.seconds(); })),
    FLAME_FACT("samples", "that a frame takes", samplesOf(a)),
    FLAME_FACT("xforms", "of the flame, without a final one", a.artefact.manifest().layout.xforms),
};

#undef FLAME_FACT
#undef FLAME_OPTIONAL
#undef FLAME_CHOICE

/// The factors of profiles are settings too: "colorclip.gamma".
static const std::vector<std::pair<std::string, flame_setting>> &factorSettings() {
  static const auto *settings = [] {
    auto *made = new std::vector<std::pair<std::string, flame_setting>>;
    for (const FactorField &field : kFactorFields)
      made->push_back({std::string(field.group) + "." + field.key, {}});
    for (size_t i = 0; i < made->size(); ++i)
      (*made)[i].second = {(*made)[i].first.c_str(), "factor on what the artefact has", 1,
                           kFactorFields[i].minimum, kNoBound};
    return made;
  }();
  return *settings;
}

static const Number *findNumber(std::string_view name) {
  for (const Number &number : kNumbers)
    if (name == number.setting.name)
      return &number;
  return nullptr;
}

static const FactorField *findFactor(std::string_view name) {
  const auto &settings = factorSettings();
  for (size_t i = 0; i < settings.size(); ++i)
    if (settings[i].first == name)
      return &kFactorFields[i];
  return nullptr;
}

static Error unknown(const char *what, std::string_view name) {
  return Error(ErrorKind::Usage,
               std::string("there is no ") + what + " '" + std::string(name) + "'",
               std::string("flame_") + what + "_at lists them");
}

static Status checkNumber(const flame_setting &setting, bool isWhole, double value) {
  const std::string name = std::string("'") + setting.name + "'";
  if (!setting.is_settable)
    return Error(ErrorKind::Usage, name + " can only be read");
  char text[160];
  if (!std::isfinite(value) || value < setting.minimum || value > setting.maximum) {
    snprintf(text, sizeof text, " is to be from %g to %g, found %g", setting.minimum,
             setting.maximum, value);
    return Error(ErrorKind::Usage, name + text);
  }
  if (isWhole && value != std::floor(value)) {
    snprintf(text, sizeof text, " is a whole number, found %g", value);
    return Error(ErrorKind::Usage, name + text);
  }
  return {};
}

/// Rejects changes by a callback. They would alter the running render.
static Status checkIdle(const flame_artefact &artefact) {
  if (artefact.isRendering)
    return Error(ErrorKind::Usage, "a callback only reads the artefact it belongs to");
  return {};
}

static Status setNumber(flame_artefact &artefact, const char *name, std::optional<double> value) {
  if (!name)
    return Error(ErrorKind::Usage, "a number has a name");
  FLAME_TRY(checkIdle(artefact));
  if (const FactorField *factor = findFactor(name)) {
    if (value)
      FLAME_TRY(checkNumber({name, "", 1, factor->minimum, kNoBound}, false, *value));
    artefact.choices.request.factors.*factor->factor = value.value_or(1);
    return {};
  }
  const Number *number = findNumber(name);
  if (!number)
    return unknown("number", name);
  FLAME_TRY(checkNumber(number->setting, number->isWhole,
                        value.value_or(std::max(0.0, number->setting.minimum))));
  number->set(artefact, value);
  return {};
}

static Result<double> getNumber(const flame_artefact &artefact, const char *name) {
  if (!name)
    return Error(ErrorKind::Usage, "a number has a name");
  if (const FactorField *factor = findFactor(name))
    return artefact.choices.request.factors.*factor->factor;
  if (const Number *number = findNumber(name))
    return number->get(artefact);
  return unknown("number", name);
}

//===-- texts ---------------------------------------------------------------------------------===//

static constexpr flame_setting kTexts[] = {
    {"device", "that renders: auto, cuda:0, cuda:1 ..., cpu", 1, 0, 0},
    {"filters", "in their order, with values: logscale(brightness=4),spatial,colorclip", 1, 0, 0},
    {"renderer", "the device that renders; empty before the first frame", 0, 0, 0},
    {"fallback", "why that is not the GPU that auto prefers; empty if it is", 0, 0, 0},
    {"name", "of the flame", 0, 0, 0},
    {"author", "of the flame", 0, 0, 0},
    {"url", "of whoever made it", 0, 0, 0},
    {"time_unit", "what the duration counts: frames or units", 0, 0, 0},
    {"genome", "the text that the artefact was made of", 0, 0, 0},
    {"animation", "the flame over time, as JSON", 0, 0, 0},
    {"targets", "the GPUs that there is machine code for, with spaces between", 0, 0, 0},
    {"messages", "warnings of the compiler, line by line", 0, 0, 0},
};

static Status setText(flame_artefact &artefact, std::string_view name, const std::string &value) {
  if (name == "device") {
    FLAME_TRY(checkDevice(value));
    if (value != artefact.choices.device)
      artefact.closeDevice();
    artefact.choices.device = value;
    return {};
  }
  if (name == "filters") {
    if (value.empty()) {
      artefact.choices.request.filters.reset();
      return {};
    }
    FLAME_TRY_ASSIGN(artefact.choices.request.filters, FilterChain::parse(value));
    return {};
  }
  for (const flame_setting &text : kTexts)
    if (name == text.name)
      return Error(ErrorKind::Usage, "'" + std::string(name) + "' can only be read");
  return unknown("text", name);
}

static std::string targetsOf(const Manifest &manifest) {
  std::string targets;
  for (const std::string &target : manifest.targets)
    targets += (targets.empty() ? "" : " ") + target;
  return targets;
}

static Result<std::string> getText(const flame_artefact &artefact, std::string_view name) {
  const Manifest &manifest = artefact.artefact.manifest();
  if (name == "device")
    return artefact.choices.device;
  if (name == "filters")
    return filtersOf(manifest.frame, artefact.choices.request).text();
  if (name == "renderer" || name == "fallback") {
    const auto found = artefact.texts.find(name);
    return found == artefact.texts.end() ? std::string() : found->second;
  }
  if (name == "name")
    return manifest.name;
  if (name == "author")
    return manifest.author;
  if (name == "url")
    return manifest.url;
  if (name == "time_unit")
    return manifest.timeUnit;
  if (name == "genome")
    return std::string(artefact.artefact.genome());
  if (name == "animation")
    return std::string(artefact.artefact.animation());
  if (name == "targets")
    return targetsOf(manifest);
  if (name == "messages")
    return artefact.messages;
  return unknown("text", name);
}

} // namespace flame::library

using namespace flame::rt;
using namespace flame::library;

const flame_setting *flame_number_at(size_t index) {
  if (index < std::size(kNumbers))
    return &kNumbers[index].setting;
  index -= std::size(kNumbers);
  const auto &factors = factorSettings();
  return index < factors.size() ? &factors[index].second : nullptr;
}

const flame_setting *flame_text_at(size_t index) {
  return index < std::size(kTexts) ? &kTexts[index] : nullptr;
}

int flame_set_number(flame_artefact *artefact, const char *name, double value) {
  return guarded(artefact, [&](flame_artefact &open) { return setNumber(open, name, value); });
}

int flame_reset_number(flame_artefact *artefact, const char *name) {
  return guarded(artefact,
                 [&](flame_artefact &open) { return setNumber(open, name, std::nullopt); });
}

int flame_get_number(flame_artefact *artefact, const char *name, double *value) {
  return guarded(artefact, [&](flame_artefact &open) -> Status {
    if (!value)
      return Error(ErrorKind::Usage, "there is no place for the number");
    FLAME_TRY_ASSIGN(*value, getNumber(open, name));
    return {};
  });
}

int flame_set_text(flame_artefact *artefact, const char *name, const char *value) {
  return guarded(artefact, [&](flame_artefact &open) -> Status {
    if (!name)
      return Error(ErrorKind::Usage, "a text has a name");
    FLAME_TRY(checkIdle(open));
    return setText(open, name, value ? value : "");
  });
}

const char *flame_get_text(flame_artefact *artefact, const char *name) {
  const char *text = nullptr;
  guarded(artefact, [&](flame_artefact &open) -> Status {
    if (!name)
      return Error(ErrorKind::Usage, "a text has a name");
    FLAME_TRY_ASSIGN(std::string found, getText(open, name));
    text = (open.texts[name] = std::move(found)).c_str();
    return {};
  });
  return text;
}
