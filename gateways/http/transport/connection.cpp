#include "gateways/http/transport/connection.hpp"

#include "gateways/http/transport/connection_parts.hpp"

// The start and the end of a connection.

namespace ironbus::http {

namespace asio = boost::asio;

std::optional<ip_address> peer_of(const asio::ip::tcp::socket& socket) {
  boost::system::error_code gone;
  const auto peer = socket.remote_endpoint(gone);
  return gone ? std::nullopt : parse_ip(peer.address().to_string());
}

connection::connection(asio::ip::tcp::socket socket, tls_context tls, const server_options& options,
                       application& app, connection_set& all)
    : share_(all.clients(), peer_of(socket)),
      stream_(std::move(socket), std::move(tls)),
      options_(options),
      app_(app),
      all_(all),
      buffer_(options.header_bytes_max + read_bytes_max) {}

connection::~connection() {
  share_.leave();  // The set may end after the last connection has left.
  all_.left(this);
}

void connection::run() {
  on_strand([this] { stream_.secure() ? shake_hands() : await_request(options_.header_timeout); });
}

void connection::turn_away(overuse why) {
  on_strand([this, why] {
    share_.count(why);
    if (stream_.secure()) return close();
    refuse(answer_to(why).status, std::string{answer_to(why).sentence});
  });
}

void connection::close_when_idle() {
  on_strand([this] {
    closing_ = true;
    if (busy_) return;
    if (const auto writer = streams_.lock()) return writer->leave();
    close();
  });
}

void connection::close_if_incomplete() {
  on_strand([this] {
    if (parser_) close();
  });
}

void connection::shake_hands() {
  stream_.expires_after(options_.header_timeout);
  stream_.async_handshake([self = shared_from_this()](error e) {
    if (e) return self->close();
    self->await_request(self->options_.header_timeout);
  });
}

// Ends an idle connection. A TLS client needs the close notification, or it assumes an attack.
void connection::end() {
  if (!stream_.secure()) return close();
  stream_.expires_after(close_timeout);
  stream_.async_say_end([self = shared_from_this()](error) { self->close(); });
}

void connection::close() {
  if (auto ended = std::exchange(streams_, {}).lock()) {
    if (ended->lagged()) share_.count(overuse::slow_follower);
    ended->end();
  }
  stream_.shut_down_send();
  stream_.close();
}

std::shared_ptr<connection> make_connection(asio::ip::tcp::socket socket, tls_context tls,
                                            const server_options& options, application& app,
                                            connection_set& all) {
  boost::system::error_code ignored;
  socket.set_option(asio::ip::tcp::no_delay{true}, ignored);
  return std::make_shared<connection>(std::move(socket), std::move(tls), options, app, all);
}

void run(const std::shared_ptr<connection>& x) { x->run(); }

bool join_clients(const std::shared_ptr<connection>& x) { return x->join(); }

void turn_away(const std::shared_ptr<connection>& x, overuse why) { x->turn_away(why); }

void close_when_idle(const std::shared_ptr<connection>& x) { x->close_when_idle(); }

void close_if_incomplete(const std::shared_ptr<connection>& x) { x->close_if_incomplete(); }

}  // namespace ironbus::http
