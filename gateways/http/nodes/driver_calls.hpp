#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/wire/commands.hpp"

#include <string>

namespace ironbus::http {

/// The command that has an operation of the contract carried out; its answer is waited for.
call_driver call_of(const driver_operation& what, json args = json::object());
/// The same, answered as soon as the node has taken it on.
call_driver call_later(const driver_operation& what, json args = json::object());

/// Calls a method of an interface of a node and gives its answer; fails if the node is missing or
/// the driver refuses. Unless the call waits, the answer comes as soon as the node has taken it on.
task<json> ask_driver(const call_ptr& x, const std::string& uuid, call_driver what);

/// Of a call that is answered with nothing but the address of a place below the node.
void respond_located(call& x, unsigned status, const std::string& uuid, const std::string& place);

}  // namespace ironbus::http
