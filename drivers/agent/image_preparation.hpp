#pragma once

#include "drivers/agent/agent_context.hpp"

#include <optional>
#include <string>

namespace ironbus {

/// Prepares the image for the agent: checks a local file or fetches an image, and creates its URL.
/// A slow image becomes a task (docs/how-to/write_a_driver.md), which continues by itself. Any
/// worker with access to the cache can probe it.
boost::asio::awaitable<step_outcome> prepare_deploy(agent_context& context, permitted_step request);
/// The outcome of a waiting preparation; unset: it still runs. Restarts an abandoned one.
boost::asio::awaitable<std::optional<step_outcome>> watch_preparation(agent_context& context,
                                                                      permitted_step request);

/// Releases the image of the node's deployment.
boost::asio::awaitable<step_outcome> release_image(agent_context& context, permitted_step request);

/// The Authorization header that the agent must send to fetch its image; empty: none.
boost::asio::awaitable<result<std::string>> authorization_for_agent(agent_context& context,
                                                                    const permitted_step& request);

/// The Authorization header for the registry of an oci:// image_source: of the node's
/// image_pull_secret, else of image.authentication_config; empty: none.
result<std::string> registry_authorization(const agent_context& context,
                                           const machine& target_machine);

}  // namespace ironbus
