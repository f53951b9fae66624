#pragma once

#include "actors/catalog/record_decision.hpp"

namespace ironbus {

/// Whether a webhook may be stored; whom events may be sent to is the gateway's to judge, and the
/// sender's each time. `invalid` names the field and what is allowed, and quotes no secret.
result<std::monostate> check_webhook(const json& attributes);

/// Notes an order for whoever delivers; those that it has carried out are forgotten. `conflict` if
/// too many wait.
void order_letters_of(record_decision& decision, const order_letters& command);

}  // namespace ironbus
