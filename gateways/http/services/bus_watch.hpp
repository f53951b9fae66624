#pragma once

#include "messages/ports/bus.hpp"

#include <memory>
#include <string>

namespace ironbus::http {

/// Remembers why the bus is disconnected, for /readyz. Thread safe.
class bus_watch {
public:
  /// Listens from now on. The bus keeps its listeners, so the remembered state may outlive this
  /// object.
  explicit bus_watch(bus& messages);

  struct seen {
    bus_state state = bus_state::connecting;
    std::string reason;  ///< Why the bus cannot send; empty while connected.
  };
  seen now() const;

private:
  struct memory;

  bus& bus_;
  std::shared_ptr<memory> memory_;
};

/// "connecting", "connected" or "blocked".
std::string_view name_of(bus_state x);

}  // namespace ironbus::http
