// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes edges between the nodes of a flock, and walks through it. A flock is played as half loops
// around its nodes and transitions between them: a loop runs from a quarter unit before the node to
// a quarter unit after it, where a transition to the next node begins. Values and velocities agree
// where they meet.
//
//   0 done    1 input rejected    2 usage    3 a file cannot be written

#include "compiler/cuburn/CuburnBlend.h"
#include "compiler/cuburn/CuburnWriter.h"
#include "compiler/text/SourceFile.h"
#include "support/Printable.h"
#include "tools/CommandLine.h"
#include "tools/ExitCode.h"
#include "tools/LlvmProgram.h"
#include "tools/flame-blend/Transitions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>

using namespace flame;

constexpr char kName[] = "flame-blend", kHelpNote[] = "'flame-blend --help' lists the options";

/// Half loops extend this far around their nodes; transitions connect their ends.
constexpr double kQuarter = 0.25;

/// More transitions would make files that no program reads.
constexpr uint64_t kMaxTransitions = 1'000'000;

namespace {

struct Arguments {
  std::vector<std::string> nodes;
  std::string output = "-", flock, sort, compat = "cuburn";
  std::optional<double> duration;
  std::optional<size_t> transitions, walk;
  uint64_t seed = 0;
  bool loop = false, full = false, flip = false;
};

/// The document of an edge and its id in the flock.
struct NewEdge {
  std::string id, text;
};

} // namespace

static void declare(CLI::App &app, Arguments &arguments) {
  app.add_option("NODES", arguments.nodes, "ids: from where and to where; with --loop any number");
  app.add_flag("--loop", arguments.loop, "edges that are the nodes' own loops");
  app.add_option("--transitions", arguments.transitions,
                 "N new edges, so that all nodes are visited alike")
      ->check(wholeNumber(0, kMaxTransitions))
      ->type_name("N");
  app.add_option("--walk", arguments.walk,
                 "list a random walk over N transitions: ids in playing order")
      ->check(wholeNumber(0, kMaxTransitions))
      ->type_name("N");
  app.add_option("-o", arguments.output,
                 "file to write, or a flock's directory ending in '/'; '-' is stdout")
      ->capture_default_str();
  app.add_option("--flock", arguments.flock,
                 "directory or one-file flock [found from here upwards]")
      ->type_name("DIR|FILE");
  app.add_option("--duration", arguments.duration,
                 "length in units [loops: 0.5, transitions: random, 1.4 to 2.6]")
      ->check(numberFrom(kMinMagnitude, kCuburnDurations.maximum))
      ->type_name("U");
  app.add_flag("--full", arguments.full,
               "loops of one unit, not half; transitions from node to node");
  app.add_option("--sort", arguments.sort,
                 "how xforms are paired: weightflip, weight, natural or color")
      ->check(oneOf({"weightflip", "weight", "natural", "color"}));
  app.add_flag("--flip", arguments.flip,
               "end with the palette backwards where colours have a shorter way");
  app.add_option("--compat", arguments.compat, "cuburn: check pairs as it makes them; or clean")
      ->check(oneOf({"cuburn", "clean"}))
      ->capture_default_str();
  app.add_option("--seed", arguments.seed, "of everything random")
      ->check(wholeNumber())
      ->capture_default_str();
  app.footer("Several edges go to standard output as a one-file flock.\n"
             "Exit codes: 0 done, 1 input rejected, 2 usage, 3 a file cannot be written\n\n"
             "Examples:\n"
             "  flame-blend nodes/ember nodes/frost -o edges/ember=frost.json\n"
             "  flame-blend --loop nodes/ember nodes/frost -o ./\n"
             "  flame-blend --transitions=20 --seed=7 -o ./\n"
             "  flame-blend --walk=100 --flock flock/ > playlist");
}

/// Checks rules that the parser cannot. Returns an error message, or an empty string.
static std::string usageError(const Arguments &arguments) {
  const int modes = arguments.loop + arguments.transitions.has_value() + arguments.walk.has_value();
  if (modes > 1)
    return "--loop, --transitions and --walk exclude each other";
  if (modes == 0 && arguments.nodes.size() != 2)
    return "expected two nodes, or --loop, --transitions or --walk";
  if (arguments.loop && arguments.nodes.empty())
    return "--loop expects at least one node";
  if (!arguments.loop && modes == 1 && !arguments.nodes.empty())
    return "--transitions and --walk take the nodes of the flock, got " + arguments.nodes.front();
  return {};
}

/// Turns "nodes/ember.json" into "nodes/ember".
static std::string withoutExtension(llvm::StringRef id) {
  id.consume_back(".json");
  return id.str();
}

