// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns models into genomes by way of XML. Each attribute has a line of its own, so the line of a
// message identifies the field.

#include "studio/model/GenomeModel.h"
#include "studio/model/WholeNumber.h"

#include "compiler/cuburn/CuburnGenome.h"
#include "compiler/cuburn/CuburnReader.h"
#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/PaletteLibrary.h"
#include "compiler/genome/xml/GenomeReader.h"
#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <stdexcept>

namespace flame::studio {

using nlohmann::json;

//===-- XML -----------------------------------------------------------------------------------===//

namespace {
/// Writes elements and records the field of each line.
class LineWriter {
public:
  explicit LineWriter(std::vector<std::string> &paths) : paths(paths) {}

  void line(const std::string &content, const std::string &path) {
    text += content + "\n";
    paths.push_back(path);
  }
  void attribute(const std::string &name, const json &value, const std::string &path) {
    line("  " + checked(name) + "=\"" + spelled(value) + "\"", path);
  }
  /// Adds lines that are XML already.
  void verbatim(const std::string &lines, const std::string &path) {
    llvm::SmallVector<llvm::StringRef> rows;
    llvm::StringRef(lines).split(rows, '\n', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef row : rows)
      line(row.str(), path);
  }
  std::string take() { return std::move(text); }

private:
  static std::string checked(const std::string &name) {
    auto isFine = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '#'; };
    if (name.empty() || llvm::isDigit(name[0]) || !llvm::all_of(name, isFine))
      throw std::invalid_argument("'" + name + "' is no name of an attribute");
    return name;
  }
  static std::string spelled(const json &value) {
    if (value.is_array()) {
      std::string words;
      for (const json &entry : value)
        words += (words.empty() ? "" : " ") + spelled(entry);
      return words;
    }
    if (value.is_number())
      return spellNumber(value.get<double>());
    return escapedAttribute(value.get_ref<const std::string &>());
  }

  std::vector<std::string> &paths;
  std::string text;
};
} // namespace

static VariationUse::Phase phaseOf(const json &use) {
  return llvm::StringSwitch<VariationUse::Phase>(use.value("place", "normal"))
      .Case("pre", VariationUse::Pre)
      .Case("post", VariationUse::Post)
      .Default(VariationUse::Normal);
}

static void writeVariation(LineWriter &out, const json &use, const std::string &path) {
  const std::string name = use.at("name").get<std::string>();
  // The reader reports unknown names.
  const VariationInfo *info = findVariation(name);
  const VariationSpelling spelling(name, info && info->preOnly, phaseOf(use),
                                   unsigned(wholeNumber(use, "repeat", 0, 0, 1e6)),
                                   use.value("adds", false));
  out.attribute(spelling.weight(), use.at("weight"), path + "/weight");
  for (const auto &[param, value] : use.at("params").items())
    out.attribute(spelling.param(param), value, path + "/params/" + param);
  const json none = json::object();
  for (const auto &[param, value] : (use.contains("byField") ? use["byField"] : none).items())
    out.attribute(spelling.param(param) + "_by_field", value, path + "/byField/" + param);
  if (auto priority = spelling.priority())
    out.attribute(priority->first, priority->second, path);
}

