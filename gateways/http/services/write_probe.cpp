#include "gateways/http/services/write_probe.hpp"

#include <mutex>
#include <vector>

namespace ironbus::http {

struct write_probe::waiting {
  std::mutex mutex;
  std::vector<answered> all;  ///< If not empty, a write is running.
};

write_probe::write_probe(store_health& stored)
    : store_(stored), waiting_(std::make_shared<waiting>()) {}

void write_probe::ask(answered done) {
  {
    std::lock_guard hold{waiting_->mutex};
    waiting_->all.push_back(std::move(done));
    if (waiting_->all.size() > 1) return;
  }
  store_.try_write([waiting = waiting_](const result<std::monostate>& outcome) {
    std::vector<answered> all;
    {
      std::lock_guard hold{waiting->mutex};
      all.swap(waiting->all);
    }
    for (const auto& tell : all) tell(outcome);
  });
}

}  // namespace ironbus::http
