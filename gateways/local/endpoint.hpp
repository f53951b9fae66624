#pragma once

#include "messages/ports/bus.hpp"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace ironbus::local {

struct consumer {
  uint64_t id = 0;
  subscription spec;
  bus::handler deliver;
  std::string queue;  ///< As spec.queue; a private queue has a generated name.
};

/// The broker's state of one bus. Guarded by the broker's lock.
struct endpoint {
  struct publish {
    outgoing message;
    bus::publish_callback done;
  };

  std::string reply_address;
  std::shared_ptr<const bus::handler> reply;
  std::vector<std::function<void(bus_state, const std::string&)>> listeners;
  std::vector<std::shared_ptr<consumer>> consumers;
  std::deque<publish> pending;  ///< While disconnected.
  bus_state state = bus_state::connecting;
  uint32_t epoch = 0;
  bool closed = false;
};

}  // namespace ironbus::local