/// Returns the part of an id after its folder.
static std::string nameOf(llvm::StringRef id) { return id.substr(id.rfind('/') + 1).str(); }

namespace {

class Blender {
public:
  Blender(const Arguments &arguments, CuburnDatabase &database)
      : arguments(arguments), database(database), dice(arguments.seed) {}

  /// Makes the edges that the arguments ask for. Reports failures.
  std::optional<std::vector<NewEdge>> makeEdges();
  /// Returns the ids of a walk, one per line.
  std::optional<std::string> makeWalk();

private:
  std::optional<NewEdge> makeLoop(const std::string &node);
  std::optional<NewEdge> makeTransition(const std::string &source, const std::string &destination);
  /// Checks that the edge can be blended.
  std::optional<NewEdge> finish(const std::string &id, CuburnEdge edge);
  /// Reads the nodes of the flock and the transitions between them.
  bool readFlock();

  const Arguments &arguments;
  CuburnDatabase &database;
  Dice dice;
  std::vector<std::string> nodes;
  std::vector<NodePair> edges;
  std::map<NodePair, std::string> edgeIds;
  /// By node. Empty if a node has no loop.
  std::vector<std::string> loopIds;
};

} // namespace

std::optional<NewEdge> Blender::finish(const std::string &id, CuburnEdge edge) {
  if (!arguments.sort.empty())
    edge.blending.sort = static_cast<CuburnSort>(llvm::find(cuburnSortKeywords(), arguments.sort) -
                                                 cuburnSortKeywords().begin());
  if (arguments.flip)
    edge.blending.flip = CuburnFlip::Auto;
  for (const std::string &node : {edge.source.id, edge.destination.id})
    if (!llvm::json::isUTF8(node))
      return database.diags
          .errorInFile("", "expected an id in UTF-8 to link to, got " + quoted(node))
          .note("rename the file");
  std::optional<CuburnNode> source = readLinkedNode(database, edge.source);
  std::optional<CuburnNode> destination = readLinkedNode(database, edge.destination);
  if (!source || !destination)
    return std::nullopt;
  edge.range = source->range;
  const CuburnCompat compat =
      arguments.compat == "cuburn" ? CuburnCompat::Cuburn : CuburnCompat::Clean;
  if (!blendCuburnEdge(database.diags, edge, *source, *destination, compat))
    return std::nullopt;
  return NewEdge{"edges/" + id, writeCuburnEdge(edge)};
}

std::optional<NewEdge> Blender::makeLoop(const std::string &node) {
  const double reach = arguments.full ? 0.5 : kQuarter;
  CuburnEdge edge;
  edge.source = {node, arguments.full ? 0 : -reach, {}};
  edge.destination = {node, arguments.full ? 1 : reach, {}};
  edge.blending.duration = arguments.duration.value_or(2 * reach);
  edge.blending.sort = CuburnSort::Natural;
  return finish(nameOf(node), std::move(edge));
}

std::optional<NewEdge> Blender::makeTransition(const std::string &source,
                                               const std::string &destination) {
  constexpr double kShortest = 1.4, kRange = 1.2;
  CuburnEdge edge;
  edge.source = {source, arguments.full ? 0 : kQuarter, {}};
  edge.destination = {destination, arguments.full ? 0 : -kQuarter, {}};
  edge.blending.duration =
      arguments.duration ? *arguments.duration : kShortest + kRange * dice.fraction();
  return finish(nameOf(source) + "=" + nameOf(destination), std::move(edge));
}

bool Blender::readFlock() {
  nodes = database.idsIn("nodes");
  if (nodes.empty()) {
    database.diags
        .errorInFile("", "the flock has no nodes: no documents whose ids begin with 'nodes/'")
        .ignore();
    return false;
  }
  loopIds.resize(nodes.size());
  auto indexOf = [&](const CuburnLink &link) -> std::optional<size_t> {
    auto found = llvm::find(nodes, withoutExtension(link.id));
    return found == nodes.end() ? std::nullopt : std::optional<size_t>(found - nodes.begin());
  };
  for (const std::string &id : database.idsIn("edges")) {
    const CuburnDocument *document = database.find(id, {});
    if (!document)
      return false;
    if (document->type != CuburnType::Edge)
      continue;
    std::optional<CuburnEdge> edge = readCuburnEdge(database, *document);
    if (!edge)
      return false;
    auto source = indexOf(edge->source), destination = indexOf(edge->destination);
    if (!source || !destination)
      continue;
    const bool isLoop = source == destination && edge->source.offset < edge->destination.offset;
    if (isLoop) {
      loopIds[*source] = id;
      continue;
    }
    edges.emplace_back(*source, *destination);
    edgeIds.try_emplace(edges.back(), id);
  }
  return true;
}

