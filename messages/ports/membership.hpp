#pragma once

#include "messages/ports/store_callback.hpp"

#include <chrono>
#include <string>
#include <variant>
#include <vector>

namespace ironbus {

/// A process as it introduced itself; gone when it does not renew in time.
struct member {
  std::string name;         ///< Stable across restarts, such as "conductor-1".
  std::string incarnation;  ///< New at each start.
  std::string description;  ///< JSON text: host, roles, drivers, conductor group.
};

/// The processes that are alive.
class membership {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~membership() = default;

  /// Introduces or renews a process for `ttl`. A new incarnation ends the one before at once; that
  /// one gets `conflict` should it come back.
  virtual void announce(member x, std::chrono::milliseconds ttl, callback<std::monostate> done) = 0;
  /// Takes a process off the list (orderly shutdown).
  virtual void withdraw(std::string name, std::string incarnation) = 0;
  /// All processes that are alive.
  virtual void members(callback<std::vector<member>> done) = 0;
};

}  // namespace ironbus
