#pragma once

#include "drivers/agent/protocol/agent_client.hpp"
#include "drivers/port/driver.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>

namespace ironbus {

/// Asks the agent which steps it offers (get_…_steps).
boost::asio::awaitable<step_outcome> collect_steps(const agent_client& agents,
                                                   const permitted_step& request);

/// Gives a step to the agent, which carries it out by itself: the outcome waits for the agent, or
/// is the end if it came at once. An agent that is busy is given the step after a later heartbeat.
boost::asio::awaitable<step_outcome> hand_over(const agent_client& agents,
                                               const permitted_step& request, json args);

/// How a step goes that was handed over; unset: it goes on, or nobody knows yet.
boost::asio::awaitable<std::optional<step_outcome>> watch_step(const agent_client& agents,
                                                               const permitted_step& request);

/// Whether the agent has a step of which it is unknown whether it was handed over; unset: no.
boost::asio::awaitable<std::optional<step_outcome>> find_step_again(const agent_client& agents,
                                                                    const permitted_step& request);

/// Why an agent could not be told something, as the end of a step.
step_outcome undelivered(const failure& why);

}  // namespace ironbus
