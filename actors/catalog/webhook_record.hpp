#pragma once

#include "actors/catalog/record_decision.hpp"

namespace ironbus {

/// Whether a webhook may be stored. The gateway and, on each request, the sender check the allowed
/// receivers. `invalid` names the field and the allowed values, and quotes no secret.
result<std::monostate> check_webhook(const json& attributes);

/// Adds an order for the delivering conductor and drops orders that are carried out. `conflict` if
/// too many are queued.
void order_letters_of(record_decision& decision, const order_letters& command);

}  // namespace ironbus
