// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With CuburnCompat::Cuburn, pairing reproduces details that follow from defects of cuburn: xforms
// of equal weight are ordered as in its hash tables; a weight with a velocity is heavier than any
// without; "dup" acts as "pad"; and of several pairs that begin with "pad" only the last counts,
// while the destinations of the others vanish.

#include "compiler/cuburn/CuburnPairing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <tuple>

namespace flame {

using NodeXform = CuburnXform<CuburnPoint>;
using NodeXforms = CuburnXforms<CuburnPoint>;

static constexpr llvm::StringLiteral kPad = "pad", kDup = "dup";

static double positionOf(const NodeXform &xform, llvm::StringRef name) {
  auto found = xform.values.find(name);
  return found == xform.values.end() ? cuburnSpline(/*inXform=*/true, name).defaultValue
                                     : found->second.position;
}

static double modulo(double x, double divisor) { return x - divisor * std::floor(x / divisor); }

/// True if the affine mirrors the plane. It does if the columns are more than half a turn apart;
/// the spread is half their angle.
static bool isMirrored(const NodeXform &xform, llvm::StringRef affine,
                       CuburnCompat compat = CuburnCompat::Clean) {
  const double spread = positionOf(xform, (affine + ".spread").str());
  return (compat == CuburnCompat::Cuburn ? spread : modulo(spread, 180)) > 90;
}

//===-- missing xforms ------------------------------------------------------------------------===//

/// Variations with a pole in the middle. Padding next to them is the identity as two negations.
static constexpr llvm::StringLiteral kHoles[] = {
    "spherical", "ngon", "julian", "juliascope", "polar", "wedge_sph", "wedge_julia", "bipolar"};

namespace {
/// A variation that, with default parameters, is the identity at this weight.
struct NeutralVariation {
  llvm::StringLiteral name;
  double weight = 1;
};
} // namespace

static constexpr NeutralVariation kNeutral[] = {
    {"rectangles"}, {"fan2"}, {"blob"}, {"perspective"}, {"super_shape", std::numbers::sqrt2}};

static void set(NodeXform &xform, const std::string &name, double position) {
  xform.values[name] = {position, 0, xform.loc};
}

/// The names of the variations that `xform` lists.
static std::set<std::string> variationsOf(const NodeXform &xform) {
  constexpr llvm::StringLiteral kPrefix = "variations.";
  std::set<std::string> names;
  for (const auto &[path, value] : xform.values)
    if (llvm::StringRef(path).starts_with(kPrefix))
      names.insert(llvm::StringRef(path).drop_front(kPrefix.size()).split('.').first.str());
  return names;
}

/// Adds the variations of padding. Returns true if they form the negated identity.
static bool addPaddingVariations(NodeXform &padding, const std::set<std::string> &partner) {
  std::vector<const NeutralVariation *> neutral;
  for (const std::string &name : partner) {
    if (llvm::is_contained(kHoles, name)) {
      set(padding, cuburnVariationKey("linear", "weight"), -1);
      return true;
    }
    for (const NeutralVariation &row : kNeutral)
      if (row.name == name)
        neutral.push_back(&row);
  }
  for (const NeutralVariation *row : neutral) {
    set(padding, cuburnVariationKey(row->name, "weight"),
        row->weight / static_cast<double>(neutral.size()));
    for (const VariationParam &param : findVariation(row->name)->params) {
      std::string key = cuburnVariationKey(row->name, param.shortName);
      set(padding, key, cuburnSpline(/*inXform=*/true, key).defaultValue);
    }
  }
  if (neutral.empty())
    set(padding, cuburnVariationKey("linear", "weight"), 1);
  return false;
}

NodeXform makeCuburnPadding(const NodeXform &partner, bool isFinal) {
  NodeXform padding;
  padding.loc = partner.loc;
  set(padding, "weight", 0);
  if (isFinal)
    set(padding, "color_speed", 0);
  const bool isNegated = addPaddingVariations(padding, variationsOf(partner));
  // Standard padding is never chosen, so its mirroring is invisible. A final xform applies to all
  // points; with one negation only, it would mirror the picture at the end where it should be
  // neutral.
  const bool isEven = isMirrored(partner, "pre_affine") == isMirrored(partner, "post_affine");
  for (llvm::StringRef affine : {"pre_affine", "post_affine"}) {
    const bool isPre = affine == "pre_affine",
               mirrored = isMirrored(partner, affine) && (isEven || !isFinal);
    if (!isPre && !mirrored)
      continue;
    // Adding half a turn to both angle and spread changes nothing. Chooses the form closer to the
    // partner.
    const double half =
        modulo(positionOf(partner, (affine + ".spread").str()), 360) >= 180 ? 180 : 0;
    const double upright = (mirrored ? 135 : 45) + half;
    set(padding, (affine + ".angle").str(), upright + (isPre && isNegated ? 180 : 0));
    if (mirrored || half != 0)
      set(padding, (affine + ".spread").str(), upright);
  }
  return padding;
}

/// A copy of `partner` that is never chosen.
static NodeXform makeCopy(const NodeXform &partner) {
  NodeXform copy = partner;
  set(copy, "weight", 0);
  return copy;
}

//===-- order ---------------------------------------------------------------------------------===//

/// The order of ids with one and two digits in the hash table of an old Python: two-digit ids
/// first, neighbours swapped.
static bool isBeforeInHash(llvm::StringRef a, llvm::StringRef b) {
  auto keyOf = [](llvm::StringRef id) {
    unsigned number = 0;
    const bool isWord = id.getAsInteger(10, number);
    return std::tuple(isWord, id.size() == 1, number ^ 1u, id);
  };
  return keyOf(a) < keyOf(b);
}

/// The ids of `candidates` in pairing order, before any reversal.
static std::vector<std::string> sortIds(const NodeXforms &xforms, std::vector<std::string> ids,
                                        CuburnSort sort, CuburnCompat compat) {
  if (sort == CuburnSort::Natural)
    return ids; // unchanged order
  if (compat == CuburnCompat::Cuburn)
    llvm::sort(ids, isBeforeInHash);
  llvm::StringRef name = sort == CuburnSort::Color ? "color" : "weight";
  auto keyOf = [&](const std::string &id) {
    auto found = xforms.at(id).values.find(name);
    if (found == xforms.at(id).values.end())
      return std::pair(false, 0.0);
    return std::pair(compat == CuburnCompat::Cuburn && found->second.velocity != 0,
                     found->second.position);
  };
  std::multimap<std::pair<bool, double>, std::string> sorted; // equal keys keep their order
  for (const std::string &id : ids)
    sorted.emplace(keyOf(id), id);
  ids.clear();
  for (auto &[key, id] : sorted)
    ids.push_back(id);
  return ids;
}

//===-- pairing -------------------------------------------------------------------------------===//

namespace {
/// Ids of a pair. An empty id stands for an xform to add.
struct IdPair {
  std::string source, destination;
  bool isCopy = false; ///< the added xform is a copy
};

class Pairing {
public:
  Pairing(Diagnostics &diags, const CuburnNode &source, const CuburnNode &destination,
          const CuburnEdge *edge, CuburnCompat compat)
      : diags(diags), source(source), destination(destination), edge(edge), compat(compat) {}

