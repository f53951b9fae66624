#include "gateways/http/services/bus_watch.hpp"

#include <array>
#include <mutex>

namespace ironbus::http {

namespace {

constexpr std::array<std::string_view, 3> bus_state_names{"connecting", "connected", "blocked"};

}  // namespace

struct bus_watch::memory {
  std::mutex mutex;
  std::string reason;
};

bus_watch::bus_watch(bus& messages) : bus_(messages), memory_(std::make_shared<memory>()) {
  bus_.on_state([known = memory_](bus_state state, const std::string& reason) {
    std::lock_guard hold{known->mutex};
    // A new connection attempt has no reason, so the reason of the last failure stays.
    if (state == bus_state::connected || !reason.empty()) known->reason = reason;
  });
}

bus_watch::seen bus_watch::now() const {
  const auto state = bus_.state();
  if (state == bus_state::connected) return {state, {}};
  std::lock_guard hold{memory_->mutex};
  if (!memory_->reason.empty()) return {state, memory_->reason};
  return {state, state == bus_state::blocked ? "the broker accepts no messages at the moment"
                                             : "not connected yet"};
}

std::string_view name_of(bus_state x) { return bus_state_names.at(static_cast<size_t>(x)); }

}  // namespace ironbus::http
