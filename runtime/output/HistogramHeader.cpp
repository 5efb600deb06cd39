// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts the header of a histogram file to JSON and back. An absent member of a request is also
// absent in JSON.

#include "runtime/output/HistogramFile.h"

#include "support/ParseJson.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace flame::rt {

using Json = nlohmann::ordered_json;

/// Far more than planFrame accepts. It prevents sums over all parts from overflowing.
static constexpr uint64_t kMaxSamples = uint64_t(1) << 54;
static constexpr size_t kMaxText = 256, kMaxChainText = 4096;

//===-- writing -------------------------------------------------------------------------------===//

template <class T> static void put(Json &object, const char *key, const std::optional<T> &value) {
  if (value)
    object[key] = *value;
}

static Json requestJson(const FrameRequest &request) {
  // Names every member, so that a new one cannot be forgotten here. The last five do not belong to
  // the whole frame, and a shard has no stop criterion.
  const auto &[width, height, quality, stop, supersample, estimatorRadius, fuse, time, shutter,
               temporalSamples, jitter, seed, frame, format, transparency, earlyClip, filters,
               denoise, pixelAspect, factors, wantsHistogram, threads, memory, shard, gpuTarget] =
      request;
  (void)stop, (void)wantsHistogram, (void)threads, (void)memory, (void)shard, (void)gpuTarget;
  Json object = Json::object();
  put(object, "width", width);
  put(object, "height", height);
  put(object, "quality", quality);
  put(object, "supersample", supersample);
  put(object, "estimator_radius", estimatorRadius);
  put(object, "fuse", fuse);
  object["time"] = time;
  object["shutter"] = shutter;
  put(object, "temporal_samples", temporalSamples);
  object["jitter"] = jitter;
  object["seed"] = seed;
  object["frame"] = frame;
  object["bits"] = format.bits;
  object["transparency"] = transparency;
  object["earlyclip"] = earlyClip;
  if (filters)
    object["filters"] = filters->text();
  if (denoise)
    object["denoise"] = infoOf(*denoise).name;
  object["pixel_aspect"] = pixelAspect;
  for (const FactorField &field : kFactorFields)
    object[std::string("factor_") + field.group + "_" + field.key] = factors.*field.factor;
  return object;
}

static std::string_view wordOf(DeviceKind kind) { return kind == DeviceKind::Gpu ? "gpu" : "cpu"; }
static std::string_view wordOf(Schedule schedule) {
  return schedule == Schedule::Split ? "split" : "direct";
}

