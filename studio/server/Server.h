// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HTTP and WebSocket through Boost.Beast, on one thread. A Handler answers; the server decides who
// may ask. It accepts only clients that know the token, only pages that came from this server, and
// only requests and messages of bounded size.

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

/// The answer to an HTTP request.
struct Response {
  unsigned status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::vector<uint8_t> body;
  /// Name of the download. Empty: the browser shows the content.
  std::string fileName;
  bool mayBeKept = false; ///< the browser may cache it for this address
  /// A page with scripts of its own, which may do nothing but show themselves.
  bool isSandboxed = false;

  static Response text(unsigned status, std::string_view text);
};

/// Answers requests. All calls come on the server's thread.
class Handler {
public:
  virtual ~Handler() = default;
  /// Calls `answer` exactly once, now or later, from any thread.
  virtual void request(const Request &request, std::function<void(Response)> answer) = 0;
  virtual void connected(uint64_t connection) = 0;
  virtual void message(uint64_t connection, const std::string &text) = 0;
  virtual void disconnected(uint64_t connection) = 0;
  /// Whether there is work that continues without a page.
  virtual bool isBusy() const { return false; }
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  uint16_t port = 7414; ///< 0: any free port
  std::string token;
  /// The server ends after this long without a page and without work. 0: never.
  double idleMinutes = 0;
};

class Server {
public:
  /// Starts to listen. `handler` must outlive the server.
  static rt::Result<std::unique_ptr<Server>> create(const ServerOptions &options, Handler &handler);
  virtual ~Server() = default;

  virtual uint16_t port() const = 0;
  /// Serves until `stop` is called or a signal ends the program.
  virtual void run() = 0;
  /// Ends `run`. May be called from any thread.
  virtual void stop() = 0;
  /// Sends a message to a page, from any thread. With `bytes` it is one binary message: the length
  /// of the text as four bytes in little endian, the text, the bytes. A later message of the same
  /// non-empty `slot` replaces one that is still queued.
  virtual void send(uint64_t connection, std::string text, std::vector<uint8_t> bytes,
                    std::string slot) = 0;
  /// Runs `work` on the server's thread.
  virtual void post(std::function<void()> work) = 0;
  /// The address for users to open.
  virtual std::string url() const = 0;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_SERVER_H
