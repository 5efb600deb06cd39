// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derives token locations from byte counts. The parser calls the builder right after it has
// consumed the last byte of a token or, for a number, one byte more. Between two reported tokens
// only blanks, commas and colons can stand. So the start of a token follows from the end of the
// previous one, and its end from the number of bytes consumed; a number ends with its last
// character.

#include "compiler/text/JsonDocument.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/StringSaver.h"

#include <nlohmann/json.hpp>

#include <cstring>
#include <iterator>

namespace flame {

llvm::SmallVector<const JsonValue *> JsonValue::elements() const {
  llvm::SmallVector<const JsonValue *> result;
  for (const JsonValue *value = this + 1; value != this + extent; value += value->extent)
    result.push_back(value);
  return result;
}

llvm::SmallVector<JsonValue::Member> JsonValue::members() const {
  llvm::SmallVector<Member> result;
  for (const JsonValue *key = this + 1; key != this + extent; key += 1 + key[1].extent)
    result.emplace_back(key, key + 1);
  return result;
}

//===-- building ------------------------------------------------------------------------------===//

namespace {
/// An iterator over a text that makes its position visible to others.
struct CountingIterator {
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  const char *at;
  const char **taken;

  reference operator*() const { return *at; }
  CountingIterator &operator++() {
    *taken = ++at;
    return *this;
  }
  bool operator==(const CountingIterator &other) const { return at == other.at; }
  bool operator!=(const CountingIterator &other) const { return at != other.at; }
};
} // namespace

/// Receives the tokens of nlohmann's parser, which prescribes the function names. Returning false
/// stops the parser.
class JsonBuilder {
public:
  using Json = nlohmann::json;
  using Kind = JsonValue::Kind;

  JsonBuilder(JsonDocument &document, llvm::StringRef text, Diagnostics &diags)
      : document(document), text(text), diags(diags), decoded(document.decoded), last(text.begin()),
        taken(text.begin()) {}

  /// Returns false if something was reported.
  bool run() {
    CountingIterator begin = {text.begin(), &taken}, end = {text.end(), &taken};
    return Json::sax_parse(begin, end, this) && !failed;
  }

  bool null() { return addScalar(Kind::Null); }
  bool boolean(bool) { return addScalar(Kind::Boolean); }
  bool number_integer(int64_t number) { return addNumber(static_cast<double>(number)); }
  bool number_unsigned(uint64_t number) { return addNumber(static_cast<double>(number)); }
  bool number_float(double number, const std::string &) { return addNumber(number); }
  bool string(std::string &string) { return addString(string); }
  bool key(std::string &string) { return addString(string); }
  bool binary(Json::binary_t &) { return false; } // not part of JSON texts
  bool start_object(size_t) { return open(Kind::Object); }
  bool start_array(size_t) { return open(Kind::Array); }
  bool end_object();
  bool end_array() { return close(); }
  bool parse_error(size_t position, const std::string &, const Json::exception &error);

private:
  bool fail(const char *begin, const char *end, const llvm::Twine &message) {
    failed = true;
    diags.error({llvm::SMLoc::getFromPointer(begin), llvm::SMLoc::getFromPointer(end)}, message)
        .ignore();
    return false;
  }

  /// Appends the value that begins at the next token and ends at `end`; with a null `end`, at its
  /// last number character.
  bool add(Kind kind, const char *end);
  bool addScalar(Kind kind);
  bool addNumber(double number);
  bool addString(llvm::StringRef string);
  bool open(Kind kind);
  bool close();

