#pragma once

#include "gateways/http/transport/application.hpp"
#include "messages/base/errors.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <variant>

namespace ironbus::http {

/// An HTTP/1.1 server over TCP or TLS with keep-alive, pipelining, limits and orderly stop. It is
/// independent of the API.
class server {
public:
  /// `app` must outlive the server. Several servers may share `clients`; all of them must stop
  /// before one is destroyed. Null: the server has its own.
  server(server_options options, application& app, std::shared_ptr<client_budget> clients = {});
  ~server();
  server(const server&) = delete;
  server& operator=(const server&) = delete;

  /// Binds and serves. `unavailable` if the address cannot be bound, `invalid` if the certificate
  /// is unusable.
  result<std::monostate> start();
  /// Stops accepting, lets running requests finish for `stop_grace` and stops the threads. Do not
  /// call it on a server thread. Idempotent.
  void stop();

  /// Reads certificates now if their files changed. Otherwise a change is noticed after a short
  /// time. Blocks while it reads.
  void reload();

  uint16_t port() const;  ///< The bound port; 0 before start, and for a Unix socket.

  /// Runs a function on a server thread. Does not run it after the server has stopped.
  void post(std::function<void()> work);
  /// Runs a function periodically until the server stops.
  void every(std::chrono::milliseconds period, std::function<void()> work);

  size_t connections() const;

private:
  struct state;
  std::shared_ptr<state> state_;
};

}  // namespace ironbus::http
