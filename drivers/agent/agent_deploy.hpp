#pragma once

#include "drivers/agent/agent_context.hpp"

namespace ironbus {

// The deployment steps of `direct` and `bootc`.

/// Sends the image and the config drive to the agent.
boost::asio::awaitable<step_outcome> write_image(agent_context& context, permitted_step request);
/// Lets the agent install the container image of instance_info.image_source by bootc (the agent's
/// step deploy.execute_bootc_install).
boost::asio::awaitable<step_outcome> execute_bootc_install(agent_context& context,
                                                           permitted_step request);
/// Makes the written system bootable.
boost::asio::awaitable<step_outcome> prepare_instance_boot(agent_context& context,
                                                           permitted_step request);
/// Stops the agent: powers off, or locks it if the machine must stay on.
boost::asio::awaitable<step_outcome> tear_down_agent(agent_context& context,
                                                     permitted_step request);

}  // namespace ironbus