  void take(const CuburnPair &wanted);
  void pairRest(CuburnSort sort);
  std::vector<CuburnXformPair> result();

private:
  bool isSpecial(llvm::StringRef id) const { return id == kPad || id == kDup; }
  bool hasEdits(const CuburnPair &wanted) const {
    return edge && (edge->sourceXforms.contains(wanted.source) ||
                    edge->destinationXforms.contains(wanted.destination));
  }
  void reportUnknown(const CuburnPair &wanted, bool isSource);
  void displace(const IdPair &pair);
  std::vector<std::string> remaining(const NodeXforms &xforms,
                                     const std::set<std::string> &taken) const;
  CuburnXformPair complete(const IdPair &pair) const;

  Diagnostics &diags;
  const CuburnNode &source, &destination;
  const CuburnEdge *edge;
  CuburnCompat compat;
  std::vector<IdPair> pairs;
  std::set<std::string> vanished; ///< destinations that cuburn loses
};
} // namespace

void Pairing::reportUnknown(const CuburnPair &wanted, bool isSource) {
  const CuburnNode &node = isSource ? source : destination;
  const std::string &id = isSource ? wanted.source : wanted.destination;
  auto report =
      diags.error(wanted.range, "the " + llvm::Twine(isSource ? "source" : "destination") +
                                    " node " + quoted(node.id) + " has no xform " + quoted(id));
  std::vector<std::string> ids;
  for (const auto &[known, xform] : node.xforms)
    ids.push_back(quoted(known));
  report.note("it has " + llvm::join(ids, ", "));
}

/// Removes earlier pairs that contain an xform of `pair`.
void Pairing::displace(const IdPair &pair) {
  llvm::erase_if(pairs, [&](const IdPair &earlier) {
    return (!pair.source.empty() && earlier.source == pair.source) ||
           (!pair.destination.empty() && earlier.destination == pair.destination);
  });
}

void Pairing::take(const CuburnPair &wanted) {
  const bool madeSource = isSpecial(wanted.source), madeDestination = isSpecial(wanted.destination);
  if (madeSource && madeDestination) {
    diags.error(wanted.range, "a pair needs the id of an xform beside " + quoted(wanted.source))
        .ignore();
    return;
  }
  const bool hasSource = !madeSource && source.xforms.contains(wanted.source);
  const bool hasDestination = !madeDestination && destination.xforms.contains(wanted.destination);
  const bool isNew = !hasSource && !hasDestination && hasEdits(wanted);
  if (!isNew && ((!madeSource && !hasSource) || (!madeDestination && !hasDestination))) {
    // A node's pairs apply to all its partners, some of which lack the xform.
    if (wanted.fromEdge)
      reportUnknown(wanted, /*isSource=*/!madeSource && !hasSource);
    return;
  }
  IdPair pair = {madeSource ? "" : wanted.source, madeDestination ? "" : wanted.destination,
                 wanted.source == kDup || wanted.destination == kDup};
  displace(pair);
  if (compat == CuburnCompat::Cuburn) {
    pair.isCopy = false;
    llvm::erase_if(pairs, [&](const IdPair &earlier) {
      const bool isLost = pair.source.empty() && earlier.source.empty();
      if (isLost)
        vanished.insert(earlier.destination);
      return isLost;
    });
  }
  pairs.push_back(std::move(pair));
}

std::vector<std::string> Pairing::remaining(const NodeXforms &xforms,
                                            const std::set<std::string> &taken) const {
  std::vector<std::string> ids;
  for (const auto &[id, xform] : xforms)
    if (!taken.contains(id))
      ids.push_back(id);
  return ids;
}

void Pairing::pairRest(CuburnSort sort) {
  std::set<std::string> takenSources, takenDestinations = vanished;
  for (const IdPair &pair : pairs) {
    takenSources.insert(pair.source);
    takenDestinations.insert(pair.destination);
  }
  auto classOf = [&](const NodeXform &xform) {
    return 2 * isMirrored(xform, "pre_affine", compat) + isMirrored(xform, "post_affine", compat);
  };
  std::array<std::vector<std::string>, 4> sources, destinations;
  for (const std::string &id : remaining(source.xforms, takenSources))
    sources[classOf(source.xforms.at(id))].push_back(id);
  for (const std::string &id : remaining(destination.xforms, takenDestinations))
    destinations[classOf(destination.xforms.at(id))].push_back(id);

  for (auto [from, to] : llvm::zip(sources, destinations)) {
    from = sortIds(source.xforms, from, sort, compat);
    to = sortIds(destination.xforms, to, sort, compat);
    if (sort == CuburnSort::WeightFlip)
      std::reverse(to.begin(), to.end());
    for (size_t i = 0; i < std::max(from.size(), to.size()); ++i)
      pairs.push_back({i < from.size() ? from[i] : "", i < to.size() ? to[i] : ""});
  }
}

CuburnXformPair Pairing::complete(const IdPair &pair) const {
  CuburnXformPair result;
  const std::string made = (pair.isCopy ? kDup : kPad).str();
  result.name = (pair.source.empty() ? made : pair.source) + "_" +
                (pair.destination.empty() ? made : pair.destination);
  result.sourceId = pair.source;
  result.destinationId = pair.destination;
  auto from = source.xforms.find(pair.source), to = destination.xforms.find(pair.destination);
  const NodeXform none;
  auto makePartner = [&](const NodeXform &partner) {
    return pair.isCopy ? makeCopy(partner) : makeCuburnPadding(partner, /*isFinal=*/false);
  };
  if (from != source.xforms.end())
    result.source = from->second;
  if (to != destination.xforms.end())
    result.destination = to->second;
  if (from == source.xforms.end())
    result.source = makePartner(result.destination);
  if (to == destination.xforms.end())
    result.destination =
        from == source.xforms.end() ? makeCuburnPadding(none, false) : makePartner(result.source);
  return result;
}

std::vector<CuburnXformPair> Pairing::result() {
  llvm::sort(pairs, [](const IdPair &a, const IdPair &b) {
    if (a.source.empty() != b.source.empty())
      return b.source.empty();
    const NaturalOrder isLess;
    return a.source == b.source ? isLess(a.destination, b.destination) : isLess(a.source, b.source);
  });
  std::vector<CuburnXformPair> completed;
  std::set<std::string> names;
  for (const IdPair &pair : pairs) {
    completed.push_back(complete(pair));
    while (!names.insert(completed.back().name).second)
      completed.back().name += "'"; // ids may themselves contain underscores
  }
  return completed;
}

/// Reports edits of xforms that are in no pair.
static void checkEdits(Diagnostics &diags, const CuburnEdge &edge,
                       llvm::ArrayRef<CuburnXformPair> pairs) {
  for (const bool isSource : {true, false})
    for (const auto &[id, xform] : isSource ? edge.sourceXforms : edge.destinationXforms) {
      auto isHere = [&, &id = id](const CuburnXformPair &pair) {
        return (isSource ? pair.sourceId : pair.destinationId) == id;
      };
      if (llvm::none_of(pairs, isHere))
        diags
            .error({xform.loc, xform.loc}, "the " +
                                               llvm::Twine(isSource ? "source" : "destination") +
                                               " node has no xform " + quoted(id))
            .note("a pair in 'blend.xform_map' introduces a new one")
            .ignore();
    }
}

std::optional<std::vector<CuburnXformPair>>
pairCuburnXforms(Diagnostics &diags, const CuburnNode &source, const CuburnNode &destination,
                 const CuburnEdge *edge, CuburnSort sort, llvm::ArrayRef<CuburnPair> wanted,
                 CuburnCompat compat) {
  const unsigned errorsBefore = diags.errorCount();
  Pairing pairing(diags, source, destination, edge, compat);
  for (const CuburnPair &pair : wanted)
    pairing.take(pair);
  pairing.pairRest(sort);
  std::vector<CuburnXformPair> pairs = pairing.result();
  if (edge)
    checkEdits(diags, *edge, pairs);
  if (diags.errorCount() != errorsBefore)
    return std::nullopt;
  return pairs;
}

std::vector<CuburnXformPair> pairWithItself(const CuburnNode &source,
                                            const CuburnNode &destination) {
  std::vector<CuburnXformPair> pairs;
  for (const auto &[id, xform] : source.xforms)
    pairs.push_back({id + "_" + id, id, id, xform, destination.xforms.at(id)});
  return pairs;
}

} // namespace flame
