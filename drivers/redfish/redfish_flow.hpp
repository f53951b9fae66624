#pragma once

#include "drivers/redfish/redfish_context.hpp"
#include "messages/contract/driver_operations.hpp"

#include <optional>

namespace ironbus {

using redfish_found = boost::asio::awaitable<std::optional<step_outcome>>;
using redfish_question = redfish_found (*)(redfish_call);

/// A step that is done in parts, and waits for tasks between them. `run` begins the part that is
/// due by its notes, `probe` only asks how the machine goes on, and `recover` finds what an earlier
/// worker has begun and nobody has written down; null: a part of it may be run again.
struct redfish_flow {
  driver_operation what;
  redfish_act run;
  redfish_question probe;
  redfish_question recover = nullptr;
};

/// Null: it is done in one.
const redfish_flow* find_redfish_flow(const driver_operation& what);

}  // namespace ironbus
