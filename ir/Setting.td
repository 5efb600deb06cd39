// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a setting is: one record of the class below. A setting is a value that belongs to the whole flame: its size, its
// camera, how it is sampled, filtered and coloured. Everything that knows settings is generated from the records by
// flame-tblgen, as statements and rows that the code named here includes:
//
//   compiler/genome/GenomeSettings.inc         members of Genome, attributes of XML, what is mixed between key frames
//   compiler/animation/AnimationSettings.inc   members of Animation, its keys in JSON, from genomes to animations
//   compiler/cuburn/CuburnSettings.inc         paths in cuburn's documents
//   compiler/driver/ManifestSettings.inc       from animations to manifests
//   artefact/FrameSettings.inc                 members of FrameDefaults, keys of manifests, what has a track there
//   runtime/plan/FactorSettings.inc            what a profile multiplies
//   studio/model/SettingTexts.inc              texts of the page, and its sliders
//   studio/live/ToneSettings.inc               what changes no light
//   docs/generated/settings.md                 the reference page
//
// So adding a setting takes its record and the code that uses the value.

#ifndef FLAME_IR_SETTING_TD
#define FLAME_IR_SETTING_TD

/// What values a setting has: a double, an int from 1 on, red, green and blue from 0 to 1, points of a curve, x and y of each
/// one after the other, or one of some words.
class SettingKind;
def Number : SettingKind;
def Count : SettingKind;
def Color : SettingKind;
def Points : SettingKind;

/// A word of a list. In C++ it is an enumerator of `enumName`, in camel case.
class Keyword<string enumName, string doc, list<string> words> : SettingKind {
  string Enum = enumName;
  string Doc = doc;           // of the enumeration, a sentence
  list<string> Words = words; // in the order of the enumeration
  bit open = 0;               // manifests may have other words, which the code that uses the value judges
}

/// The values that a number may have. What is empty has no bound; a count needs both.
class Range<string minimum = "", string maximum = ""> {
  string Minimum = minimum;
  string Maximum = maximum;
  bit AboveZero = 0;
}
class AboveZero<string maximum = ""> : Range<"0", maximum> {
  let AboveZero = 1; // 0, then the minimum, is excluded
}

/// The spline of cuburn's documents that a setting is there. Documents that do not have it mean `default`.
class Cuburn<string path, string default, Range range = Range<>, bit magnitude = 0, string period = "0",
             bit inNodes = 1> {
  string Path = path;
  string Default = default;
  Range Limits = range;
  bit Magnitude = magnitude; // a cubic in its magnitude
  string Period = period;    // values this far apart mean the same; 0: never
  bit InNodes = inNodes;     // nodes have it, and the number means what it means in a genome
}

/// A profile multiplies the setting by what it has under `path`, below `filters`; such factors reach from `minimum` to
/// a million.
class Factor<string path, string minimum> {
  string Path = path;
  string Minimum = minimum;
}

class Setting<string name, string summary, SettingKind kind, string default> {
  string Name = name;       // key in manifests; members of structs are called the same, in camel case
  string Summary = summary; // a noun phrase, lower case, no full stop
  SettingKind Kind = kind;
  string Default = default; // a number, three numbers separated by commas, or a word; of points nothing
  string group = "Other";   // heading of the reference page
  string unit = "";         // plural
  Range range = Range<>;
  Range slider = Range<>;   // what people try, if that is less; both ends or none
  bit tone = 0;             // only what follows density estimation looks at it

  // Genome files. The first name is the one that is written. Neighbours that share a name share an attribute, as two
  // numbers. Without a name genomes do not have the setting.
  list<string> xml = [name];
  bit lenient = 0;  // anything may stand behind the number
  bit optional = 0; // number or word: written only when it is not the default, since flam3 does not know it or never writes it

  // Between key frames numbers are mixed, counts rounded then, words taken from the first key.
  bit mixed = 1; // else a number is taken from the first key, too

  // Animations and artefacts.
  bit travels = 1;        // they have the setting
  string json = name;     // key in the JSON of animations
  bit sparse = 0;         // which leaves it out where it is the default
  bit finish = 0;         // there it is part of `finish`
  bit animated = 0;       // may change over time: animations have a track of it, manifests its start and that track
  string animatedBy = ""; // the setting whose track multiplies this one

  Cuburn cuburn = ?;
  Factor profile = ?;
}

/// The order of a format's keys, which differs among formats for historical reasons. Each of `heads` comes with the
/// settings that follow it in the file and are no heads themselves. Manifests have the order of the file.
class Order<list<Setting> heads> {
  list<Setting> Heads = heads;
}

#endif // FLAME_IR_SETTING_TD
