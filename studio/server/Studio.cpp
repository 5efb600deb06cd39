// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles messages of pages. Each is an object with its kind in "t". An answer carries the "id" of
// its question.

#include "studio/server/Studio.h"

#include "studio/model/Schema.h"
#include "studio/model/WholeNumber.h"
#include "studio/server/Helper.h"
#include "support/ParseJson.h"
#include "support/UserFolder.h"
#include "support/Version.h"

#include <algorithm>
#include <cmath>

namespace flame::studio {

using nlohmann::json;
using rt::Error;
using rt::ErrorKind;

/// Side length of the largest live picture: more pixels than a screen has.
static constexpr uint32_t kMaxSide = 4096;
static constexpr double kMaxQuality = 1e5;
/// The largest text that a page may store here.
static constexpr size_t kMaxKeptBytes = size_t(16) << 20;

static std::string dump(const json &message) {
  return message.dump(-1, ' ', false, json::error_handler_t::replace);
}

static std::vector<uint8_t> schemaBytes() {
  const std::string text = dump(makeSchema());
  return {text.begin(), text.end()};
}

Studio::Studio(StudioOptions options, StateFiles state, std::unique_ptr<LiveDevice> device)
    : options(std::move(options)), state(std::move(state)), folder(this->options.folder),
      thumbnails(rt::userFolder("XDG_CACHE_HOME", ".cache", "flamec/studio")),
      schema(schemaBytes()) {
  worker =
      std::make_unique<Worker>(std::move(device), [this](uint64_t connection, const json &message,
                                                         std::vector<uint8_t> bytes) {
        // Only the newest picture of a view waits in the queue.
        const std::string slot = bytes.empty() ? "" : message.value("view", "");
        server->send(connection, dump(message), std::move(bytes), slot);
      });
  helper = std::make_unique<Helper>();
  exports = std::make_unique<Exports>(this->state, this->options.folder, this->options.exportDevice,
                                      [this] { tellExports(); });
}

Studio::~Studio() = default;

void Studio::end() {
  exports.reset();
  helper.reset();
  worker.reset();
}

void Studio::send(uint64_t connection, const json &message, std::vector<uint8_t> bytes) {
  server->send(connection, dump(message), std::move(bytes), "");
}

json Studio::idOf(const json &asked) {
  const auto found = asked.find("id");
  return found != asked.end() && found->is_number() ? *found : json(0);
}

void Studio::help(uint64_t connection, const json &asked, std::function<void()> work,
                  bool isUrgent) {
  helper->run(
      [this, connection, asked, work = std::move(work)] {
        try {
          work();
        } catch (const json::exception &thrown) {
          fail(connection, asked, Error(ErrorKind::Input, thrown.what()));
        }
      },
      isUrgent);
}

void Studio::fail(uint64_t connection, const json &asked, const Error &error) {
  send(connection,
       {{"t", "failed"}, {"id", idOf(asked)}, {"text", error.text()}, {"note", error.note()}});
}

void Studio::connected(uint64_t connection) { connections.insert(connection); }

void Studio::disconnected(uint64_t connection) {
  connections.erase(connection);
  worker->dropConnection(connection);
}

//===-- messages ------------------------------------------------------------------------------===//

const std::map<std::string, Studio::Method> &Studio::methods() {
  static const std::map<std::string, Method> table = {
      {"hello", &Studio::hello},       {"show", &Studio::show},
      {"open", &Studio::open},         {"parse", &Studio::parse},
      {"save", &Studio::save},         {"xml", &Studio::writeXml},
      {"ir", &Studio::printIr},        {"breed", &Studio::breed},
      {"folder", &Studio::listFolder}, {"star", &Studio::star},
      {"keep", &Studio::keep},         {"draw", &Studio::draw},
      {"export", &Studio::exportFilm}, {"changeExport", &Studio::changeExport},
      {"report", &Studio::report},
  };
  return table;
}

void Studio::message(uint64_t connection, const std::string &text) {
  const json message = rt::parseJson<json>(text);
  if (!message.is_object())
    return send(connection, {{"t", "failed"}, {"text", "a message is an object of JSON"}});
  try {
    const std::string kind = message.value("t", "");
    if (kind == "ack")
      return worker->acknowledge({connection, message.value("view", "")});
    if (kind == "hide")
      return worker->drop({connection, message.value("view", "")});
    if (kind == "dropCells")
      return worker->dropSmallPictures(connection);
    const auto found = methods().find(kind);
    if (found == methods().end())
      return fail(connection, message, Error(ErrorKind::Input, "unknown message '" + kind + "'"));
    (this->*found->second)(connection, message);
  } catch (const json::exception &thrown) {
    fail(connection, message, Error(ErrorKind::Input, thrown.what()));
  }
}

static std::string keptName(const json &message) {
  const std::string session = message.value("session", "");
  return isPlainWord(session) ? "page-" + session + ".json" : "";
}

void Studio::hello(uint64_t connection, const json &message) {
  const std::string name = keptName(message);
  send(connection, {{"t", "welcome"},
                    {"version", kVersion},
                    {"device", worker->deviceName()},
                    {"fallback", options.fallback},
                    {"folder", options.folder.string()},
                    {"files", options.files},
                    {"kept", name.empty() ? json() : state.read(name)},
                    {"exports", exports->list()}});
}

void Studio::keep(uint64_t connection, const json &message) {
  const std::string name = keptName(message);
  if (name.empty() || dump(message.at("document")).size() > kMaxKeptBytes)
    return;
  if (rt::Status kept = state.write(name, message["document"]); !kept)
    fail(connection, message, kept.error());
}

/// Reads the picture request of a message, clamped to what can be shown.
static PictureRequest requestOf(const json &message) {
  PictureRequest request;
  auto side = [&](const char *key, uint32_t usual) {
    return uint32_t(std::clamp(message.value(key, double(usual)), 1.0, double(kMaxSide)));
  };
  request.width = side("width", request.width);
  request.height = side("height", request.height);
  const double quality = message.value("quality", request.quality);
  request.quality = std::isfinite(quality) ? std::clamp(quality, 0.01, kMaxQuality) : 1;
  const double first = message.value("first", request.firstSeconds);
  request.firstSeconds = std::isfinite(first) ? std::clamp(first, 0.005, 1.0) : 0.06;
  const double time = message.value("time", 0.0);
  request.time = std::isfinite(time) ? std::clamp(time, 0.0, 1.0) : 0;
  if (const auto supersample = int(wholeNumber(message, "supersample", 1, 0, 1e6)); supersample > 0)
    request.supersample = uint32_t(std::min(supersample, 4));
  return request;
}

void Studio::show(uint64_t connection, const json &message) {
  ViewState view;
  view.subject = message.at("subject");
  view.stamp = message.value("stamp", json());
  view.request = requestOf(message.at("request"));
  worker->show({connection, message.value("view", "main")}, std::move(view));
}

//===-- files ---------------------------------------------------------------------------------===//

static json openedMessage(const json &asked, const ModelReading &reading) {
  json flames = json::array();
  for (const Genome &genome : reading.genomes)
    flames.push_back(modelOf(genome));
  return {{"t", "opened"},
          {"id", Studio::idOf(asked)},
          {"flames", std::move(flames)},
          {"messages", toJson(reading.messages)}};
}

void Studio::open(uint64_t connection, const json &message) {
  const std::string name = message.at("file").get<std::string>();
  const rt::Result<std::string> text = folder.read(name);
  if (!text)
    return fail(connection, message, text.error());
  json opened = openedMessage(message, readText(*text, name));
  opened["file"] = name;
  send(connection, opened);
}

void Studio::parse(uint64_t connection, const json &message) {
  send(connection, openedMessage(message, readText(message.at("text").get<std::string>(),
                                                   message.value("name", "pasted text"))));
}

void Studio::save(uint64_t connection, const json &message) {
  const std::string name = message.at("file").get<std::string>();
  const json &models = message.at("models");
  rt::Result<WrittenModels> made =
      name.ends_with(".json") ? modelToNode(models) : modelsToXml(models);
  if (!made)
    return fail(connection, message, made.error());
  const rt::Status written = folder.write(name, made->text, message.value("replace", false));
  if (!written)
    return fail(connection, message, written.error());
  send(connection, {{"t", "saved"},
                    {"id", idOf(message)},
                    {"file", name},
                    {"messages", toJson(made->messages)}});
}

void Studio::writeXml(uint64_t connection, const json &message) {
  rt::Result<WrittenModels> made = modelsToXml(message.at("models"));
  if (!made)
    return fail(connection, message, made.error());
  send(connection, {{"t", "text"}, {"id", idOf(message)}, {"text", made->text}});
}

void Studio::listFolder(uint64_t connection, const json &message) {
  help(connection, message, [this, connection, message] {
    constexpr size_t kMostFiles = 5000, kBatch = 40;
    const std::vector<std::string> names = folder.list(kMostFiles);
    const json stars = state.read("stars.json");
    json entries = json::array();
    auto flush = [&](bool isLast) {
      send(connection, {{"t", "folder"},
                        {"id", idOf(message)},
                        {"entries", std::move(entries)},
                        {"files", names.size()},
                        {"last", isLast}});
      entries = json::array();
    };
    for (const std::string &name : names) {
      for (json &entry : folder.describe(name)) {
        const std::string key =
            name + "#" + std::to_string(wholeNumber(entry, "index", 0, 0, kMostWhole));
        entry["star"] = stars.is_object() && stars.contains(key);
        entries.push_back(std::move(entry));
      }
      if (entries.size() >= kBatch)
        flush(false);
    }
    flush(true);
  });
}

void Studio::star(uint64_t connection, const json &message) {
  json stars = state.read("stars.json");
  if (!stars.is_object())
    stars = json::object();
  const std::string key = message.at("key").get<std::string>().substr(0, 1000);
  if (message.value("on", true))
    stars[key] = true;
  else
    stars.erase(key);
  if (rt::Status kept = state.write("stars.json", stars); !kept)
    fail(connection, message, kept.error());
}

//===-- exports -------------------------------------------------------------------------------===//

void Studio::exportFilm(uint64_t connection, const json &message) {
  ExportRequest request;
  request.subject = message.at("subject");
  request.output = message.at("output").get<std::string>();
  request.width = uint32_t(std::clamp(message.value("width", 0.0), 0.0, 65536.0));
  request.height = uint32_t(std::clamp(message.value("height", 0.0), 0.0, 65536.0));
  request.quality = std::clamp(message.value("quality", 0.0), 0.0, 1e7);
  const double rate = std::clamp(message.value("rate", 24.0), 1.0, 240.0);
  request.rate = std::to_string(int(std::lround(rate)));
  if (rt::Status added = exports->add(request); !added)
    fail(connection, message, added.error());
}

void Studio::changeExport(uint64_t connection, const json &message) {
  const auto id = uint64_t(wholeNumber(message.at("export"), 0, kMostWhole));
  const std::string what = message.at("what").get<std::string>();
  const rt::Status changed = what == "pause"    ? exports->pause(id)
                             : what == "resume" ? exports->resume(id)
                                                : exports->cancel(id);
  if (!changed)
    fail(connection, message, changed.error());
}

void Studio::tellExports() {
  if (!server || exportsChanged.exchange(true))
    return; // an update is already on its way
  server->post([this] {
    exportsChanged = false;
    if (!exports)
      return;
    const std::string text = dump({{"t", "exports"}, {"exports", exports->list()}});
    for (uint64_t connection : connections)
      server->send(connection, text, {}, "exports");
  });
}

} // namespace flame::studio
