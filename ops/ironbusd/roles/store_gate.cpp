#include "ops/ironbusd/roles/store_gate.hpp"

namespace ironbus::daemon {

void store_gate::close(std::chrono::milliseconds limit) {
  std::unique_lock lock{mutex_};
  closed_ = true;
  idle_.wait_for(lock, limit, [this] { return under_way_ == 0; });
}

/// The pass is released when the call is answered or dropped.
store_gate::admission store_gate::admit() {
  std::lock_guard guard{mutex_};
  if (closed_) return {.is = admission::verdict::dropped};
  ++under_way_;
  return {.pass = {this, [](store_gate* gate) { gate->leave(); }}};
}

void store_gate::leave() {
  std::lock_guard guard{mutex_};
  if (--under_way_ == 0 && closed_) idle_.notify_all();
}

}  // namespace ironbus::daemon
