// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Listens, parses requests and checks the rules for all of them. Connection.cpp handles upgraded
// connections.

#include "studio/server/Server.h"

#include "studio/server/Connection.h"
#include "studio/server/Target.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <chrono>
#include <csignal>
#include <optional>

namespace flame::studio {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

/// Pages upload through the WebSocket, so HTTP requests have hardly any body.
static constexpr uint64_t kMaxRequestBytes = 1 << 16;
static constexpr auto kRequestTimeout = std::chrono::seconds(30);

Response Response::text(unsigned status, std::string_view text) {
  Response response;
  response.status = status;
  response.body.assign(text.begin(), text.end());
  return response;
}

//===-- what may be asked ---------------------------------------------------------------------===//

/// Compares in constant time, so timing does not reveal the token.
static bool isSame(std::string_view a, std::string_view b) {
  unsigned char difference = a.size() != b.size();
  for (size_t i = 0; i < a.size() && i < b.size(); ++i)
    difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

namespace {

class BeastServer;

/// One HTTP connection, from its first request to its last or to its upgrade.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
public:
  HttpConnection(tcp::socket socket, BeastServer &server)
      : stream(std::move(socket)), server(server) {}
  void read();

private:
  void handle();
  void answer(const Response &response);
  void upgrade();
  bool isAllowed(const Request &request) const;
  bool isSameOrigin() const;

  beast::tcp_stream stream;
  beast::flat_buffer buffer;
  std::optional<http::request_parser<http::string_body>> parser;
  BeastServer &server;
};

class BeastServer final : public Server, public ConnectionOwner {
public:
  BeastServer(const ServerOptions &options, Handler &handler)
      : options(options), handler(handler), acceptor(context), idleTimer(context) {}

  rt::Status listen();
  uint16_t port() const override { return acceptor.local_endpoint().port(); }
  void run() override {
    watchIdleness();
    asio::signal_set signals(context, SIGINT, SIGTERM, SIGHUP);
    signals.async_wait([this](error_code failed, int) {
      if (!failed)
        context.stop();
    });
    context.run();
  }
  void stop() override { context.stop(); }
  void send(uint64_t connection, std::string text, std::vector<uint8_t> bytes,
            std::string slot) override;
  void post(std::function<void()> work) override { asio::post(context, std::move(work)); }
  std::string url() const override {
    return "http://" + options.address + ":" + std::to_string(port()) + "/?token=" + options.token;
  }
  std::string cookieName() const { return "flame-studio-" + std::to_string(port()); }

  void received(uint64_t connection, const std::string &text) override {
    handler.message(connection, text);
  }
  void closed(uint64_t connection) override {
    connections.erase(connection);
    lastUse = std::chrono::steady_clock::now();
    handler.disconnected(connection);
  }
  void adopt(tcp::socket socket, http::request<http::string_body> request) {
    const uint64_t id = ++lastConnection;
    connections[id] = Connection::accept(std::move(socket), std::move(request), id, *this);
    handler.connected(id);
  }

  const ServerOptions options;
  Handler &handler;
  asio::io_context context{1};

private:
  void acceptNext();
  void watchIdleness();

  tcp::acceptor acceptor;
  asio::steady_timer idleTimer;
  std::map<uint64_t, std::shared_ptr<Connection>> connections;
  uint64_t lastConnection = 0;
  std::chrono::steady_clock::time_point lastUse = std::chrono::steady_clock::now();
};

} // namespace

//===-- requests ------------------------------------------------------------------------------===//

void HttpConnection::read() {
  parser.emplace();
  parser->body_limit(kMaxRequestBytes);
  parser->header_limit(kMaxRequestBytes);
  stream.expires_after(kRequestTimeout);
  http::async_read(stream, buffer, *parser, [self = shared_from_this()](error_code failed, size_t) {
    if (!failed)
      self->handle();
  });
}

/// Rejects pages of other sites that guess the address, even if the browser adds our cookie.
bool HttpConnection::isSameOrigin() const {
  const auto &request = parser->get();
  const beast::string_view origin = request[http::field::origin], host = request[http::field::host];
  return !origin.empty() && origin == "http://" + std::string(host);
}

bool HttpConnection::isAllowed(const Request &request) const {
  const auto given = request.parameters.find("token");
  if (given != request.parameters.end())
    return isSame(given->second, server.options.token);
  const beast::string_view cookies = parser->get()[http::field::cookie];
  return isSame(cookieOf({cookies.data(), cookies.size()}, server.cookieName()),
                server.options.token);
}

void HttpConnection::handle() {
  const auto &message = parser->get();
  Request request = parseTarget({message.target().data(), message.target().size()});
  if (!isAllowed(request))
    return answer(Response::text(
        403, "wrong or missing token: open the address that flame-studio printed\n"));
  const bool upgrades = beast::websocket::is_upgrade(message);
  if (upgrades && !isSameOrigin())
    return answer(Response::text(403, "this page does not belong to this server\n"));
  if (upgrades)
    return upgrade();
  if (message.method() != http::verb::get && message.method() != http::verb::head)
    return answer(Response::text(405, "only GET is answered\n"));
  request.parameters.erase("token");
  auto reply = [self = shared_from_this()](Response response) {
    asio::post(self->server.context,
               [self, response = std::move(response)] { self->answer(response); });
  };
  server.handler.request(request, std::move(reply));
}

void HttpConnection::answer(const Response &response) {
  auto message = std::make_shared<http::response<http::vector_body<uint8_t>>>();
  const auto &request = parser->get();
  message->result(response.status);
  message->version(request.version());
  message->set(http::field::content_type, response.type);
  message->set(http::field::cache_control,
               response.mayBeKept ? "private, max-age=604800" : "no-store");
  message->set("X-Content-Type-Options", "nosniff");
  message->set("Referrer-Policy", "no-referrer");
  message->set("Cross-Origin-Resource-Policy", "same-origin");
  message->set("Content-Security-Policy",
               response.isSandboxed
                   ? "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                     "frame-ancestors 'self'; base-uri 'none'; form-action 'none'; "
                     "sandbox allow-scripts"
                   : "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; "
                     "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; "
                     "form-action 'none'");
  if (!response.fileName.empty())
    message->set(http::field::content_disposition,
                 "attachment; filename=\"" + response.fileName + "\"");
  if (response.status == 200)
    message->set(http::field::set_cookie, server.cookieName() + "=" + server.options.token +
                                              "; HttpOnly; SameSite=Strict; Path=/");
  message->keep_alive(request.keep_alive() && response.status == 200);
  message->body() = response.body;
  message->prepare_payload();
  if (request.method() == http::verb::head)
    message->body().clear();
  http::async_write(stream, *message,
                    [self = shared_from_this(), message](error_code failed, size_t) {
                      if (!failed && message->keep_alive())
                        return self->read();
                      error_code ignored;
                      (void)self->stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
                    });
}

void HttpConnection::upgrade() {
  stream.expires_never();
  server.adopt(stream.release_socket(), parser->release());
}

//===-- listening -----------------------------------------------------------------------------===//

rt::Status BeastServer::listen() {
  error_code failed;
  const asio::ip::address address = asio::ip::make_address(options.address, failed);
  if (failed)
    return rt::Error(rt::ErrorKind::Usage,
                     "expected an address such as 127.0.0.1, got '" + options.address + "'");
  const tcp::endpoint endpoint(address, options.port);
  (void)acceptor.open(endpoint.protocol(), failed);
  if (!failed)
    (void)acceptor.set_option(asio::socket_base::reuse_address(true), failed);
  if (!failed)
    (void)acceptor.bind(endpoint, failed);
  if (!failed)
    (void)acceptor.listen(asio::socket_base::max_listen_connections, failed);
  if (failed)
    return rt::Error(rt::ErrorKind::Environment,
                     "cannot listen at " + options.address + ":" + std::to_string(options.port) +
                         ": " + failed.message(),
                     "another flame-studio may be running there; choose another --port");
  acceptNext();
  return {};
}

void BeastServer::acceptNext() {
  acceptor.async_accept([this](error_code failed, tcp::socket socket) {
    if (!failed) {
      error_code ignored;
      (void)socket.set_option(tcp::no_delay(true), ignored);
      std::make_shared<HttpConnection>(std::move(socket), *this)->read();
    }
    acceptNext();
  });
}

void BeastServer::watchIdleness() {
  if (options.idleMinutes == 0)
    return;
  using Clock = std::chrono::steady_clock;
  const auto most = std::chrono::ceil<Clock::duration>(
      std::chrono::duration<double, std::ratio<60>>(options.idleMinutes));
  idleTimer.expires_after(std::min<Clock::duration>(most, std::chrono::seconds(10)));
  idleTimer.async_wait([this, most](error_code failed) {
    if (failed)
      return;
    if (!connections.empty() || handler.isBusy())
      lastUse = Clock::now();
    else if (Clock::now() - lastUse >= most)
      return context.stop();
    watchIdleness();
  });
}

void BeastServer::send(uint64_t connection, std::string text, std::vector<uint8_t> bytes,
                       std::string slot) {
  asio::post(context, [this, connection, text = std::move(text), bytes = std::move(bytes),
                       slot = std::move(slot)]() mutable {
    const auto found = connections.find(connection);
    if (found != connections.end())
      found->second->send(std::move(text), std::move(bytes), std::move(slot));
  });
}

rt::Result<std::unique_ptr<Server>> Server::create(const ServerOptions &options, Handler &handler) {
  auto server = std::make_unique<BeastServer>(options, handler);
  FLAME_TRY(server->listen());
  return std::unique_ptr<Server>(std::move(server));
}

} // namespace flame::studio
