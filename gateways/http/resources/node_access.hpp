#pragma once

#include "gateways/http/api/questions.hpp"
#include "messages/model/field.hpp"

#include <string>

namespace ironbus::http {

/// Whether the name is valid at that version. The error says what is allowed.
result<std::monostate> check_node_name(const std::string& name, int version);

/// `invalid` unless the text is a UUID or a possible name.
result<std::monostate> check_ident(const std::string& ident);

/// The error for a missing node. `missing`: not_found, or `invalid` if the body names the node and
/// is therefore wrong.
failure no_such_node(const std::string& ident, error_code missing = error_code::not_found);

/// The UUID of a node given by UUID or name. Does not look up a UUID: if the node is missing, the
/// store or the conductor says so later.
task<std::string> resolve_node(const call_ptr& call, std::string ident,
                               error_code missing = error_code::not_found);

/// A node from the store.
struct node_text {
  std::string uuid;
  std::string text;  ///< Its snapshot.
};
struct node_record {
  std::string uuid;
  json snapshot;

  const json& attributes() const { return snapshot.at(attributes_key); }
};

/// Reads a node given by UUID or name. Fails with no_such_node if it does not exist.
task<node_text> read_node_text(const call_ptr& call, std::string ident,
                               error_code missing = error_code::not_found);
task<node_record> read_node(const call_ptr& call, std::string ident,
                            error_code missing = error_code::not_found);

}  // namespace ironbus::http
