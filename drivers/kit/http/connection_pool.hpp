#pragma once

#include "drivers/kit/http/http_connection.hpp"

#include <list>
#include <memory>
#include <mutex>

namespace ironbus {

/// Connections that have been used and may be used again, for the same server believed by the same
/// trust. Those that are too many or too old are closed when another one comes or goes. Any thread.
class connection_pool {
public:
  explicit connection_pool(const http_client_options& options);

  /// The youngest one that its server has left open; null: none.
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
  std::list<idle_connection> idle_;  ///< The youngest first.
};

}  // namespace ironbus
