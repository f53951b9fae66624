#pragma once

#include "drivers/kit/http/http_connection.hpp"

#include <list>
#include <memory>
#include <mutex>

namespace ironbus {

/// Idle connections for reuse, by server and TLS trust. Closes those that are too many or too old
/// whenever a connection is taken or returned. Thread-safe.
class connection_pool {
public:
  explicit connection_pool(const http_client_options& options);

  /// The youngest connection that the server has not closed; null: none.
  std::shared_ptr<http_connection> take(const http_endpoint& server, const tls_trust& trust);
  void put_back(const http_endpoint& server, const tls_trust& trust,
                std::shared_ptr<http_connection> used);

private:
  struct idle_connection {
    http_endpoint server;
    tls_trust trust;
    std::shared_ptr<http_connection> connection;
    http_connection::time_point since;
  };

  void drop_old_ones();

  size_t per_server_max_;
  size_t idle_max_;
  std::chrono::milliseconds idle_time_;
  std::mutex mutex_;
  std::list<idle_connection> idle_;  ///< Youngest first.
};

}  // namespace ironbus
