#pragma once

#include "gateways/http/api/call.hpp"
#include "messages/model/record.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/record_commands.hpp"

#include <functional>
#include <string>

namespace ironbus::http {

/// Sends a command to a node; goes on with the body of its answer, or refuses the call.
void ask_node(const call_ptr& x, const command& what, const std::string& node,
              std::function<void(const std::string& body)> go_on);

/// As ask_node where the answer is empty with that status, such as 202.
void ask_node(const call_ptr& x, const command& what, const std::string& node, unsigned status,
              header_list headers = {});

/// The same to a record.
void ask_record(const call_ptr& x, const record_command& what, const std::string& subject,
                std::function<void(const std::string& body)> go_on);
void ask_record(const call_ptr& x, const record_command& what, const std::string& subject,
                unsigned status, header_list headers = {});

}  // namespace ironbus::http
