#pragma once

#include "gateways/http/transport/application.hpp"
#include "messages/base/errors.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <variant>

namespace ironbus::http {

/// HTTP/1.1 over TCP or TLS: keep-alive, pipelining, limits, orderly stop. Knows nothing of the
/// API.
class server {
public:
  /// `app` must outlive the server. `clients` is for several that share it, which all stop before
  /// one of them is destroyed; null: one of its own.
  server(server_options options, application& app, std::shared_ptr<client_budget> clients = {});
  ~server();
  server(const server&) = delete;
  server& operator=(const server&) = delete;

  /// Binds and serves. `unavailable` if the address cannot be bound, `invalid` if the certificate
  /// is of no use.
  result<std::monostate> start();
  /// Stops accepting, lets running requests finish for `stop_grace`, ends the threads. Not to be
  /// called on a thread of the server's. Idempotent.
  void stop();

  uint16_t port() const;  ///< The one bound; 0 before start.

  /// Runs something on a thread of the server's. Never runs once the server has stopped.
  void post(std::function<void()> work);
  /// Runs something again and again until the server stops.
  void every(std::chrono::milliseconds period, std::function<void()> work);

  size_t connections() const;

private:
  struct state;
  std::shared_ptr<state> state_;
};

}  // namespace ironbus::http
