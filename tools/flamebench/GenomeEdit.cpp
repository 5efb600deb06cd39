// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans just enough XML to find tags: comments, CDATA sections and quoted values may contain
// anything.

#include "tools/flamebench/GenomeEdit.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace flame {

using namespace rt;

/// Defaults of flam3 for absent attributes.
static constexpr double kDefaultWidth = 100, kDefaultScale = 50;

static constexpr std::string_view kSpace = " \t\r\n";

/// Returns the position after the '>' that ends the tag at `start`. Quoted values may contain a
/// '>'.
static size_t endOfTag(std::string_view text, size_t start) {
  char quote = 0;
  for (size_t i = start; i < text.size(); ++i) {
    if (quote)
      quote = text[i] == quote ? 0 : quote;
    else if (text[i] == '"' || text[i] == '\'')
      quote = text[i];
    else if (text[i] == '>')
      return i + 1;
  }
  return std::string_view::npos;
}

/// Returns the position after the piece of markup that starts at `start`.
static size_t endOfMarkup(std::string_view text, size_t start) {
  for (auto [opening, closing] :
       {std::pair<std::string_view, std::string_view>{"<!--", "-->"}, {"<![CDATA[", "]]>"}})
    if (text.substr(start).starts_with(opening)) {
      const size_t end = text.find(closing, start);
      return end == text.npos ? end : end + closing.size();
    }
  return endOfTag(text, start);
}

/// Returns "flame" for "<flame name=...>" and for "</flame>".
static std::string_view nameOfTag(std::string_view tag) {
  tag.remove_prefix(tag.starts_with("</") ? 2 : 1);
  return tag.substr(0, tag.find_first_of(" \t\r\n/>"));
}

namespace {
/// Position of an attribute's value in its tag, without quotes.
struct Span {
  size_t begin, size;
};
} // namespace

static std::optional<Span> findAttribute(std::string_view tag, std::string_view name) {
  size_t at = 1 + nameOfTag(tag).size();
  while ((at = tag.find_first_not_of(kSpace, at)) != tag.npos && tag[at] != '/' && tag[at] != '>') {
    const size_t equals = tag.find('=', at);
    const size_t open = equals == tag.npos ? equals : tag.find_first_of("\"'", equals);
    const size_t close = open == tag.npos ? open : tag.find(tag[open], open + 1);
    if (close == tag.npos)
      return std::nullopt;
    std::string_view found = tag.substr(at, equals - at);
    found = found.substr(0, found.find_last_not_of(kSpace) + 1);
    if (found == name)
      return Span{open + 1, close - open - 1};
    at = close + 1;
  }
  return std::nullopt;
}

static void setAttribute(std::string &tag, std::string_view name, const std::string &value) {
  if (std::optional<Span> span = findAttribute(tag, name))
    tag.replace(span->begin, span->size, value);
  else
    tag.insert(1 + nameOfTag(tag).size(), " " + std::string(name) + "=\"" + value + "\"");
}

Result<GenomeText> GenomeText::parse(std::string_view text) {
  size_t begin = 0, depth = 0;
  for (size_t at = 0; (at = text.find('<', at)) != text.npos;) {
    const size_t end = endOfMarkup(text, at);
    if (end == text.npos)
      break;
    const std::string_view tag = text.substr(at, end - at);
    if (nameOfTag(tag) == "flame") {
      if (depth == 0)
        begin = at;
      const bool closes = tag.starts_with("</"), isEmpty = tag.ends_with("/>");
      if (closes && depth == 0)
        break;
      depth += closes ? -1 : isEmpty ? 0 : 1;
      if (depth == 0) {
        const size_t tagEnd = endOfTag(text, begin);
        GenomeText genome;
        genome.tag = text.substr(begin, tagEnd - begin);
        genome.rest = text.substr(tagEnd, end - tagEnd);
        return genome;
      }
    }
    at = end;
  }
  return Error(ErrorKind::Input, "no complete <flame> element");
}

std::optional<std::string> GenomeText::attribute(std::string_view name) const {
  if (std::optional<Span> span = findAttribute(tag, name))
    return tag.substr(span->begin, span->size);
  return std::nullopt;
}

/// Returns the first number of an attribute, or `absent`.
static double numberOf(const std::optional<std::string> &text, double absent) {
  return text ? std::strtod(text->c_str(), nullptr) : absent;
}

static std::string format(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

double GenomeText::samplesPerQuality() const {
  return std::exp2(2 * numberOf(attribute("zoom"), 0));
}

std::string GenomeText::edited(const GenomeSettings &settings) const {
  std::string result = tag;
  const double width = numberOf(attribute("size"), kDefaultWidth);
  const double scale = numberOf(attribute("scale"), kDefaultScale);
  setAttribute(result, "size",
               std::to_string(settings.width) + " " + std::to_string(settings.height));
  setAttribute(result, "scale", format(scale * settings.width / width));
  setAttribute(result, "quality", format(settings.quality));
  setAttribute(result, "temporal_samples", "1");
  setAttribute(result, "passes", "1");
  if (!settings.densityEstimation)
    setAttribute(result, "estimator_radius", "0");
  if (settings.supersample)
    setAttribute(result, attribute("oversample") ? "oversample" : "supersample",
                 std::to_string(*settings.supersample));
  return result + rest + "\n";
}

} // namespace flame
