#pragma once

#include "messages/ports/store_callback.hpp"

#include <chrono>
#include <string>
#include <variant>
#include <vector>

namespace ironbus {

/// A process as it announced itself; removed if it does not renew in time.
struct member {
  std::string name;         ///< Stable across restarts, such as "conductor-1".
  std::string incarnation;  ///< New at each start.
  std::string description;  ///< JSON text: host, roles, drivers, conductor groups.
};

/// The live processes.
class membership {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~membership() = default;

  /// Adds or renews a process for `ttl`. A new incarnation replaces the previous one at once, which
  /// gets `conflict` on its next call.
  virtual void announce(member x, std::chrono::milliseconds ttl, callback<std::monostate> done) = 0;
  /// Removes a process (orderly shutdown).
  virtual void withdraw(std::string name, std::string incarnation) = 0;
  /// All live processes.
  virtual void members(callback<std::vector<member>> done) = 0;
};

}  // namespace ironbus
