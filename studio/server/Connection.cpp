// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sends one message and reads one message at a time. A page that does not answer pings is closed.

#include "studio/server/Connection.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace flame::studio {

namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::asio::ip::tcp;
using boost::system::error_code;

/// The largest message of a page is a file that the user dropped on it.
static constexpr size_t kMaxMessageBytes = size_t(64) << 20;
/// Queue limit: a page that takes nothing while this many messages wait is closed.
static constexpr size_t kMaxWaiting = 4096;

Connection::Connection(tcp::socket socket, uint64_t id, ConnectionOwner &owner)
    : stream(std::move(socket)), id(id), owner(owner) {}

std::shared_ptr<Connection> Connection::accept(tcp::socket socket,
                                               beast::http::request<beast::http::string_body> asked,
                                               uint64_t id, ConnectionOwner &owner) {
  std::shared_ptr<Connection> connection(new Connection(std::move(socket), id, owner));
  connection->request = std::move(asked);
  websocket::stream_base::timeout timeout = {};
  timeout.handshake_timeout = std::chrono::seconds(10);
  timeout.idle_timeout = std::chrono::seconds(60);
  timeout.keep_alive_pings = true;
  connection->stream.set_option(timeout);
  connection->stream.read_message_max(kMaxMessageBytes);
  connection->stream.async_accept(connection->request, [connection](error_code failed) {
    if (failed)
      return connection->close();
    connection->isOpen = true;
    connection->readNext();
    connection->writeNext();
  });
  return connection;
}

void Connection::close() {
  if (std::exchange(isClosed, true))
    return;
  isOpen = false;
  waiting.clear();
  owner.closed(id);
}

void Connection::readNext() {
  stream.async_read(incoming, [self = shared_from_this()](error_code failed, size_t) {
    if (failed)
      return self->close();
    const std::string text = beast::buffers_to_string(self->incoming.data());
    self->incoming.consume(self->incoming.size());
    self->owner.received(self->id, text);
    self->readNext();
  });
}

void Connection::send(std::string text, std::vector<uint8_t> bytes, std::string slot) {
  if (isClosed)
    return;
  Outgoing message{std::move(text), std::move(slot), std::move(bytes)};
  const auto older = std::ranges::find_if(waiting, [&](const Outgoing &other) {
    return !message.slot.empty() && other.slot == message.slot;
  });
  if (older != waiting.end())
    *older = std::move(message);
  else
    waiting.push_back(std::move(message));
  if (waiting.size() > kMaxWaiting) {
    error_code ignored;
    (void)beast::get_lowest_layer(stream).socket().close(ignored);
    return close();
  }
  writeNext();
}

void Connection::writeNext() {
  if (!isOpen || isWriting || waiting.empty())
    return;
  Outgoing message = std::move(waiting.front());
  waiting.pop_front();
  isWriting = true;
  const bool isText = message.bytes.empty();
  writing.clear();
  if (!isText)
    for (int shift = 0; shift < 32; shift += 8)
      writing.push_back(uint8_t(message.text.size() >> shift));
  writing.insert(writing.end(), message.text.begin(), message.text.end());
  writing.insert(writing.end(), message.bytes.begin(), message.bytes.end());
  stream.text(isText);
  stream.async_write(boost::asio::buffer(writing),
                     [self = shared_from_this()](error_code failed, size_t) {
                       self->isWriting = false;
                       if (failed)
                         return self->close();
                       self->writeNext();
                     });
}

} // namespace flame::studio
