#pragma once

#include "drivers/agent/agent_context.hpp"

namespace ironbus {

// The steps of a deployment that `direct` carries out.

/// Hands the image over, with the config drive.
boost::asio::awaitable<step_outcome> write_image(agent_context& context, permitted_step request);
/// Makes what has been written boot.
boost::asio::awaitable<step_outcome> prepare_instance_boot(agent_context& context,
                                                           permitted_step request);
/// Ends the agent: off, or locked where the machine must stay on.
boost::asio::awaitable<step_outcome> tear_down_agent(agent_context& context,
                                                     permitted_step request);

}  // namespace ironbus
