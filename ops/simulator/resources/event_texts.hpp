#pragma once

#include "ops/simulator/redfish/call.hpp"

#include <string>
#include <vector>

namespace ironbus::simulator {

/// An event on its way to who has asked for it.
struct outgoing_event {
  std::string destination;
  http::header_list headers;  ///< Those of the subscription; they may hold secrets.
  std::string body;
};

/// What the subscriptions are to be sent of what has happened to the machine since it was last
/// asked.
std::vector<outgoing_event> take_events(bmc_memory& memory);

}  // namespace ironbus::simulator
