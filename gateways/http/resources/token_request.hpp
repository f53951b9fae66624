#pragma once

#include "gateways/http/api/call.hpp"
#include "gateways/http/view/body_table.hpp"
#include "messages/contract/api_token.hpp"

namespace ironbus::http {

/// What a user may grant to a new token.
struct token_grant {
  bool anything = false;  ///< Any roles and scope: the rule baremetal:token:create_all.
  rights::identity own;   ///< Otherwise at most these roles, and this scope.
};

token_grant grant_of(const call& x);

/// Makes the fields of a token's record, without uuid and digest, from a checked body. A member
/// that is missing has the creator's value. `forbidden` names the role or the scope that exceeds
/// the grant, `invalid` the member that is wrong. `last`: the latest expiry that is allowed.
result<json> fields_of_new_token(const json& body, const token_grant& grant, timestamp now,
                                 timestamp last);

}  // namespace ironbus::http
