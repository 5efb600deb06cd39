// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Settings of animations, and their conversions from and to other formats:
//
//   --gen-animation-settings   compiler/animation/AnimationSettings.inc
//   --gen-cuburn-settings      compiler/cuburn/CuburnSettings.inc
//   --gen-manifest-settings    compiler/driver/ManifestSettings.inc

#include "tools/flame-tblgen/Settings.h"
#include "tools/flame-tblgen/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace flame::tblgen {

//===-- animations ----------------------------------------------------------------------------===//

static void emitMembers(raw_ostream &out, ArrayRef<Setting> settings, bool ofFinish) {
  for (const Setting &setting : settings) {
    if (setting.is("finish") != ofFinish)
      continue;
    std::string type = setting.type();
    if (setting.is("animated"))
      type = setting.kind == Setting::Color ? "std::array<Track, 3>" : "Track";
    emitMember(out, setting, type, setting.defaultValue());
  }
}

/// Emits a call that passes a JSON key and its member of `object` to a visitor.
static void emitField(raw_ostream &out, const Setting &setting, StringRef object) {
  const bool isAnimated = setting.is("animated"), isSparse = setting.is("sparse");
  auto emit = [&](StringRef function, const Twine &more) {
    out << "visitor." << function << (isSparse ? "Unless" : "") << "("
        << quoted(setting.text("json")) << ", " << object << "." << setting.member() << more
        << (isSparse ? ", " + setting.defaultValue() : "") << ");\n";
  };
  switch (setting.kind) {
  case Setting::Number:
    return emit(isAnimated ? "track" : "number", ", " + limitsOf(setting.range()));
  case Setting::Count:
    return emit("integer", ", kMax" + camelCase(setting.name(), true));
  case Setting::Color:
    return emit("tracks", "");
  case Setting::Points:
    return emit("points", "");
  case Setting::Keyword:
    return emit("keyword", ", " + setting.words().function() + "()");
  }
}

/// Emits the fields of an animation, with `finish` as one of them.
static void emitFields(raw_ostream &out, ArrayRef<Setting> settings) {
  bool hasFinish = false;
  for (const Setting &setting : settings)
    if (!setting.is("finish"))
      emitField(out, setting, "animation");
    else if (!std::exchange(hasFinish, true))
      out << "visitor.finish(\"finish\", animation.finish);\n";
}

/// Emits calls that pass a track and its value in a genome to a visitor.
static void emitTrackValue(raw_ostream &out, const Setting &setting) {
  const size_t count = setting.kind == Setting::Color ? std::size(kChannels) : 1;
  for (size_t i = 0; i < count; ++i) {
    const std::string index = count > 1 ? "[" + std::to_string(i) + "]" : "";
    out << "visit(animation." << setting.animationMember() << index << ", genome."
        << setting.member() << index << ");\n";
  }
}

static void emitStillValue(raw_ostream &out, const Setting &setting) {
  const size_t count = setting.kind == Setting::Color ? std::size(kChannels) : 1;
  for (size_t i = 0; i < count; ++i) {
    const std::string index = count > 1 ? "[" + std::to_string(i) + "]" : "";
    out << "animation." << setting.animationMember() << index << " = genome." << setting.member()
        << index << ";\n";
  }
}

/// Emits rows of attributes that an animation has only once, with a function that checks whether
/// two genomes differ in them.
static void emitConstants(raw_ostream &out, ArrayRef<Setting> settings) {
  std::vector<std::pair<StringRef, std::vector<std::string>>> rows;
  for (const Setting &setting : settings) {
    if (!setting.isInXml() || setting.is("animated") || !setting.text("animatedBy").empty())
      continue;
    const StringRef attribute = setting.attributes().front();
    if (rows.empty() || rows.back().first != attribute)
      rows.push_back({attribute, {}});
    rows.back().second.push_back("&Genome::" + setting.member());
  }
  for (const auto &[attribute, members] : rows)
    out << "{" << quoted(attribute) << ", differ<" << join(members, ", ") << ">},\n";
}

