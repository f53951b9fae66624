#pragma once

#include "gateways/http/api/call.hpp"
#include "messages/rights/rule_set.hpp"

#include <string>
#include <string_view>

namespace ironbus::http {

// Questions to the policy (messages/rights). Without users' roles every request is allowed
// everything.

/// Whether the policy limits the call: its user has an identity with roles.
bool is_limited(const call& x);

/// Evaluates a rule for the user of a call. `object`: null if the object was not read yet.
rights::permission permission_of(const call& x, std::string_view rule,
                                 const rights::subject* object);

/// Whether the rule allows the call, as far as the object does not matter.
bool is_allowed(const call& x, std::string_view rule, const rights::subject& object = {});

/// The 403 of a call that a rule denies.
failure denied(std::string_view rule);

/// Fails with denied() unless the rule allows the call.
result<std::monostate> require(const call& x, std::string_view rule,
                               const rights::subject& object = {});

/// Whether the user may not change inspection rules. Secrets in rules are then masked.
bool reads_only(const call& x);

/// The project of the user; empty: the scope is the system, or the policy does not limit the call.
const std::string& project_of(const call& x);

/// What identifies the user of the call among all others (key_of_identity()). Empty: there is no
/// user.
std::string user_key(const call& x);

}  // namespace ironbus::http