std::optional<std::vector<NewEdge>> Blender::makeEdges() {
  std::vector<std::optional<NewEdge>> made;
  if (arguments.loop) {
    for (const std::string &node : arguments.nodes)
      made.push_back(makeLoop(withoutExtension(node)));
  } else if (arguments.transitions) {
    if (!readFlock())
      return std::nullopt;
    for (auto [source, destination] :
         newTransitions(nodes.size(), edges, *arguments.transitions, dice))
      made.push_back(makeTransition(nodes[source], nodes[destination]));
    if (made.size() < *arguments.transitions)
      llvm::errs() << "flame-blend: note: only " << made.size() << " pairs of nodes had no edge\n";
  } else {
    made.push_back(
        makeTransition(withoutExtension(arguments.nodes[0]), withoutExtension(arguments.nodes[1])));
  }
  std::vector<NewEdge> result;
  for (std::optional<NewEdge> &edge : made) {
    if (!edge)
      return std::nullopt;
    result.push_back(std::move(*edge));
  }
  return result;
}

std::optional<std::string> Blender::makeWalk() {
  if (!readFlock())
    return std::nullopt;
  std::string lines;
  auto addLoop = [&](size_t node) {
    if (!loopIds[node].empty())
      lines += loopIds[node] + "\n";
  };
  const std::vector<NodePair> walk = walkFlock(nodes.size(), edges, *arguments.walk, dice);
  if (walk.size() < *arguments.walk)
    llvm::errs() << kName << ": note: the walk ends after " << walk.size() << " of "
                 << *arguments.walk << " transitions, where no edge leads on\n";
  if (!walk.empty())
    addLoop(walk.front().first);
  for (const NodePair &edge : walk) {
    lines += edgeIds.at(edge) + "\n";
    addLoop(edge.second);
  }
  return lines;
}

static ExitCode writeText(const llvm::SourceMgr &sources, const std::string &path,
                          const std::string &text) {
  rt::Status written = checkNotRead(sources, path);
  if (written)
    written = rt::writeOutput(path, text);
  return written ? kDone : reportError(kName, written.error());
}

static ExitCode write(const llvm::SourceMgr &sources, const Arguments &arguments,
                      llvm::ArrayRef<NewEdge> edges) {
  if (llvm::StringRef(arguments.output).ends_with("/")) {
    for (const NewEdge &edge : edges) {
      const std::string path = arguments.output + edge.id + ".json";
      if (std::error_code error =
              llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path)))
        return reportError(kName, {rt::ErrorKind::Environment, "cannot create the directory of '" +
                                                                   path + "': " + error.message()});
      if (ExitCode failed = writeText(sources, path, edge.text))
        return failed;
      llvm::errs() << rt::printable(path) << '\n';
    }
    return kDone;
  }
  if (edges.size() == 1)
    return writeText(sources, arguments.output, edges.front().text);
  nlohmann::json flock = {{"type", "onefiledb"}};
  for (const NewEdge &edge : edges)
    flock[edge.id] = nlohmann::json::parse(edge.text);
  return writeText(sources, arguments.output, printCuburnJson(flock));
}

static ExitCode run(const Arguments &arguments) {
  llvm::SourceMgr sources;
  Diagnostics diags(sources);
  CuburnDatabase database(diags);
  // The flock is found from the given nodes, or it is the current directory.
  std::string flock = arguments.flock;
  if (flock.empty() && arguments.nodes.empty())
    flock = ".";
  if (!flock.empty() && !database.open(flock))
    return kRejected;
  Blender blender(arguments, database);
  if (arguments.walk) {
    std::optional<std::string> lines = blender.makeWalk();
    return lines ? writeText(sources, arguments.output, *lines) : kRejected;
  }
  std::optional<std::vector<NewEdge>> edges = blender.makeEdges();
  return edges ? write(sources, arguments, *edges) : kRejected;
}

int main(int argc, char **argv) {
  beginLlvmProgram("flame-blend");
  CLI::App app("Makes edges between the nodes of a flock, and random walks over it.",
               "flame-blend");
  Arguments arguments;
  declare(app, arguments);
  if (const std::optional<int> code = parseCommandLine(app, argc, argv))
    return *code;
  if (std::string error = usageError(arguments); !error.empty())
    return reportError(kName, {rt::ErrorKind::Usage, error, kHelpNote});
  return run(arguments);
}