static void writeXform(LineWriter &out, const json &xform, const std::string &path, bool isFinal) {
  out.line(isFinal ? "<finalxform" : "<xform", path);
  if (const std::string name = xform.value("name", ""); !name.empty())
    out.attribute("name", name, path + "/name");
  for (const char *key : {"weight", "color", "color_speed", "animate", "opacity"})
    if (xform.contains(key) && !(isFinal && std::string(key) == "weight"))
      out.attribute(key, xform[key], path + "/" + key);
  if (xform.value("var_color", 1.0) != 1)
    out.attribute("var_color", xform["var_color"], path + "/var_color");
  const json none = json::array();
  const json &uses = xform.contains("variations") ? xform["variations"] : none;
  for (size_t i = 0; i < uses.size(); ++i)
    writeVariation(out, uses[i], path + "/variations/" + std::to_string(i));
  out.attribute("coefs", xform.at("coefs"), path + "/coefs");
  if (xform.contains("post") && !xform["post"].is_null())
    out.attribute("post", xform["post"], path + "/post");
  for (auto [name, plane] : kPlanes)
    if (const std::string key = name.str(); xform.contains(key) && !xform[key].is_null())
      out.attribute(key, xform[key], path + "/" + key);
  if (xform.contains("chaos") && !xform["chaos"].empty())
    out.attribute("chaos", xform["chaos"], path + "/chaos");
  const json &motions = xform.contains("motions") ? xform["motions"] : none;
  if (motions.empty())
    return out.line("/>", path);
  out.line(">", path);
  for (size_t i = 0; i < motions.size(); ++i) {
    const std::string motionPath = path + "/motions/" + std::to_string(i);
    out.line("<motion", motionPath);
    for (const json &attribute : motions[i])
      out.attribute(attribute.at(0).get<std::string>(), attribute.at(1), motionPath);
    out.line("/>", motionPath);
  }
  out.line(isFinal ? "</finalxform>" : "</xform>", path);
}

static void writePalette(LineWriter &out, const json &palette) {
  if (palette.contains("xml"))
    return out.verbatim(palette["xml"].get<std::string>(), "palette");
  const std::string hex = palette.at("hex").get<std::string>();
  out.line("<palette count=\"256\" format=\"RGB\">", "palette");
  out.line(escapedAttribute(hex), "palette");
  out.line("</palette>", "palette");
}

static void writeXforms(LineWriter &out, const json &model) {
  bool hasSymmetry = wholeNumber(model, "symmetry", 1, -kMostWhole, kMostWhole) == 1;
  auto addSymmetry = [&] {
    if (!std::exchange(hasSymmetry, true))
      out.line("<symmetry kind=\"" +
                   std::to_string(wholeNumber(model["symmetry"], -kMostWhole, kMostWhole)) + "\"/>",
               "symmetry");
  };
  const json &xforms = model.at("xforms");
  for (size_t i = 0; i < xforms.size(); ++i)
    if (xforms[i].value("made", false))
      addSymmetry();
    else
      writeXform(out, xforms[i], "xforms/" + std::to_string(i), /*isFinal=*/false);
  addSymmetry();
  const json none = json::array();
  const json &finals = model.contains("finals") ? model["finals"] : none;
  for (size_t i = 0; i < finals.size(); ++i)
    writeXform(out, finals[i], "finals/" + std::to_string(i), /*isFinal=*/true);
}

/// Definitions keep their line breaks because messages count lines.
static void writeDefinitions(LineWriter &out, const json &model) {
  if (!model.contains("definitions"))
    return;
  for (const json &definition : model["definitions"]) {
    const auto &text = definition.at("text").get_ref<const std::string &>();
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(text).split(lines, '\n');
    out.line("<variations>", "definitions");
    for (llvm::StringRef line : lines)
      out.line(escapedAttribute(line), "definitions");
    out.line("</variations>", "definitions");
  }
}

std::string xmlOfModel(const json &model, std::vector<std::string> &paths) {
  LineWriter out(paths);
  out.line("<flame", "");
  for (const char *key : {"name", "nick", "url"})
    if (const std::string value = model.value(key, ""); !value.empty())
      out.attribute(key, value, key);
  if (model.contains("time"))
    out.attribute("time", model["time"], "time");
  for (const auto &[name, value] : model.at("settings").items())
    if (value != "") // a curve without points
      out.attribute(name, value, "settings/" + name);
  out.line(">", "");
  writeDefinitions(out, model);
  writeXforms(out, model);
  writePalette(out, model.at("palette"));
  if (const std::string edit = model.value("edit", ""); !edit.empty())
    out.verbatim(edit, "edit");
  out.line("</flame>", "");
  return out.take();
}

//===-- messages ------------------------------------------------------------------------------===//

