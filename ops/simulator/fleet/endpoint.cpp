#include "ops/simulator/fleet/endpoint.hpp"

#include "messages/platform/log.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include <vector>

namespace ironbus::simulator {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using error = boost::system::error_code;

result<uint16_t> endpoint::listen(const asio::ip::address& host, uint16_t port) {
  error e;
  const tcp::endpoint address{host, port};
  acceptor_.emplace(io_);
  acceptor_->open(address.protocol(), e);
  if (!e) acceptor_->set_option(asio::socket_base::reuse_address{true}, e);
  if (!e) acceptor_->bind(address, e);
  if (!e) acceptor_->listen(asio::socket_base::max_listen_connections, e);
  if (e)
    return fail(error_code::unavailable, "cannot listen on " + host.to_string() + ":" +
                                             std::to_string(port) + ": " + e.message());
  const auto bound = acceptor_->local_endpoint().port();
  accept();
  return bound;
}

void endpoint::accept() {
  acceptor_->async_accept(asio::make_strand(io_), [this](error e, tcp::socket socket) {
    if (stopping_ || e == asio::error::operation_aborted) return;
    if (!e) {
      take(std::move(socket));
      return accept();
    }
    log::warn("simulate: cannot accept a connection", {{log_key::error, e.message()}});
    auto pause = std::make_shared<asio::steady_timer>(io_, std::chrono::milliseconds{100});
    pause->async_wait([this, pause](error) { accept(); });
  });
}

void endpoint::take(tcp::socket socket) {
  if (make_tls_ && !tls_) tls_ = make_tls_();
  if (make_tls_ && !tls_) return log::error("simulate: cannot create a certificate");
  const auto one = http::make_connection(std::move(socket), tls_, options_, app_, *this);
  if (!http::join_clients(one)) return;
  {
    std::lock_guard hold{mutex_};
    connections_.emplace(one.get(), one);
  }
  http::run(one);
}

void endpoint::left(http::connection* gone) {
  std::lock_guard hold{mutex_};
  connections_.erase(gone);
}

void endpoint::drop_connections() {
  std::vector<std::shared_ptr<http::connection>> held;
  {
    std::lock_guard hold{mutex_};
    for (const auto& [address, weak] : connections_)
      if (auto one = weak.lock()) held.push_back(std::move(one));
  }
  for (const auto& one : held) http::close_when_idle(one);
}

void endpoint::end() {
  stopping_ = true;
  acceptor_.reset();
}

}  // namespace ironbus::simulator
