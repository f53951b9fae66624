#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

namespace ironbus {

/// Builds the body of an EventDestination from the arguments of create_subscription and their
/// defaults. `service` is the BMC's EventService, which may list its event types. `invalid` names
/// the argument and the allowed values.
///
/// A BMC sends events to any address, from a network that clients may not reach. Therefore
/// addresses of the BMC itself or of its link are rejected, like those of agents.
result<json> read_subscription(const json& args, const json& service);

/// Whether the text is a valid subscription id, and so a safe path segment.
bool is_subscription_id(const std::string& id);

}  // namespace ironbus
