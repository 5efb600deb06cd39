// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts flames: XML to nodes of a flock, nodes to XML, flames to the files of other programs,
// and everything to the canonical text of an animation. Results go to standard output or to a file
// that is written completely or not at all.
//
//   0 done    1 input rejected    2 usage    3 a file cannot be written

#include "compiler/animation/AnimationJson.h"
#include "compiler/cuburn/CuburnGenome.h"
#include "compiler/cuburn/CuburnReader.h"
#include "compiler/cuburn/CuburnWriter.h"
#include "compiler/genome/Dialect.h"
#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/PaletteLibrary.h"
#include "compiler/genome/xml/DialectWords.h"
#include "compiler/genome/xml/DialectWriter.h"
#include "compiler/genome/xml/GenomeReader.h"
#include "compiler/text/Errors.h"
#include "compiler/text/SourceFile.h"
#include "tools/CommandLine.h"
#include "tools/ExitCode.h"
#include "tools/LlvmProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>

using namespace flame;

namespace {
constexpr char kName[] = "flame-convert";

struct Arguments {
  std::string input, output = "-", to, flame, flock, compat = "cuburn", palettes, size, dialect;
  std::vector<std::string> warnings, variations;
  bool all = false, lenient = false, half = false;
};

/// Converts the text of one input.
class Converter {
public:
  Converter(const Arguments &arguments, Diagnostics &diags, unsigned buffer, CuburnOptions options)
      : arguments(arguments), diags(diags), buffer(buffer), options(std::move(options)) {}

  /// Returns the result. Reports failures.
  std::optional<std::string> convert();

  bool isJson() const { return text().ltrim("\xef\xbb\xbf \t\r\n").starts_with("{"); }

private:
  llvm::StringRef text() const { return diags.sources().getMemoryBuffer(buffer)->getBuffer(); }

  std::optional<std::vector<Genome>> readFlames();
  std::optional<std::string> flamesToNodes();
  std::optional<std::string> nodesToFlames();
  std::optional<std::string> toAnimation();
  /// Writes genomes as flam3's XML or in the form of the program that --to names.
  std::string write(std::vector<Genome> genomes);
  std::optional<CuburnNode> readNode(CuburnDatabase &database, const std::string &id);
  /// Reads the requested nodes.
  std::optional<std::vector<CuburnNode>> readNodes();

  const Arguments &arguments;
  Diagnostics &diags;
  unsigned buffer;
  CuburnOptions options;
};
} // namespace

static ExitCode failUsage(const std::string &message) {
  return reportError(kName,
                     {rt::ErrorKind::Usage, message, "'flame-convert --help' lists the options"});
}

/// The words that --to accepts.
static std::vector<std::string> formats() {
  std::vector<std::string> words = {"node", "flame", "animation"};
  llvm::append_range(words, writtenDialects());
  return words;
}

static void declare(CLI::App &app, Arguments &arguments) {
  app.add_option("INPUT", arguments.input, "XML with flames, or JSON of a flock; '-' is stdin")
      ->required();
  app.add_option("-o", arguments.output, "file to write; '-' is stdout")->capture_default_str();
  app.add_option("--to", arguments.to,
                 "node, flame, animation, or a program's files: flam3, jwildfire, fractorium, "
                 "apophysis [XML: node, JSON: flame]")
      ->check(oneOf(formats()))
      ->type_name("WORD");
  auto *one = app.add_option("--flame", arguments.flame,
                             "which flame: name or index; of a one-file flock: id");
  app.add_flag("--all", arguments.all, "every flame; nodes become a one-file flock")->excludes(one);
  app.add_option("--size", arguments.size,
                 "size of flames made of nodes, which have none [1280x720]")
      ->type_name("WxH");
  app.add_flag("--half", arguments.half, "a node becomes an animation of half its loop");
  app.add_option("--flock", arguments.flock, "directory or one-file flock that ids refer to")
      ->type_name("DIR|FILE");
  app.add_option("--compat", arguments.compat, "cuburn: pair xforms as it does; or clean")
      ->check(oneOf({"cuburn", "clean"}))
      ->capture_default_str();
  app.add_option("--dialect", arguments.dialect,
                 "what flames mean: flam3, jwildfire, ... [that of what wrote them]")
      ->check(oneOf(dialectNames()))
      ->type_name("WORD");
  app.add_option("--variation", arguments.variations, "definitions of further variations (several)")
      ->allow_extra_args(false)
      ->type_name("FILE");
  app.add_option("--palettes", arguments.palettes, "library of numbered palettes [$flam3_palettes]")
      ->type_name("FILE");
  app.add_flag("--lenient", arguments.lenient,
               "ignore unknown variations of flames, with a warning");
  app.add_option("-W", arguments.warnings, "NAME, no-NAME, error, error=NAME: control warnings")
      ->allow_extra_args(false);
  app.footer("Exit codes: 0 done, 1 input rejected, 2 usage, 3 a file cannot be written\n\n"
             "Examples:\n"
             "  flame-convert ember.flame -o nodes/ember.json\n"
             "  flame-convert nodes/ember.json --size=1920x1080 | flam3-render\n"
             "  flame-convert edges/ember=frost.json --to=animation\n"
             "  flame-convert swan.flame --to=fractorium -o swan-ember.flame");
}

