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
  bool wait = false;  ///< Answered when the command has ended, not when it has begun.
};

/// The command API of agents. One object serves all machines; it keeps nothing about them. Where
/// the agent is and what token it knows, the machine says (agent_url, agent_secret_token,
/// agent_verify_ca in its driver_internal_info; the last also in its driver_info).
///
/// Failures of all calls: `unavailable`, the agent cannot be reached; `timeout`, it may have got
/// the command but said nothing; `forbidden`, it refuses our token; `conflict`, it is busy with
/// another command; `not_found`, it knows no such command; `invalid`, it refuses the command,
/// answers what no agent answers, or is where nothing is sent to. All with a sentence, without
/// secrets.
class agent_client {
public:
  /// `exchange`: how requests are sent; empty: by HTTP.
  agent_client(const boost::asio::any_io_executor& io, policy_ptr policy, agent_options options,
               http_exchange exchange = {});

  /// Gives the order, again where the agent could not be reached. One whose answer was lost is not
  /// given twice: the agent is asked whether it has it, until it says that it has not. `previous`:
  /// the id of the command given before, which is not taken for this one.
  boost::asio::awaitable<result<agent_command>> order(const permit& allowed, const machine& machine,
                                                      agent_order wanted,
                                                      std::string previous = {}) const;

  /// The same, once the agent has ended what it is busy with. One that works on just this, by the
  /// order of somebody who has died, is not told again.
  boost::asio::awaitable<result<agent_command>> order_in_turn(const permit& allowed,
                                                              const machine& machine,
                                                              agent_order wanted) const;

  /// Gives the order in its turn, and asks until it has ended. Failures also: `invalid` with the
  /// agent's own words if it ended badly, `timeout` if it does not end.
  boost::asio::awaitable<result<agent_command>> carry_out(const permit& allowed,
                                                          const machine& machine,
                                                          agent_order wanted) const;

  /// One command, by an id for which `can_be_asked_for`; `not_found` if the agent does not know it.
  boost::asio::awaitable<result<agent_command>> command(const permit& allowed,
                                                        const machine& machine,
                                                        std::string id) const;

  /// What the agent has been told since it was started, oldest first, each with all that it was
  /// told: tens of kilobytes after a few steps.
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
  /// Unset: the agent says that it has not got the order.
  boost::asio::awaitable<result<std::optional<agent_command>>> find_order(
      const permit& allowed, const machine& machine, const agent_order& wanted,
      const std::string& previous) const;

  const policy_ptr policy_;
  const agent_options options_;
  const http_exchange exchange_;
};

}  // namespace ironbus
