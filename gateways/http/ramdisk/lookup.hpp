#pragma once

#include "gateways/http/ramdisk/lookup_query.hpp"
#include "gateways/http/resources/node_access.hpp"

#include <string>

namespace ironbus::http {

/// Finds the node, which must be in a state that expects a ramdisk. Addresses that machines share
/// do not count (port_owner.hpp). Otherwise `not_found` with one text for all reasons.
task<node_record> find_for_ramdisk(const call_ptr& call, lookup_query wanted);

/// Creates the token of the node's agent. `node` shows it masked from now on.
task<json> give_token(const call_ptr& call, node_record& node);

/// Writes the node for a ramdisk, without its driver_info.
void append_ramdisk_node(std::string& out, const call& call, const json& snapshot);

/// Answers a ramdisk whose node was found: {"node": …, "config": …}. `token`: null if the ramdisk
/// does not get one.
void answer_lookup(call& call, unsigned status, const json& snapshot, const json& token);

}  // namespace ironbus::http
