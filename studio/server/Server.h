// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HTTP and WebSocket, by Boost.Beast, on one thread. What is answered is somebody else's business (Handler); what may be asked is
// decided here: only who knows the token, only pages that came from this server, only requests and messages of bounded size.

#ifndef FLAME_STUDIO_SERVER_SERVER_H
#define FLAME_STUDIO_SERVER_SERVER_H

#include "studio/server/Target.h"
#include "support/Result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace flame::studio {

/// An answer to a request of HTTP.
struct Response {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::vector<uint8_t> body;
  std::string fileName;   ///< of a download; empty: to be shown
  bool mayBeKept = false; ///< by the browser, for as long as the address stays the same
  bool isSandboxed =
      false; ///< a page with scripts of its own, which may do nothing but show themselves

  static Response text(unsigned status, std::string_view text);
};

/// Whoever answers. All calls come on the server's thread.
class Handler {
public:
  virtual ~Handler() = default;
  /// Answers now or later, once; `answer` may be called from any thread.
  virtual void request(const Request &request, std::function<void(Response)> answer) = 0;
  virtual void connected(uint64_t connection) = 0;
  virtual void message(uint64_t connection, const std::string &text) = 0;
  virtual void disconnected(uint64_t connection) = 0;
  /// Whether there is work that goes on without a page.
  virtual bool isBusy() const { return false; }
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  uint16_t port = 7414; ///< 0: any that is free
  std::string token;
  double idleMinutes =
      0; ///< after so long without a page and without work the server ends; 0: never
};

class Server {
public:
  /// Listens. `handler` must outlive the server.
  static rt::Result<std::unique_ptr<Server>> create(const ServerOptions &options, Handler &handler);
  virtual ~Server() = default;

  virtual uint16_t port() const = 0;
  /// Serves until `stop`, or until a signal asks for the end of the program.
  virtual void run() = 0;
  /// Ends `run`. From any thread.
  virtual void stop() = 0;
  /// Sends a message to a page; with bytes they are one binary message: the length of the text as four bytes, little endian, the
  /// text, the bytes. From any thread. A message that waits is replaced by a later one of the same `slot`, unless that is empty.
  virtual void send(uint64_t connection, std::string text, std::vector<uint8_t> bytes,
                    std::string slot) = 0;
  /// Runs something on the server's thread.
  virtual void post(std::function<void()> work) = 0;
  /// The address that users open.
  virtual std::string url() const = 0;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_SERVER_H
