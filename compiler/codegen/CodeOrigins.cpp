// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A location is a chain: the instruction's own location, then those of the inlined calls. PTX
// stores only line and column, so each chain gets a number, stored as the line.

#include "compiler/codegen/CodeOrigins.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

using namespace llvm;

namespace flame {

//===-- before the optimiser ------------------------------------------------------------------===//

/// The name of a function without namespaces and parameters.
static std::string baseName(StringRef mangled) {
  ItaniumPartialDemangler demangler;
  std::string terminated = mangled.str();
  if (demangler.partialDemangle(terminated.c_str()))
    return terminated; // a C name
  size_t size = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      demangler.getFunctionBaseName(nullptr, &size), &std::free);
  return name ? name.get() : terminated;
}

void addOrigins(Module &module) {
  DIBuilder builder(module);
  DIFile *file = builder.createFile("", "");
  builder.createCompileUnit(DISourceLanguageName(dwarf::DW_LANG_C_plus_plus), file, "",
                            /*isOptimized=*/true, "", 0, "", DICompileUnit::DebugDirectivesOnly);
  DISubroutineType *type = builder.createSubroutineType(builder.getOrCreateTypeArray({}));
  for (Function &function : module) {
    if (function.isDeclaration() || function.getSubprogram())
      continue;
    DISubprogram *scope =
        builder.createFunction(file, baseName(function.getName()), function.getName(), file, 0,
                               type, 0, DINode::FlagZero, DISubprogram::SPFlagDefinition);
    function.setSubprogram(scope);
    for (Instruction &instruction : instructions(function))
      if (!instruction.getDebugLoc())
        instruction.setDebugLoc(DILocation::get(module.getContext(), 0, 0, scope));
  }
  builder.finalize();
  if (!module.getModuleFlag("Debug Info Version"))
    module.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
}

//===-- behind it -----------------------------------------------------------------------------===//

static bool isChosenXform(StringRef function) { return function.starts_with("flame_xform_"); }

bool isXformBody(StringRef function) {
  return function == "flame_final" || isChosenXform(function);
}

static CodeOrigin originOf(const DILocation *location) {
  CodeOrigin origin;
  for (; location; location = location->getInlinedAt()) {
    const DISubprogram *scope = location->getScope()->getSubprogram();
    // Lambdas, and the functions that call them, belong to the enclosing function.
    if (const StringRef name = scope->getName(); name != "operator()" && name != "forEachPoint")
      origin.functions.push_back(name.str());
    if (isXformBody(scope->getName())) {
      SmallString<128> path(location->getDirectory());
      sys::path::append(path, location->getFilename());
      origin.file = path.str().str();
      origin.line = location->getLine();
      origin.column = location->getColumn();
    }
  }
  std::ranges::reverse(origin.functions);
  return origin;
}

std::vector<CodeOrigin> numberOrigins(Module &module) {
  std::vector<CodeOrigin> origins;
  DenseMap<const DILocation *, unsigned> known;
  auto numberOf = [&](const DILocation *location) {
    auto [entry, isNew] = known.try_emplace(location, 0);
    if (!isNew)
      return entry->second;
    CodeOrigin origin = originOf(location);
    const auto same = llvm::find(origins, origin);
    const auto number = unsigned(same - origins.begin());
    if (same == origins.end())
      origins.push_back(std::move(origin));
    return known[location] = number;
  };
  for (Function &function : module) {
    DISubprogram *scope = function.getSubprogram();
    if (function.isDeclaration() || !scope)
      continue;
    for (Instruction &instruction : instructions(function)) {
      const DILocation *location = instruction.getDebugLoc().get();
      if (!location) // instructions that passes created without a location
        location = DILocation::get(module.getContext(), 0, 0, scope);
      instruction.setDebugLoc(
          DILocation::get(module.getContext(), numberOf(location) + 1, 0, scope));
    }
  }
  return origins;
}

//===-- PTX -----------------------------------------------------------------------------------===//

using Words = SmallVector<StringRef, 8>;

static Words wordsOf(StringRef text) {
  Words words;
  SplitString(text, words, " \t;");
  return words;
}

/// The number in a `.loc` directive, whose words are the directive, file, line and column.
static std::optional<unsigned> numberIn(const Words &words) {
  unsigned line = 0;
  if (words.size() < 3 || words[2].getAsInteger(10, line) || line == 0)
    return std::nullopt;
  return line - 1;
}

/// The branch target of a line, or empty.
static StringRef targetOf(const CodeLine &line) {
  const Words words = wordsOf(line.text);
  auto isBranch = [](StringRef word) { return word == "bra" || word.starts_with("bra."); };
  return llvm::any_of(words, isBranch) ? words.back() : "";
}

/// True if code of `function` runs in each round or, with chains, whenever points are exchanged.
static bool isOfRounds(const std::string &function) {
  return isChosenXform(function) || function == "moveOn";
}

/// The round: the shortest loop (a backward branch and the lines in between) with nearly all
/// instructions of the chosen xforms and of the code that moves chains on.
static std::pair<size_t, size_t> findRound(const std::vector<CodeLine> &lines,
                                           const std::vector<CodeOrigin> &origins) {
  constexpr double kNearlyAll = 0.95;
  std::vector<size_t> bodiesBefore = {0}; // such instructions before each line
  StringMap<size_t> labels;
  for (size_t i = 0; i < lines.size(); ++i) {
    StringRef text = lines[i].text;
    if (text.consume_back(":"))
      labels[text] = i;
    const bool isBody =
        lines[i].origin && llvm::any_of(origins[*lines[i].origin].functions, isOfRounds);
    bodiesBefore.push_back(bodiesBefore.back() + isBody);
  }
  std::pair<size_t, size_t> best = {0, 0};
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto label = labels.find(targetOf(lines[i]));
    if (label == labels.end() || label->second >= i)
      continue;
    const size_t inside = bodiesBefore[i + 1] - bodiesBefore[label->second];
    const bool isShorter = best.second == 0 || i + 1 - label->second < best.second - best.first;
    if (inside > 0 && double(inside) >= kNearlyAll * double(bodiesBefore.back()) && isShorter)
      best = {label->second, i + 1};
  }
  return best;
}

KernelCode readKernel(StringRef ptx, StringRef name, const std::vector<CodeOrigin> &origins) {
  KernelCode code;
  const size_t entry = ptx.find((".entry " + name + "(").str());
  const size_t begin = entry == StringRef::npos ? entry : ptx.find("\n{", entry);
  if (begin == StringRef::npos)
    return code;
  SmallVector<StringRef, 0> lines;
  ptx.slice(begin + 2, ptx.find("\n}", begin)).split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::optional<unsigned> current;
  for (StringRef line : lines) {
    const StringRef text = line.split("//").first.trim();
    if (text.starts_with(".loc")) {
      current = numberIn(wordsOf(text));
      continue;
    }
    // Labels that serve only locations.
    if (text.starts_with("$L__tmp") || text.starts_with("$L__func_"))
      continue;
    const bool isInstruction = text.ends_with(";") && !text.starts_with(".");
    if (!text.empty())
      code.lines.push_back({text.str(), isInstruction ? current : std::nullopt});
  }
  std::tie(code.roundBegin, code.roundEnd) = findRound(code.lines, origins);
  return code;
}

} // namespace flame
