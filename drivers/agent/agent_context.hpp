#pragma once

#include "drivers/agent/protocol/agent_client.hpp"
#include "drivers/image/image_cache.hpp"
#include "drivers/kit/blocking_pool.hpp"
#include "drivers/port/driver.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

namespace ironbus {

/// Shared by the interfaces that work through agents.
struct agent_context {
  agent_context(boost::asio::io_context& context, policy_ptr installation, agent_options options,
                http_exchange exchange = {})
      : io{context},
        policy{std::move(installation)},
        images{policy->image_root, options.images},
        client{context.get_executor(), policy, std::move(options), std::move(exchange)} {}

  boost::asio::io_context& io;
  const policy_ptr policy;
  image_cache images;
  const agent_client client;
  blocking_pool work;
};

/// Executes a step.
using agent_operation = boost::asio::awaitable<step_outcome> (*)(agent_context&, permitted_step);

// Brace lists in plain functions only: g++ 12 cannot compile them in a coroutine.

inline agent_order simple_order(const char* name, bool wait) {
  agent_order out;
  out.name = name;
  out.wait = wait;
  return out;
}

inline json text_or_null(const json& document, const char* key) {
  const auto found = document.find(key);
  return found != document.end() && found->is_string() ? *found : json{};
}

}  // namespace ironbus
