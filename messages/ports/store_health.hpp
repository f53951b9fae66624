#pragma once

#include "messages/ports/store_callback.hpp"

#include <string>
#include <variant>

namespace ironbus {

/// How the store is.
class store_health {
public:
  template <class T>
  using callback = store_callback<T>;

  virtual ~store_health() = default;

  /// Succeeds if the store answers now.
  virtual void ping(callback<std::monostate> done) = 0;

  /// One line on what an acknowledged write survives, for /readyz.
  virtual std::string durability() const = 0;
};

}  // namespace ironbus
