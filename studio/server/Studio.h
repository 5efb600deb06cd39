// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dispatches the messages of pages. The worker does the work that needs the device, a helper thread
// does slow work without it, and the server's thread does the rest. docs/studio.md lists the
// messages.

#ifndef FLAME_STUDIO_SERVER_STUDIO_H
#define FLAME_STUDIO_SERVER_STUDIO_H

#include "studio/server/Exports.h"
#include "studio/server/Folder.h"
#include "studio/server/Server.h"
#include "studio/server/Worker.h"
#include "support/CacheFolder.h"

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace flame::studio {

struct StudioOptions {
  std::filesystem::path folder;
  std::vector<std::string> files; ///< names of files in the folder to open first
  std::string device = "auto";
  std::string fallback;     ///< why the device is the CPU, if another one was requested
  std::string exportDevice; ///< the device of exports, in flamerun's syntax
};

class Studio final : public Handler {
public:
  Studio(StudioOptions options, StateFiles state, std::unique_ptr<LiveDevice> device);
  ~Studio() override;

  /// Sets the server. Call this once, before the server runs.
  void attach(Server &server) { this->server = &server; }
  /// Ends all work. The server must have stopped.
  void end();

  void request(const Request &request, std::function<void(Response)> answer) override;
  void connected(uint64_t connection) override;
  void message(uint64_t connection, const std::string &text) override;
  void disconnected(uint64_t connection) override;
  bool isBusy() const override { return exports->isBusy(); }

  /// Returns the id that the answer to a message carries, for any kind of message.
  static nlohmann::json idOf(const nlohmann::json &asked);

private:
  using Json = nlohmann::json;
  using Answer = std::function<void(Response)>;

  /// Runs tasks one after the other, off the server's thread.
  class Helper;

  void send(uint64_t connection, const Json &message, std::vector<uint8_t> bytes = {});
  void fail(uint64_t connection, const Json &asked, const rt::Error &error);
  /// Queues the work of a message on the helper. Answers with an error if the message is malformed.
  void help(uint64_t connection, const Json &asked, std::function<void()> work,
            bool isUrgent = false);
  /// One method per kind of message; see the table in Studio.cpp.
  void hello(uint64_t connection, const Json &message);
  void show(uint64_t connection, const Json &message);
  void open(uint64_t connection, const Json &message);
  void parse(uint64_t connection, const Json &message);
  void save(uint64_t connection, const Json &message);
  void writeXml(uint64_t connection, const Json &message);
  void printIr(uint64_t connection, const Json &message);
  void report(uint64_t connection, const Json &message);
  void breed(uint64_t connection, const Json &message);
  void listFolder(uint64_t connection, const Json &message);
  void star(uint64_t connection, const Json &message);
  void keep(uint64_t connection, const Json &message);
  void draw(uint64_t connection, const Json &message);
  void exportFilm(uint64_t connection, const Json &message);
  void changeExport(uint64_t connection, const Json &message);
  void drawCell(uint64_t connection, const Json &asked, Json cell);
  void tellExports();
  void thumbnail(const Request &request, Answer answer);
  Response reportPage(uint64_t number);

  using Method = void (Studio::*)(uint64_t, const Json &);
  static const std::map<std::string, Method> &methods();

  const StudioOptions options;
  const StateFiles state;
  const Folder folder;
  rt::CacheFolder thumbnails;
  Server *server = nullptr;
  std::unique_ptr<Worker> worker;
  std::unique_ptr<Helper> helper;
  std::unique_ptr<Exports> exports;
  std::set<uint64_t> connections;
  std::mutex reportsMutex; ///< guards `reports` and `lastReport`
  /// The latest report pages, by number.
  std::deque<std::pair<uint64_t, std::string>> reports;
  uint64_t lastReport = 0;
  std::atomic<bool> exportsChanged = false;
  const std::vector<uint8_t> schema;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_STUDIO_H
