#include "gateways/http/transport/connection.hpp"

#include "gateways/http/listening/proxy_header_reader.hpp"
#include "gateways/http/transport/connection_parts.hpp"
#include "messages/platform/log.hpp"

// The start and the end of a connection.

namespace ironbus::http {

namespace asio = boost::asio;

connection_peer peer_of(const asio::ip::tcp::socket& socket, bool is_local) {
  if (is_local) return {std::nullopt, true};
  boost::system::error_code gone;
  const auto peer = socket.remote_endpoint(gone);
  return {gone ? std::nullopt : parse_ip(peer.address().to_string())};
}

connection::connection(asio::ip::tcp::socket socket, tls_context tls, const server_options& options,
                       application& app, connection_set& all, bool is_local)
    : share_(all.clients(), peer_of(socket, is_local)),
      stream_(std::move(socket)),
      tls_(std::move(tls)),
      options_(options),
      app_(app),
      all_(all),
      buffer_(options.header_bytes_max + read_bytes_max) {}

connection::~connection() {
  share_.leave();  // The set may end after the last connection has left.
  all_.left(this);
}

void connection::run() {
  on_strand([this] { options_.proxy_protocol ? read_proxy_header() : begin(); });
}

void connection::turn_away(overuse why) {
  on_strand([this, why] { refuse_connection(why); });
}

void connection::refuse_connection(overuse why) {
  share_.count(why);
  if (tls_) return close();
  refuse(answer_to(why).status, std::string{answer_to(why).sentence});
}

void connection::read_proxy_header() {
  if (!share_.trusted()) {
    share_.count_refused_proxy();
    return close();
  }
  stream_.expires_after(options_.header_timeout);
  std::make_shared<proxy_header_reader>(stream_.bytes(), [self = shared_from_this()](
                                                             const proxy_header_step& last) {
    self->take_client(last);
  })->begin();
}

void connection::take_client(const proxy_header_step& last) {
  if (!last.fault.empty()) {
    share_.count_refused_proxy();
    log::warn("http: a trusted proxy sent no valid PROXY header",
              {{log_key::error, std::string{last.fault}}});
    return close();
  }
  if (last.client && !share_.become(*last.client))
    return refuse_connection(overuse::address_connections);
  begin();
}

void connection::begin() {
  if (!tls_) return await_request(options_.header_timeout);
  stream_.use_tls(tls_);
  shake_hands();
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
  if (!share_.begin_handshake()) {
    share_.count(handshake_failure::too_many);
    return close();
  }
  stream_.expires_after(options_.header_timeout);
  stream_.async_handshake([self = shared_from_this()](error e) { self->hands_shaken(e); });
}

void connection::hands_shaken(error error) {
  share_.end_handshake();
  if (error) {
    share_.count(reason_of(error, stream_.tls()));
    return close();
  }
  certificate_ = certificate_of(stream_.tls());
  await_request(options_.header_timeout);
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
                                            connection_set& all, bool is_local) {
  boost::system::error_code ignored;
  socket.set_option(asio::ip::tcp::no_delay{true}, ignored);
  return std::make_shared<connection>(std::move(socket), std::move(tls), options, app, all,
                                      is_local);
}

void run(const std::shared_ptr<connection>& x) { x->run(); }

bool join_clients(const std::shared_ptr<connection>& x) { return x->join(); }

void turn_away(const std::shared_ptr<connection>& x, overuse why) { x->turn_away(why); }

void close_when_idle(const std::shared_ptr<connection>& x) { x->close_when_idle(); }

void close_if_incomplete(const std::shared_ptr<connection>& x) { x->close_if_incomplete(); }

}  // namespace ironbus::http
