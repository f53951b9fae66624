#pragma once

#include "drivers/agent/agent_context.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// Readies what the agent will write: looks at a file of this host, or has an image fetched, and
/// makes an address for it. An image that takes its time is a task (docs/how-to/write_a_driver.md): it goes on by
/// itself, and any worker that sees the cache can say how far it is.
boost::asio::awaitable<step_outcome> prepare_deploy(agent_context& context, permitted_step request);
/// Of a preparation that waits: its end; unset: it goes on. One that nobody works on any more is
/// begun anew.
boost::asio::awaitable<std::optional<step_outcome>> watch_preparation(agent_context& context,
                                                                      permitted_step request);

/// The node's deployment needs no image any more.
boost::asio::awaitable<step_outcome> release_image(agent_context& context, permitted_step request);

/// What the agent is to send as the header Authorization to get its image; empty: nothing.
boost::asio::awaitable<result<std::string>> authorization_for_agent(agent_context& context,
                                                                    const permitted_step& request);

}  // namespace ironbus