std::string writeHistogramHeader(const HistogramHeader &header) {
  const HistogramPart &part = header.part;
  Json object = Json::object();
  object["program"] = header.program;
  object["artefact"] = header.artefact;
  object["request"] = requestJson(header.request);
  if (header.shard)
    object["shard"] = {header.shard->index, header.shard->count};
  object["grid"] = {header.part.gridWidth, header.part.gridHeight};
  object["device"] = wordOf(part.device);
  object["code"] = part.code;
  object["blocks"] = part.blocks;
  object["ranges"] = Json::array();
  for (const BlockRange &range : part.ranges)
    object["ranges"].push_back({range.first, range.end});
  object["passes"] = Json::array();
  for (const PassHistogram &pass : part.passes)
    object["passes"].push_back({{"samples", pass.samples}, {"schedule", wordOf(pass.schedule)}});
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string requestDifference(const FrameRequest &found, const FrameRequest &expected) {
  const Json ours = requestJson(found), theirs = requestJson(expected);
  auto value = [](const Json &object, const std::string &key) {
    return object.contains(key) ? object[key].dump() : std::string("absent");
  };
  for (const Json *object : {&ours, &theirs})
    for (const auto &item : object->items())
      if (value(ours, item.key()) != value(theirs, item.key()))
        return item.key() + " is " + value(ours, item.key()) + " instead of " +
               value(theirs, item.key());
  return {};
}

//===-- reading -------------------------------------------------------------------------------===//

namespace {

/// Reads members of an object and keeps the first error.
class Members {
public:
  Members(const Json &object, std::string path, std::optional<Error> &error)
      : object(object), path(std::move(path)), error(error) {}

  /// Returns a member, or null and an error if it is missing.
  const Json *find(const char *key) {
    const auto found = object.find(key);
    if (found != object.end())
      return &*found;
    fail(key, "is missing");
    return nullptr;
  }
  bool has(const char *key) const { return object.contains(key); }

  template <class T> void whole(const char *key, T &value, uint64_t least, uint64_t most) {
    const Json *found = find(key);
    if (!found)
      return;
    if (const auto number = wholeOf(*found, least, most))
      value = T(*number);
    else
      mismatch(key, "a whole number from " + std::to_string(least) + " to " + std::to_string(most),
               *found);
  }

  void number(const char *key, double &value, double least) {
    const Json *found = find(key);
    if (!found)
      return;
    const double number = found->is_number() ? found->get<double>() : NAN;
    if (!(number >= least) || !std::isfinite(number))
      return mismatch(key, "a number of a possible size", *found);
    value = number;
  }

  template <class T> void optionalWhole(const char *key, std::optional<T> &value, uint64_t least) {
    if (has(key))
      whole(key, value.emplace(), least, std::numeric_limits<T>::max());
  }
  void optionalNumber(const char *key, std::optional<double> &value, double least) {
    if (has(key))
      number(key, value.emplace(), least);
  }

  void flag(const char *key, bool &value) {
    const Json *found = find(key);
    if (found && !found->is_boolean())
      return mismatch(key, "true or false", *found);
    if (found)
      value = found->get<bool>();
  }

  void text(const char *key, std::string &value, size_t most = kMaxText) {
    const Json *found = find(key);
    if (found && (!found->is_string() || found->get_ref<const std::string &>().size() > most))
      return mismatch(key, "a short text", *found);
    if (found)
      value = found->get<std::string>();
  }

  void optionalFilters(const char *key, std::optional<FilterChain> &chain) {
    if (!has(key))
      return;
    std::string written;
    text(key, written, kMaxChainText);
    if (error)
      return;
    if (Result<FilterChain> read = FilterChain::parse(written))
      chain = std::move(*read);
    else
      fail(key, read.error().text());
  }

  void optionalDenoiser(const char *key, std::optional<Filter> &filter) {
    if (!has(key))
      return;
    std::string name;
    text(key, name);
    if (error)
      return;
    filter = findDenoiser(name);
    if (!filter)
      mismatch(key, "'nlm' or 'bilateral'", object.at(key));
  }

  /// True if the member is the second of two words.
  bool isSecond(const char *key, std::string_view first, std::string_view second) {
    std::string word;
    text(key, word);
    if (!error && word != first && word != second)
      mismatch(key, "'" + std::string(first) + "' or '" + std::string(second) + "'", object[key]);
    return word == second;
  }

  /// Reads two whole numbers.
  template <class T>
  void pair(const char *key, const Json &list, T &first, T &second, uint64_t least, uint64_t most) {
    const auto a =
        list.is_array() && list.size() == 2 ? wholeOf(list[0], least, most) : std::nullopt;
    const auto b = a ? wholeOf(list[1], least, most) : std::nullopt;
    if (!b)
      return mismatch(
          key, "two whole numbers from " + std::to_string(least) + " to " + std::to_string(most),
          list);
    first = T(*a);
    second = T(*b);
  }

  void mismatch(const std::string &key, const std::string &expected, const Json &found) {
    std::string got = found.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (got.size() > 40)
      got = got.substr(0, 37) + "...";
    fail(key, "expected " + expected + ", got " + got);
  }
  void fail(const std::string &key, const std::string &why) {
    if (!error)
      error = Error(ErrorKind::Input, path + key + ": " + why);
  }

private:
  static std::optional<uint64_t> wholeOf(const Json &value, uint64_t least, uint64_t most) {
    if (!value.is_number_unsigned())
      return std::nullopt;
    const uint64_t number = value.get<uint64_t>();
    return number >= least && number <= most ? std::optional(number) : std::nullopt;
  }

  const Json &object;
  std::string path;
  std::optional<Error> &error;
};

} // namespace

static constexpr double kAboveZero = std::numeric_limits<double>::min();
static constexpr double kAnyNumber = std::numeric_limits<double>::lowest();

static void readRequest(Members &members, FrameRequest &request) {
  members.optionalWhole("width", request.width, 1);
  members.optionalWhole("height", request.height, 1);
  members.optionalNumber("quality", request.quality, kAboveZero);
  members.optionalWhole("supersample", request.supersample, 1);
  members.optionalNumber("estimator_radius", request.estimatorRadius, 0);
  members.optionalWhole("fuse", request.fuse, 0);
  members.number("time", request.time, kAnyNumber);
  members.number("shutter", request.shutter, kAnyNumber);
  members.optionalWhole("temporal_samples", request.temporalSamples, 1);
  members.number("jitter", request.jitter, 0);
  members.whole("seed", request.seed, 0, UINT64_MAX);
  members.whole("frame", request.frame, 0, UINT64_MAX);
  uint32_t bits = 8;
  members.whole("bits", bits, 8, 16);
  request.format = bits == 16 ? kRgba16 : kRgba8;
  members.flag("transparency", request.transparency);
  members.flag("earlyclip", request.earlyClip);
  members.optionalFilters("filters", request.filters);
  members.optionalDenoiser("denoise", request.denoise);
  members.number("pixel_aspect", request.pixelAspect, kAboveZero);
  for (const FactorField &field : kFactorFields)
    members.number((std::string("factor_") + field.group + "_" + field.key).c_str(),
                   request.factors.*field.factor, field.minimum);
}

static void readRanges(Members &members, HistogramPart &part) {
  const Json *ranges = members.find("ranges");
  if (!ranges)
    return;
  if (!ranges->is_array())
    return members.mismatch("ranges", "a list", *ranges);
  uint32_t before = 0;
  for (const Json &entry : *ranges) {
    BlockRange range;
    members.pair("ranges", entry, range.first, range.end, 0, part.blocks);
    if ((!part.ranges.empty() && range.first <= before) || range.first >= range.end)
      return members.mismatch("ranges", "ranges that ascend and are apart", *ranges);
    part.ranges.push_back(range);
    before = range.end;
  }
}

static void readPasses(Members &members, HistogramPart &part, std::optional<Error> &error) {
  const Json *passes = members.find("passes");
  if (!passes)
    return;
  if (!passes->is_array() || passes->empty() || passes->size() > kMaxHistogramPasses)
    return members.mismatch("passes", "a list of passes", *passes);
  for (const Json &entry : *passes) {
    if (!entry.is_object())
      return members.mismatch("passes", "an object for each", entry);
    Members inner(entry, "passes.", error);
    PassHistogram pass;
    inner.whole("samples", pass.samples, 0, kMaxSamples);
    pass.schedule =
        inner.isSecond("schedule", "direct", "split") ? Schedule::Split : Schedule::Direct;
    part.passes.push_back(std::move(pass));
  }
}

Result<HistogramHeader> readHistogramHeader(std::string_view json) {
  const Json document = parseJson<Json>(json);
  if (!document.is_object())
    return Error(ErrorKind::Input, "not a JSON object");
  std::optional<Error> error;
  Members members(document, "", error);
  HistogramHeader header = {};
  members.text("program", header.program);
  members.text("artefact", header.artefact);
  if (const Json *request = members.find("request"); request && request->is_object()) {
    Members inner(*request, "request.", error);
    readRequest(inner, header.request);
  } else if (request) {
    members.mismatch("request", "an object", *request);
  }
  if (members.has("shard")) {
    Shard &shard = header.shard.emplace();
    members.pair("shard", document["shard"], shard.index, shard.count, 1, kMaxShards);
    if (shard.index > shard.count)
      members.mismatch("shard", "a number and how many there are", document["shard"]);
  }
  if (const Json *grid = members.find("grid"))
    members.pair("grid", *grid, header.part.gridWidth, header.part.gridHeight, 1, abi::kMaxBuckets);
  if (!error && header.part.buckets() > abi::kMaxBuckets)
    members.mismatch("grid", "fewer buckets", document["grid"]);
  header.part.device = members.isSecond("device", "cpu", "gpu") ? DeviceKind::Gpu : DeviceKind::Cpu;
  members.text("code", header.part.code);
  members.whole("blocks", header.part.blocks, 1, UINT32_MAX);
  readRanges(members, header.part);
  readPasses(members, header.part, error);
  if (error)
    return *std::move(error);
  return header;
}

} // namespace flame::rt
