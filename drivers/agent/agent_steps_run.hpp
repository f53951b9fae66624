#pragma once

#include "drivers/agent/protocol/agent_client.hpp"
#include "drivers/port/driver.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>

namespace ironbus {

/// Reads the agent's steps (get_…_steps).
boost::asio::awaitable<step_outcome> collect_steps(const agent_client& agents,
                                                   const permitted_step& request);

/// Sends a step to the agent, which executes it by itself. The outcome waits for the agent, or is
/// the end if it came at once. A busy agent gets the step after a later heartbeat.
boost::asio::awaitable<step_outcome> hand_over(const agent_client& agents,
                                               const permitted_step& request, json args);

/// State of a step that the agent has; unset: it still runs or is unknown.
boost::asio::awaitable<std::optional<step_outcome>> watch_step(const agent_client& agents,
                                                               const permitted_step& request);

/// Whether the agent has a step whose request may have been lost; unset: no.
boost::asio::awaitable<std::optional<step_outcome>> find_step_again(const agent_client& agents,
                                                                    const permitted_step& request);

/// The outcome of a step whose request failed.
step_outcome send_failure(const failure& why);

}  // namespace ironbus
