#pragma once

#include "gateways/http/api/call.hpp"

#include <functional>
#include <string>

namespace ironbus::http {

/// Whether a node may be called so at that version; the sentence says what is allowed.
result<std::monostate> check_node_name(const std::string& name, int version);

/// `invalid` for what is neither a UUID nor could be a name of anything.
result<std::monostate> check_ident(const std::string& ident);

/// The refusal for a node that is not there. `missing`: not_found, or `invalid` where a request
/// names it beside what it is about, and so is wrong.
failure no_such_node(const std::string& ident, error_code missing = error_code::not_found);

/// Finds the UUID of a node named by UUID or name. A UUID is not looked up: whoever needs the node
/// learns that it is missing from the store or the conductor. Refuses the call otherwise.
void with_node_uuid(const call_ptr& x, const std::string& ident,
                    std::function<void(const std::string& uuid)> go_on,
                    error_code missing = error_code::not_found);

/// Reads a node named by UUID or name; refuses the call if there is none.
void with_node(const call_ptr& x, const std::string& ident,
               std::function<void(const std::string& uuid, const json& snapshot)> go_on,
               error_code missing = error_code::not_found);

/// As with_node, but gives the snapshot's text.
void with_node_text(const call_ptr& x, const std::string& ident,
                    std::function<void(const std::string& uuid, const std::string& text)> go_on,
                    error_code missing = error_code::not_found);

}  // namespace ironbus::http