  JsonDocument &document;
  llvm::StringRef text;
  Diagnostics &diags;
  llvm::StringSaver decoded;
  llvm::SmallVector<size_t, JsonDocument::kMaxDepth> parents; ///< the open containers
  const char *last;                                           ///< after the last token
  const char *taken; ///< after the last byte that the parser consumed
  bool failed = false;
};

bool JsonBuilder::add(Kind kind, const char *end) {
  llvm::StringRef rest(last, text.end() - last);
  const char *begin = rest.ltrim(" \t\n\r,:").begin();
  if (!end)
    end = begin +
          std::min(llvm::StringRef(begin, text.end() - begin).find_first_not_of("+-.0123456789eE"),
                   static_cast<size_t>(text.end() - begin));
  if (document.values.size() == JsonDocument::kMaxValues)
    return fail(begin, end, "more than " + llvm::Twine(JsonDocument::kMaxValues) + " values");
  JsonValue &value = document.values.emplace_back();
  value.kind = kind;
  value.range = {llvm::SMLoc::getFromPointer(begin), llvm::SMLoc::getFromPointer(end)};
  value.text = {begin, static_cast<size_t>(end - begin)};
  last = end;
  return true;
}

bool JsonBuilder::addScalar(Kind kind) { return add(kind, taken); }

bool JsonBuilder::addNumber(double number) {
  if (!add(Kind::Number, nullptr))
    return false;
  document.values.back().number = number;
  return true;
}

bool JsonBuilder::addString(llvm::StringRef string) {
  if (!add(Kind::String, taken))
    return false;
  llvm::StringRef &text = document.values.back().text;
  text = text.drop_front().drop_back();
  if (text != string)
    text = decoded.save(string);
  return true;
}

bool JsonBuilder::open(Kind kind) {
  if (parents.size() == JsonDocument::kMaxDepth)
    return fail(taken - 1, taken,
                "nested deeper than " + llvm::Twine(JsonDocument::kMaxDepth) + " levels");
  parents.push_back(document.values.size());
  if (!add(kind, taken))
    return false;
  document.values.back().text = {};
  return true;
}

bool JsonBuilder::close() {
  size_t index = parents.pop_back_val();
  JsonValue &container = document.values[index];
  container.extent = static_cast<unsigned>(document.values.size() - index);
  container.range.End = llvm::SMLoc::getFromPointer(taken);
  last = taken;
  return true;
}

bool JsonBuilder::end_object() {
  const size_t index = parents.back();
  close();
  llvm::DenseSet<llvm::StringRef> keys;
  for (auto [key, value] : document.values[index].members())
    if (!keys.insert(key->text).second && !diags.errorLimitReached())
      fail(key->range.Start.getPointer(), key->range.End.getPointer(),
           "the key " + quoted(key->text) + " is there twice");
  return true;
}

/// The library's reason. Its messages are "syntax error while parsing CONTEXT - unexpected TOKEN;
/// expected TOKEN" or "... - REASON; last read: 'TEXT'". Removes the parts that duplicate the
/// location and the source line.
static std::string reasonOf(llvm::StringRef words) {
  if (size_t dash = words.find(" - "); dash != llvm::StringRef::npos)
    words = words.substr(dash + strlen(" - "));
  words = words.take_front(words.find("; last read: "));
  auto [found, expected] = words.split("; expected ");
  if (found.consume_front("unexpected ") && !expected.empty()) {
    const bool closes = expected == "'}'" || expected == "']'";
    return ("expected " + llvm::Twine(closes ? "',' or " : "") + expected + ", got " + found).str();
  }
  return words.str();
}

bool JsonBuilder::parse_error(size_t position, const std::string &, const Json::exception &error) {
  constexpr int kNumberOverflow = 406;
  // The position counts consumed bytes; the end of the text counts as one.
  const char *at = text.begin() + std::min(position - std::min<size_t>(position, 1), text.size());
  if (error.id == kNumberOverflow)
    return fail(at, at, "a number is too large");
  return fail(at, at, "not valid JSON: " + reasonOf(error.what()));
}

std::optional<JsonDocument> JsonDocument::parse(unsigned bufferId, Diagnostics &diags) {
  const llvm::MemoryBuffer *buffer = diags.sources().getMemoryBuffer(bufferId);
  llvm::StringRef text = buffer->getBuffer();
  if (text.size() > kMaxBytes)
    return diags.errorInFile(buffer->getBufferIdentifier(),
                             "larger than " + llvm::Twine(kMaxBytes >> 20) + " MiB");
  text.consume_front("\xef\xbb\xbf"); // skip a byte order mark
  JsonDocument document;
  if (!JsonBuilder(document, text, diags).run())
    return std::nullopt;
  return document;
}

//===-- paths ---------------------------------------------------------------------------------===//

std::string JsonDocument::pathOf(const JsonValue &value) const {
  std::string path;
  const JsonValue *container = &root();
  auto holds = [&](const JsonValue *candidate) {
    return candidate <= &value && &value < candidate + candidate->extent;
  };
  while (container != &value) {
    const JsonValue *next = nullptr;
    if (container->kind == JsonValue::Kind::Array) {
      size_t index = 0;
      for (next = container + 1; !holds(next); next += next->extent)
        ++index;
      path += "/" + std::to_string(index);
    } else {
      const JsonValue *key = container + 1;
      while (key != &value && !holds(key + 1))
        key += 1 + key[1].extent;
      path += '/';
      for (char c : key->text)
        path += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
      next = key == &value ? key : key + 1;
    }
    container = next;
  }
  return path;
}

} // namespace flame
