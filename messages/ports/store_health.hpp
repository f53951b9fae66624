#pragma once

#include "messages/ports/store_callback.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <variant>

namespace ironbus {

/// The store is reached again, and what answers is not what answered before: its server has
/// restarted, or another one has taken its place. The last writes may be forgotten.
struct store_restart {
  /// Of the writes that this process was told are done, at least so many are unknown to the store.
  uint64_t lost_writes = 0;
};

/// How the store is.
class store_health {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~store_health() = default;

  /// Succeeds if the store answers now.
  virtual void ping(callback<std::monostate> done) = 0;

  /// Adds a listener, called on a thread of the store's before anything else is answered. All
  /// shards have to be acquired again: the epochs of before are fenced.
  virtual void on_restart(std::function<void(const store_restart&)> listen) = 0;

  /// Succeeds if the store takes a write now; leaves nothing that anybody reads.
  virtual void try_write(callback<std::monostate> done) = 0;

  /// One line on what an acknowledged write survives, for /readyz.
  virtual std::string durability() const = 0;
};

}  // namespace ironbus