static void emitAnimation(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kSettings,
             "What animations have of the settings, in parts that includers ask for.");
  const std::vector<Setting> settings = settingsOfAnimations(records);
  emitSection(out, "FLAME_FINISH_MEMBERS", [&] { emitMembers(out, settings, true); });
  emitSection(out, "FLAME_ANIMATION_MEMBERS", [&] { emitMembers(out, settings, false); });
  emitSection(out, "FLAME_FINISH_FIELDS", [&] {
    for (const Setting &setting : settings)
      if (setting.is("finish"))
        emitField(out, setting, "finish");
  });
  emitSection(out, "FLAME_ANIMATION_FIELDS", [&] { emitFields(out, settings); });
  emitSection(out, "FLAME_STILL_VALUES", [&] {
    for (const Setting &setting : settings)
      if (setting.isInXml())
        emitStillValue(out, setting);
  });
  emitSection(out, "FLAME_TRACK_VALUES", [&] {
    for (const Setting &setting : settings)
      if (setting.isInXml() && setting.is("animated"))
        emitTrackValue(out, setting);
  });
  emitSection(out, "FLAME_CONSTANT_SETTINGS", [&] { emitConstants(out, settings); });
}

//===-- cuburn's documents --------------------------------------------------------------------===//

static void emitSpline(raw_ostream &out, const Record &cuburn) {
  out << "{" << quoted(cuburn.getValueAsString("Path")) << ", {"
      << cuburn.getValueAsString("Default") << ", " << cuburn.getValueAsString("Period") << ", "
      << (cuburn.getValueAsBit("Magnitude") ? "kLog" : "kLinear") << ", "
      << limitsOf(cuburn.getValueAsDef("Limits")) << "}},\n";
}

static void emitCuburn(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kSettings,
             "What cuburn's documents have of the settings, in parts that includers ask for.");
  std::vector<Setting> settings = readSettings(records);
  erase_if(settings, [](const Setting &setting) { return !setting.cuburn(); });
  emitSection(out, "FLAME_CUBURN_SPLINES", [&] {
    for (const Setting &setting : settings)
      emitSpline(out, *setting.cuburn());
  });
  emitSection(out, "FLAME_CUBURN_NUMBERS", [&] {
    for (const Setting &setting : settings)
      if (setting.cuburn()->getValueAsBit("InNodes") && setting.isInXml())
        out << "{" << quoted(setting.cuburn()->getValueAsString("Path"))
            << ", &Genome::" << setting.member() << ", "
            << (setting.is("optional") ? "true" : "false") << "},\n";
  });
  emitSection(out, "FLAME_CUBURN_TRACKS", [&] {
    for (const Setting &setting : settings)
      if (setting.is("animated"))
        out << "animation." << setting.animationMember() << " = track("
            << quoted(setting.cuburn()->getValueAsString("Path")) << ");\n";
  });
}

//===-- from animations to manifests ----------------------------------------------------------===//

/// Emits the value at the start of the animation.
static void emitFrameValue(raw_ostream &out, const Setting &setting) {
  const std::string member = setting.member();
  const std::string source = "animation." + setting.animationMember();
  if (setting.kind == Setting::Color)
    for (size_t i = 0; i < std::size(kChannels); ++i)
      out << "frame." << member << "[" << i << "] = " << source << "[" << i << "].start();\n";
  else if (setting.kind == Setting::Keyword)
    out << "frame." << member << " = " << setting.words().function() << "()[size_t(" << source
        << ")].str();\n";
  else if (!setting.is("animated"))
    out << "frame." << member << " = " << source << ";\n";
  else
    out << "frame." << member << " = startWithin(" << source << ", " << limitsOf(setting.range())
        << ");\n";
}

/// Emits rows of keys and tracks.
static void emitFrameTracks(raw_ostream &out, const Setting &setting) {
  const std::string source = "&animation." + setting.animationMember();
  if (setting.kind != Setting::Color) {
    out << "{" << quoted(setting.name()) << ", " << source << "},\n";
    return;
  }
  for (auto [index, channel] : enumerate(kChannels))
    out << "{" << quoted((setting.name() + "_" + channel).str()) << ", " << source << "[" << index
        << "]},\n";
}

static void emitManifest(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kSettings, "From the settings of an animation to those of a manifest.");
  const std::vector<Setting> settings = settingsOfManifests(records);
  emitSection(out, "FLAME_FRAME_VALUES", [&] {
    for (const Setting &setting : settings)
      emitFrameValue(out, setting);
  });
  emitSection(out, "FLAME_FRAME_TRACKS", [&] {
    for (const Setting &setting : settings)
      if (setting.is("animated"))
        emitFrameTracks(out, setting);
  });
}

static TableGen::Emitter::Opt animation("gen-animation-settings", emitAnimation,
                                        "settings of animations");
static TableGen::Emitter::Opt cuburn("gen-cuburn-settings", emitCuburn,
                                     "settings in cuburn's documents");
static TableGen::Emitter::Opt manifest("gen-manifest-settings", emitManifest,
                                       "from animations to manifests");

} // namespace flame::tblgen
