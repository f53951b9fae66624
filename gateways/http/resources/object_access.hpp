#pragma once

#include "gateways/http/api/permission.hpp"
#include "gateways/http/api/task.hpp"
#include "gateways/http/view/list_query.hpp"
#include "messages/model/snapshot.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus::http {

using rule_names = std::vector<std::string_view>;

// Checks of a call against the object that it names. What a user may not see does not exist for
// them: the answer is that for a missing object, 404. What they see and may not do is 403. The
// object is read only if the rules depend on it or deny.

/// For the node of that name or UUID. `missing`: not_found, or `invalid` if the body names it.
task<> require_on_node(const call_ptr& call, std::string ident, rule_names rules,
                       error_code missing = error_code::not_found);

/// The owner and lessee of the node with that UUID.
task<rights::subject> read_node_subject(const call_ptr& call, std::string uuid);
rights::subject subject_of_node(const json& attributes);
rights::subject subject_of_allocation(const json& attributes);

/// For a part of a node: a port, port group, volume connector or volume target.
task<> require_on_part(const call_ptr& call, const resource& kind, rule_names rules);
/// For the allocation in the path.
task<> require_on_allocation(const call_ptr& call, rule_names rules);
/// For the runbook in the path. It is not hidden: a refusal is always 403.
task<> require_on_runbook(const call_ptr& call, rule_names rules);

/// For the token in the path.
task<> require_on_token(const call_ptr& call, rule_names rules);

/// A new part needs this before it is sent to its node, `node`. A node that the user may not see
/// does not show whether it exists.
task<> require_new_part(const call_ptr& call, std::string_view rule, std::string node);

/// Restricts a list to what the project of the user may see. `list_all`: the rule that shows the
/// whole list. `column`: holds the projects.
void limit_list(const call& x, query& wanted, std::string_view list_all,
                std::string_view column = project_column);

}  // namespace ironbus::http
