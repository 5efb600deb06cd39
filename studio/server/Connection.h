// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A connected page: its WebSocket, the queue of outgoing messages, and the incoming ones.

#ifndef FLAME_STUDIO_SERVER_CONNECTION_H
#define FLAME_STUDIO_SERVER_CONNECTION_H

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace flame::studio {

/// Receives the events of connections.
class ConnectionOwner {
public:
  virtual ~ConnectionOwner() = default;
  virtual void received(uint64_t connection, const std::string &text) = 0;
  virtual void closed(uint64_t connection) = 0;
};

/// A connection. All calls come on the server's thread.
class Connection : public std::enable_shared_from_this<Connection> {
public:
  /// Answers the request for an upgrade and opens the WebSocket.
  static std::shared_ptr<Connection>
  accept(boost::asio::ip::tcp::socket socket,
         boost::beast::http::request<boost::beast::http::string_body> request, uint64_t id,
         ConnectionOwner &owner);

  /// See Server::send.
  void send(std::string text, std::vector<uint8_t> bytes, std::string slot);

private:
  struct Outgoing {
    std::string text, slot;
    std::vector<uint8_t> bytes;
  };

  Connection(boost::asio::ip::tcp::socket socket, uint64_t id, ConnectionOwner &owner);
  void readNext();
  void writeNext();
  void close();

  boost::beast::websocket::stream<boost::beast::tcp_stream> stream;
  boost::beast::http::request<boost::beast::http::string_body> request;
  boost::beast::flat_buffer incoming;
  std::deque<Outgoing> waiting;
  std::vector<uint8_t> writing; ///< the message being sent
  bool isOpen = false, isWriting = false, isClosed = false;
  const uint64_t id;
  ConnectionOwner &owner;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_CONNECTION_H
