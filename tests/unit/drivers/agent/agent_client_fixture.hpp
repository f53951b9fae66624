#pragma once

#include "drivers/agent/agent_interface.hpp"
#include "tests/support/raw_server.hpp"
#include "tests/support/test_lease.hpp"

#include <optional>
#include <string>
#include <string_view>

// A client of agents, and agents on this host whose responses the test defines.

namespace ironbus::test {

/// Limits short enough for a test.
agent_options near_and_quick();
policy_ptr with_agents_in(std::vector<ip_network> networks);
/// Allows agents on this host.
policy_ptr near_agents();

/// A clean step for the agent at this port.
step_request cleaning_step(uint16_t port);

step_outcome run_on(const agent_options& options, const step_request& request,
                    const policy_ptr& policy = near_agents());
std::optional<step_outcome> probe_on(const agent_options& options, const step_request& request);
std::optional<step_outcome> recover_on(const agent_options& options, const step_request& request);

bool says(const std::string& text, std::string_view what);

/// An agent's report of a command, without its params.
std::string command_text(const std::string& id, const std::string& status, const json& more = {});
std::string list_text(const std::string& commands);
const std::string& token_refusal();

/// Rejects every request without the token, including reads.
raw_server::answerer with_token(raw_server::answerer then);

/// An agent that answers POST, GET of the list of commands, and GET of one command.
raw_server::answerer answering(std::string post, std::string get,
                               std::string get_one = http_text(404, "{}"));

/// Why a step fails if an agent answers so.
std::string failure_with(const raw_server::answerer& hostile);

}  // namespace ironbus::test
