// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes greedy choices in random order.

#include "tools/flame-blend/Transitions.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace flame {

static void shuffle(std::vector<size_t> &list, Dice &dice) {
  for (size_t i = list.size(); i > 1; --i)
    std::swap(list[i - 1], list[dice.below(i)]);
}

std::vector<NodePair> newTransitions(size_t nodes, const std::vector<NodePair> &existing,
                                     size_t wanted, Dice &dice) {
  std::set<NodePair> taken(existing.begin(), existing.end());
  std::vector<size_t> visits(nodes);
  for (const NodePair &edge : taken)
    ++visits[edge.second];
  std::vector<size_t> order(nodes);
  std::iota(order.begin(), order.end(), 0);

  std::vector<NodePair> added;
  std::optional<size_t> last;
  while (added.size() < wanted) {
    shuffle(order, dice);
    std::map<size_t, std::vector<size_t>> byVisits;
    for (size_t node : order)
      byVisits[visits[node]].push_back(node);
    std::vector<size_t> leastFirst;
    for (const auto &[count, group] : byVisits)
      leastFirst.insert(leastFirst.end(), group.begin(), group.end());

    auto isFree = [&](size_t source, size_t destination) {
      return source != destination && !taken.contains({source, destination});
    };
    std::optional<NodePair> next;
    for (size_t destination : leastFirst) {
      if (last && isFree(*last, destination))
        next = {*last, destination};
      for (size_t source : leastFirst)
        if (!next && isFree(source, destination))
          next = {source, destination};
      if (next)
        break;
    }
    if (!next)
      break;
    taken.insert(*next);
    ++visits[next->second];
    last = next->second;
    added.push_back(*next);
  }
  return added;
}

std::vector<NodePair> walkFlock(size_t nodes, const std::vector<NodePair> &edges, size_t length,
                                Dice &dice) {
  std::vector<NodePair> walk;
  if (nodes == 0)
    return walk;
  const std::set<NodePair> distinct(edges.begin(), edges.end());
  std::map<NodePair, size_t> taken;
  size_t at = dice.below(nodes);
  while (walk.size() < length) {
    std::vector<NodePair> choices;
    for (const NodePair &edge : distinct) {
      if (edge.first != at)
        continue;
      if (!choices.empty() && taken[edge] < taken[choices.front()])
        choices.clear();
      if (choices.empty() || taken[edge] == taken[choices.front()])
        choices.push_back(edge);
    }
    if (choices.empty())
      break;
    const NodePair edge = choices[dice.below(choices.size())];
    ++taken[edge];
    walk.push_back(edge);
    at = edge.second;
  }
  return walk;
}

} // namespace flame
