#pragma once

#include "drivers/agent/protocol/agent_command.hpp"
#include "drivers/agent/protocol/agent_options.hpp"
#include "drivers/kit/http/http_message.hpp"
#include "drivers/port/permit.hpp"
#include "messages/model/policy.hpp"
#include "messages/wire/step.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ironbus {

/// A command for an agent: "clean.execute_clean_step" and its params.
struct agent_order {
  std::string name;
  json params = json::object();
  bool wait = false;  ///< The response comes at the end of the command, not at its start.
};

/// Client for the agents' command API. One object serves all machines and has no state about them.
/// Address and token come from the machine (agent_url, agent_secret_token and agent_verify_ca in
/// its driver_internal_info; the last also in its driver_info).
///
/// Failures of all calls, with a message without secrets:
/// * `unavailable`: the agent is unreachable
/// * `timeout`: the agent may have received the command, but did not respond
/// * `forbidden`: the agent rejected the token
/// * `conflict`: the agent is busy with another command
/// * `not_found`: the agent does not know the command
/// * `invalid`: the agent rejected the command, its response is malformed, or its address is
///   forbidden
class agent_client {
public:
  /// `exchange` sends the requests; empty: by HTTP.
  agent_client(const boost::asio::any_io_executor& io, policy_ptr policy, agent_options options,
               http_exchange exchange = {});

  /// Sends a command, with retries if the agent is unreachable. If the response is lost, the
  /// command is not sent again: the agent is asked whether it has it, until it denies. `previous`:
  /// id of an earlier command, which is not mistaken for this one.
  boost::asio::awaitable<result<agent_command>> order(const permit& allowed, const machine& machine,
                                                      agent_order wanted,
                                                      std::string previous = {}) const;

  /// Like order, but waits until the agent is idle. If the agent already runs this command for a
  /// dead worker, it is not sent again.
  boost::asio::awaitable<result<agent_command>> order_in_turn(const permit& allowed,
                                                              const machine& machine,
                                                              agent_order wanted) const;

  /// Sends the command when the agent is idle, and polls until it ends. Further failures: `invalid`
  /// with the agent's message if the command failed, `timeout` if it does not end.
  boost::asio::awaitable<result<agent_command>> carry_out(const permit& allowed,
                                                          const machine& machine,
                                                          agent_order wanted) const;

  /// One command, by an id that passes `can_be_asked_for`; `not_found` if the agent does not know
  /// it.
  boost::asio::awaitable<result<agent_command>> command(const permit& allowed,
                                                        const machine& machine,
                                                        std::string id) const;

  /// All commands since the agent started, oldest first, with their params: tens of kilobytes after
  /// a few steps.
  boost::asio::awaitable<result<std::vector<agent_command>>> commands(const permit& allowed,
                                                                      const machine& machine) const;

  const agent_options& options() const { return options_; }

private:
  boost::asio::awaitable<result<json>> ask(const permit& allowed, const machine& machine,
                                           http_method method, std::string below,
                                           std::string body) const;
  boost::asio::awaitable<result<agent_command>> order_once(const permit& allowed,
                                                           const machine& machine,
                                                           const agent_order& wanted) const;
  boost::asio::awaitable<result<agent_command>> join_order(const permit& allowed,
                                                           const machine& machine,
                                                           const agent_order& wanted,
                                                           const std::string& previous,
                                                           failure busy) const;
  /// Unset: the agent reports that it does not have the command.
  boost::asio::awaitable<result<std::optional<agent_command>>> find_order(
      const permit& allowed, const machine& machine, const agent_order& wanted,
      const std::string& previous) const;

  const policy_ptr policy_;
  const agent_options options_;
  const http_exchange exchange_;
};

}  // namespace ironbus