/// Removes "NAME:LINE:COLUMN: " from the front of a message. Returns the line, or 0 if there is
/// none.
static unsigned takeLine(llvm::StringRef &text, llvm::StringRef name) {
  llvm::StringRef rest = text;
  unsigned line = 0, column = 0;
  if (rest.consume_front(name) && rest.consume_front(":") && !rest.consumeInteger(10, line) &&
      rest.consume_front(":") && !rest.consumeInteger(10, column) && rest.consume_front(": ")) {
    text = rest;
    return line;
  }
  rest = text;
  if (rest.consume_front(name) && rest.consume_front(": "))
    text = rest;
  return 0;
}

/// Returns the messages in the output of Diagnostics, without the quoted source lines.
std::vector<ModelMessage> parseMessages(llvm::StringRef printed, llvm::StringRef name,
                                        const std::vector<std::string> &paths) {
  std::vector<ModelMessage> messages;
  llvm::SmallVector<llvm::StringRef> lines;
  printed.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef text : lines) {
    const unsigned line = takeLine(text, name);
    for (llvm::StringRef severity : {"error", "warning", "note"}) {
      llvm::StringRef message = text;
      if (!message.consume_front(severity) || !message.consume_front(": "))
        continue;
      std::string path = line >= 1 && line <= paths.size() ? paths[line - 1] : "";
      if (severity == "note" && path.empty() && !messages.empty())
        path = messages.back().path; // a note belongs to the message before it
      messages.push_back({severity.str(), std::move(path), message.str()});
    }
  }
  return messages;
}

//===-- reading -------------------------------------------------------------------------------===//

static ReaderOptions lenientOptions() {
  ReaderOptions options;
  options.lenient = true;
  options.paletteLibrary = findPaletteLibrary("");
  return options;
}

/// Calls `read` with a buffer that holds `text` and collects its messages. A text with an error
/// yields no genomes.
template <class Read>
static ModelReading readWith(const std::string &text, const std::string &name,
                             const std::vector<std::string> &paths, const Read &read) {
  ModelReading reading;
  reading.sources = std::make_shared<llvm::SourceMgr>();
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  {
    Diagnostics diags(*reading.sources, stream);
    const unsigned buffer =
        reading.sources->AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name), {});
    read(buffer, diags, reading.genomes);
    if (diags.hasErrors())
      reading.genomes.clear();
  }
  reading.messages = parseMessages(printed, name, paths);
  return reading;
}

static ModelReading readXml(const std::string &text, const std::string &name,
                            const std::vector<std::string> &paths) {
  return readWith(text, name, paths,
                  [](unsigned buffer, Diagnostics &diags, std::vector<Genome> &genomes) {
                    if (auto read = readGenomes(buffer, diags, lenientOptions()))
                      genomes = std::move(*read);
                  });
}

ModelReading readModel(const json &model) {
  std::vector<std::string> paths;
  std::string xml;
  try {
    xml = xmlOfModel(model, paths);
    // JSON errors, or std::invalid_argument.
  } catch (const std::exception &thrown) {
    ModelReading reading;
    reading.messages.push_back({"error", "", thrown.what()});
    return reading;
  }
  return readXml(xml, "flame", paths);
}

static void readNode(unsigned buffer, Diagnostics &diags, std::vector<Genome> &genomes) {
  CuburnDatabase database(diags);
  const CuburnDocument *document = database.read(buffer, "");
  if (!document)
    return;
  if (document->type != CuburnType::Node)
    diags
        .error(locationOf(*document->root),
               "expected a node, got an " + cuburnTypeName(document->type))
        .ignore();
  else if (auto node = readCuburnNode(database, *document); node && !diags.hasErrors())
    genomes.push_back(makeGenome(*node, 1280, 720, diags));
}

ModelReading readText(const std::string &text, const std::string &name) {
  const bool isJson = llvm::StringRef(text).ltrim("\xef\xbb\xbf \t\r\n").starts_with("{");
  return isJson ? readWith(text, name, {}, readNode) : readXml(text, name, {});
}

} // namespace flame::studio