std::optional<std::vector<Genome>> Converter::readFlames() {
  ReaderOptions reader;
  reader.lenient = arguments.lenient;
  reader.flame = arguments.flame;
  reader.dialect = arguments.dialect;
  reader.variationFiles = arguments.variations;
  reader.paletteLibrary = findPaletteLibrary(arguments.palettes);
  auto genomes = readGenomes(buffer, diags, reader);
  if (!genomes || arguments.all)
    return genomes;
  std::optional<Genome> genome = selectGenome(*genomes, "", arguments.input, diags);
  return genome ? std::optional(std::vector{*genome}) : std::nullopt;
}

/// Returns the id of a flame in a flock: its name if that is valid in a path, made unique.
static std::string idOf(const Genome &genome, const nlohmann::json &taken) {
  std::string name = genome.name.empty() ? "flame-" + std::to_string(genome.index) : genome.name;
  for (char &c : name)
    if (llvm::StringRef("/\\ \t\r\n").contains(c) || static_cast<unsigned char>(c) < ' ')
      c = '_';
  std::string id = "nodes/" + name;
  for (int number = 2; taken.contains(id); ++number)
    id = "nodes/" + name + "-" + std::to_string(number);
  return id;
}

std::optional<std::string> Converter::flamesToNodes() {
  auto genomes = readFlames();
  if (!genomes)
    return std::nullopt;
  if (!arguments.all)
    return writeCuburnNode(makeCuburnNode(genomes->front(), diags));
  nlohmann::json flock = {{"type", "onefiledb"}};
  for (const Genome &genome : *genomes)
    flock[idOf(genome, flock)] =
        nlohmann::json::parse(writeCuburnNode(makeCuburnNode(genome, diags)));
  return printCuburnJson(flock);
}

std::optional<CuburnNode> Converter::readNode(CuburnDatabase &database, const std::string &id) {
  const CuburnDocument *document = database.read(buffer, id);
  if (!document)
    return std::nullopt;
  if (document->type != CuburnType::Node)
    return diags
        .error(locationOf(*document->root),
               "expected a node, got an " + cuburnTypeName(document->type))
        .note("--to=animation converts edges and animations");
  return readCuburnNode(database, *document);
}

std::optional<std::vector<CuburnNode>> Converter::readNodes() {
  CuburnDatabase database(diags);
  database.searchAround(arguments.input);
  if (!arguments.flock.empty() && !database.open(arguments.flock))
    return std::nullopt;
  std::vector<std::string> ids = {arguments.flame};
  if (arguments.all) {
    std::optional<JsonDocument> document = JsonDocument::parse(buffer, diags);
    if (!document)
      return std::nullopt;
    ids.clear();
    for (auto [key, value] : document->root().members())
      if (const JsonValue *type = findCuburnType(*value);
          type && type->text == cuburnTypeName(CuburnType::Node))
        ids.push_back(key->text.str());
    if (ids.empty())
      return diags.error(locationOf(document->root()),
                         "the file holds no nodes: --all is for one-file flocks");
  }
  std::vector<CuburnNode> nodes;
  for (const std::string &id : ids) {
    std::optional<CuburnNode> node = readNode(database, id);
    if (!node)
      return std::nullopt;
    nodes.push_back(std::move(*node));
  }
  return nodes;
}

