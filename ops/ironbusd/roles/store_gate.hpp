#pragma once

#include "messages/ports/forwarding_store.hpp"

#include <condition_variable>
#include <mutex>

namespace ironbus::daemon {

/// Forwards all calls to a store until it is closed; then it drops them. Closing it before its
/// users are destroyed ensures that no callback reaches a destroyed user.
class store_gate final : public forwarding_store {
public:
  /// `inner` must outlive the gate.
  explicit store_gate(store& inner) : forwarding_store(inner) {}

  /// Drops further calls, and waits at most `limit` for the callbacks of running ones.
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
