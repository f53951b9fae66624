#pragma once

#include "gateways/http/api/questions.hpp"
#include "messages/model/stored_attributes.hpp"

#include <string>

namespace ironbus::http {

/// Whether a node may be called so at that version; the sentence says what is allowed.
result<std::monostate> check_node_name(const std::string& name, int version);

/// `invalid` for what is neither a UUID nor could be a name of anything.
result<std::monostate> check_ident(const std::string& ident);

/// The refusal for a node that is not there. `missing`: not_found, or `invalid` where a request
/// names it beside what it is about, and so is wrong.
failure no_such_node(const std::string& ident, error_code missing = error_code::not_found);

/// The UUID of a node named by UUID or name. A UUID is not looked up: whoever needs the node learns
/// that it is missing from the store or the conductor.
task<std::string> resolve_node(const call_ptr& call, std::string ident,
                               error_code missing = error_code::not_found);

/// A node as the store has it.
struct node_text {
  std::string uuid;
  std::string text;  ///< Its snapshot.
};
struct node_record {
  std::string uuid;
  json snapshot;

  const json& attributes() const { return snapshot.at(attributes_key); }
};

/// Reads a node named by UUID or name; no_such_node if there is none.
task<node_text> read_node_text(const call_ptr& call, std::string ident,
                               error_code missing = error_code::not_found);
task<node_record> read_node(const call_ptr& call, std::string ident,
                            error_code missing = error_code::not_found);

}  // namespace ironbus::http
