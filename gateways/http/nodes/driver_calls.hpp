#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/wire/commands.hpp"

#include <string>

namespace ironbus::http {

/// A command that runs an operation of the contract. The request waits for its result.
call_driver call_of(const driver_operation& what, json args = json::object());
/// The same, but the request is answered when the node has accepted it.
call_driver call_later(const driver_operation& what, json args = json::object());

/// Calls a method of a node's interface and returns the answer. Fails if the node does not exist or
/// the driver fails. If the call does not wait, the answer comes when the node has accepted it.
task<json> ask_driver(const call_ptr& x, const std::string& uuid, call_driver what);

/// Answers with the location of a path below the node and no body.
void respond_located(call& x, unsigned status, const std::string& uuid, const std::string& place);

}  // namespace ironbus::http
