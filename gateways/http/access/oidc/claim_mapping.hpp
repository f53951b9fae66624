#pragma once

#include "messages/base/json.hpp"
#include "messages/rights/identity.hpp"

#include <string>
#include <vector>

namespace ironbus::http {

/// The names that lead to a claim: {"realm_access", "roles"}.
using claim_path = std::vector<std::string>;

/// How a condition compares a claim.
enum class claim_test : uint8_t {
  equals,    ///< The claim is the value.
  contains,  ///< The claim is a list with the value. `scope` may be words in a text.
  any_of     ///< The claim is one of the values, or a list with one of them.
};

struct claim_condition {
  claim_path claim;
  claim_test test = claim_test::equals;
  std::vector<json> values;  ///< Texts and booleans. A text equals the integer that it writes.
};

/// One row of a mapping: if all conditions hold, the user has these roles in this scope.
struct mapping_row {
  std::vector<claim_condition> when;
  std::vector<std::string> roles;  ///< With the roles that they imply.
  bool is_system = false;          ///< Otherwise a project:
  std::string project_id;          ///< A constant;
  claim_path project_claim;        ///< or the claim with it. Without it the row does not fit.
  std::string project_name;
};

/// How claims become roles. The first row that fits decides; later rows do not count.
using claim_mapping = std::vector<mapping_row>;

/// Roles and scope for the claims; none if no row fits.
rights::identity map_claims(const claim_mapping& rows, const json& claims);

/// Reads a YAML list of 1 to 256 rows:
///     - when: [{claim: realm_access.roles, contains: metal-admin}]
///       roles: [admin]
///       system: true
///     - when: [{claim: groups, any_of: [web, shop]}, {claim: email_verified, equals: true}]
///       roles: [member]
///       project_claim: tenant
/// `invalid` names the line or the row.
result<claim_mapping> parse_claim_mapping(const std::string& text);

/// Reads a file. `invalid` names the file and what is wrong.
result<claim_mapping> read_claim_mapping(const std::string& path);

}  // namespace ironbus::http
