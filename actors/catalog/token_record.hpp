#pragma once

#include "actors/catalog/record_decision.hpp"

namespace ironbus {

/// Whether a token may be stored. The gateway checks before whether its creator may grant the
/// roles and the scope. `invalid` names the field and the allowed values.
result<std::monostate> check_token(const json& attributes);

/// Sets the time at which the record of a new token is deleted.
void begin_token(record_decision& decision);

/// Revokes a token, once, or notes a use at most once an hour. A use is no event.
void change_token_record(record_decision& decision, const change_token& command);

/// Deletes the record if its time has come.
void end_expired_token(record_decision& decision);

}  // namespace ironbus
