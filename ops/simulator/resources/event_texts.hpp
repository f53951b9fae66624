#pragma once

#include "ops/simulator/redfish/call.hpp"

#include <string>
#include <vector>

namespace ironbus::simulator {

/// An event to be sent to a subscriber.
struct outgoing_event {
  std::string destination;
  http::header_list headers;  ///< Of the subscription; may contain secrets.
  std::string body;
};

/// Returns the events since the last call, once for each subscription.
std::vector<outgoing_event> take_events(bmc_memory& memory);

}  // namespace ironbus::simulator
