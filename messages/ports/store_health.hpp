#pragma once

#include "messages/ports/store_callback.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <variant>

namespace ironbus {

/// The store is reachable again, but its server has restarted or was replaced by another one. The
/// last writes may be lost.
struct store_restart {
  /// Lower limit of the number of writes of this process that the store has confirmed and lost.
  uint64_t lost_writes = 0;
};

/// The health of the store.
class store_health {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~store_health() = default;

  /// Succeeds if the store answers now.
  virtual void ping(callback<std::monostate> done) = 0;

  /// Adds a listener, called on a thread of the store before any other callback. All shards must be
  /// acquired again: earlier epochs are fenced.
  virtual void on_restart(std::function<void(const store_restart&)> listen) = 0;

  /// Succeeds if the store accepts a write now; leaves no visible data.
  virtual void try_write(callback<std::monostate> done) = 0;

  /// One line for /readyz: what an acknowledged write survives.
  virtual std::string durability() const = 0;
};

}  // namespace ironbus