std::optional<std::string> Converter::nodesToFlames() {
  auto nodes = readNodes();
  if (!nodes)
    return std::nullopt;
  if (arguments.to == "node") // resolves `base` and writes the canonical form
    return writeCuburnNode(nodes->front());
  std::vector<Genome> genomes;
  for (const CuburnNode &node : *nodes)
    genomes.push_back(makeGenome(node, options.width, options.height, diags));
  return write(std::move(genomes));
}

std::string Converter::write(std::vector<Genome> genomes) {
  if (!findWords(arguments.to))
    return writeFlames(genomes);
  const llvm::SMLoc start = llvm::SMLoc::getFromPointer(text().begin());
  for (Genome &genome : genomes)
    // Genomes of nodes have no source location for messages.
    if (!genome.range.isValid())
      genome.range = {start, start};
  return writeFlamesFor(arguments.to, genomes, diags);
}

std::optional<std::string> Converter::toAnimation() {
  std::optional<Animation> animation;
  if (!isJson()) {
    auto genomes = readFlames();
    if (genomes)
      animation = makeStill(genomes->front());
  } else if (looksLikeCuburnDocument(text())) {
    animation = readCuburnDocument(buffer, options, diags);
  } else {
    animation = readAnimationJson(buffer, diags);
  }
  return animation ? std::optional(writeAnimationJson(*animation)) : std::nullopt;
}

std::optional<std::string> Converter::convert() {
  if (arguments.to == "animation")
    return toAnimation();
  if (isJson())
    return nodesToFlames();
  if (arguments.to.empty() || arguments.to == "node")
    return flamesToNodes();
  auto genomes = readFlames();
  return genomes ? std::optional(write(std::move(*genomes))) : std::nullopt;
}

/// Parses WIDTHxHEIGHT.
static bool parseSize(llvm::StringRef text, int &width, int &height) {
  auto [left, right] = text.split('x');
  auto isBad = [](llvm::StringRef word, int &side) {
    return word.getAsInteger(10, side) || side < 1 || side > static_cast<int>(kMaxWidth);
  };
  return !isBad(left, width) && !isBad(right, height) &&
         static_cast<double>(width) * height <= kMaxPixels;
}

/// Warns about options that apply to the other kind of input.
static void warnOfNoEffect(const CLI::App &app, bool isJson) {
  const std::vector<const char *> forFlames = {"--dialect", "--variation", "--palettes",
                                               "--lenient"},
                                  forJson = {"--size", "--half", "--flock", "--compat"};
  for (const char *option : isJson ? forFlames : forJson)
    if (app.count(option))
      llvm::errs() << kName << ": warning: " << option << " has no effect on "
                   << (isJson ? "JSON" : "flames in XML") << '\n';
}

static ExitCode run(const CLI::App &app, const Arguments &arguments) {
  CuburnOptions options;
  options.database = arguments.flock;
  options.document = arguments.flame;
  options.compat = arguments.compat == "cuburn" ? CuburnCompat::Cuburn : CuburnCompat::Clean;
  options.halfLoop = arguments.half;
  if (!arguments.size.empty() && !parseSize(arguments.size, options.width, options.height))
    return failUsage("expected --size=WIDTHxHEIGHT, such as 1920x1080, got '" + arguments.size +
                     "'");
  if (arguments.all && arguments.to == "animation")
    return failUsage("--all and --to=animation exclude each other: a text holds one animation");

  llvm::SourceMgr sources;
  Diagnostics diags(sources);
  for (const std::string &flag : arguments.warnings)
    if (llvm::Error error = diags.setWarningFlag(flag))
      return reportError(kName, toError(std::move(error)));
  std::optional<unsigned> buffer = openSource(arguments.input, diags);
  if (!buffer)
    return kRejected;
  Converter converter(arguments, diags, *buffer, options);
  warnOfNoEffect(app, converter.isJson());
  std::optional<std::string> result = converter.convert();
  if (!result || diags.hasErrors())
    return kRejected;
  rt::Status written = checkNotRead(sources, arguments.output);
  if (written)
    written = rt::writeOutput(arguments.output, *result);
  return written ? kDone : reportError(kName, written.error());
}

int main(int argc, char **argv) {
  beginLlvmProgram("flame-convert");
  CLI::App app("Converts fractal flames between XML, nodes of a flock and animations.",
               "flame-convert");
  Arguments arguments;
  declare(app, arguments);
  if (const std::optional<int> code = parseCommandLine(app, argc, argv))
    return *code;
  return run(app, arguments);
}
