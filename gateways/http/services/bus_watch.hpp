#pragma once

#include "messages/ports/bus.hpp"

#include <memory>
#include <string>

namespace ironbus::http {

/// Remembers why the bus is away, for whoever asks whether the service is ready. Thread safe.
class bus_watch {
public:
  /// Listens from now on; what it remembers may outlive it, as the bus keeps its listeners.
  explicit bus_watch(bus& messages);

  struct seen {
    bus_state state = bus_state::connecting;
    std::string reason;  ///< Why nothing can be sent; empty while the bus is connected.
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
