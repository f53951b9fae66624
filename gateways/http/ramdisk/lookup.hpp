#pragma once

#include "gateways/http/ramdisk/lookup_query.hpp"
#include "gateways/http/resources/node_access.hpp"

#include <string>

namespace ironbus::http {

/// Finds the node if it is in a state that expects a ramdisk; all addresses must be of one node.
/// Otherwise `not_found`, with one text for every reason.
task<node_record> find_for_ramdisk(const call_ptr& call, lookup_query wanted);

/// Gives the node's agent its token, which its record shows masked from now on.
task<json> give_token(const call_ptr& call, node_record& node);

/// The node as ramdisks are shown it: never its driver_info.
void append_ramdisk_node(std::string& out, const call& call, const json& snapshot);

/// Answers a ramdisk that has found its node: {"node": …, "config": …}. `token`: null where it is
/// not told one.
void answer_lookup(call& call, unsigned status, const json& snapshot, const json& token);

}  // namespace ironbus::http
