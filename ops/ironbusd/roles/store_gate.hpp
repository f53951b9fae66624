#pragma once

#include "messages/ports/forwarding_store.hpp"

#include <condition_variable>
#include <mutex>

namespace ironbus::daemon {

/// A store that can be closed before the parts that use it are destroyed: passes all calls on, and
/// once closed drops them instead. So no callback reaches a part that is gone.
class store_gate final : public forwarding_store {
public:
  /// `inner` must outlive the gate.
  explicit store_gate(store& inner) : forwarding_store(inner) {}

  /// Takes no more calls and waits until those under way have come back, or for `limit`.
  void close(std::chrono::milliseconds limit);

private:
  admission admit() override;
  void leave();

  std::mutex mutex_;
  std::condition_variable idle_;
  size_t under_way_ = 0;
  bool closed_ = false;
};

}  // namespace ironbus::daemon
