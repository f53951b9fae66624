#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

namespace ironbus {

/// What a client has a BMC subscribe to, as the BMC is told it (Redfish, EventDestination): the
/// arguments of create_subscription with their defaults. `service` is the BMC's EventService, which
/// may say which types of events there are. `invalid` names the argument and what is allowed.
///
/// A BMC sends its events wherever it is told, from a network that others do not reach: addresses
/// at which it would speak to itself or its neighbours are refused, as agents' addresses are.
result<json> read_subscription(const json& args, const json& service);

/// Whether that is a name of a subscription, and so part of a path.
bool is_subscription_id(const std::string& id);

}  // namespace ironbus
