#include "drivers/kit/http/connection_pool.hpp"

#include <algorithm>

namespace ironbus {

connection_pool::connection_pool(const http_client_options& options)
    : per_server_max_{options.idle_per_server_max},
      idle_max_{options.idle_max},
      idle_time_{options.idle_time} {}

std::shared_ptr<http_connection> connection_pool::take(const http_endpoint& server,
                                                       const tls_trust& trust) {
  const std::scoped_lock held{mutex_};
  drop_old_ones();
  for (auto entry = idle_.begin(); entry != idle_.end();) {
    if (entry->server != server || entry->trust != trust) {
      ++entry;
      continue;
    }
    auto found = std::move(entry->connection);
    entry = idle_.erase(entry);
    if (found->is_quiet()) return found;
  }
  return nullptr;
}

void connection_pool::put_back(const http_endpoint& server, const tls_trust& trust,
                               std::shared_ptr<http_connection> used) {
  const std::scoped_lock held{mutex_};
  drop_old_ones();
  idle_.push_front({server, trust, std::move(used), std::chrono::steady_clock::now()});
  size_t of_server = 0;
  std::erase_if(idle_, [&](const idle_connection& one) {
    return one.server == server && one.trust == trust && ++of_server > per_server_max_;
  });
  while (idle_.size() > idle_max_) idle_.pop_back();
}

void connection_pool::drop_old_ones() {
  const auto oldest = std::chrono::steady_clock::now() - idle_time_;
  while (!idle_.empty() && idle_.back().since < oldest) idle_.pop_back();
}

}  // namespace ironbus
