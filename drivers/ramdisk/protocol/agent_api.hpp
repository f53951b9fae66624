#pragma once

#include "drivers/ramdisk/http/web_server.hpp"
#include "drivers/ramdisk/protocol/agent_state.hpp"
#include "drivers/ramdisk/protocol/command_runner.hpp"

#include <chrono>
#include <string>

namespace ironbus::ramdisk {

/// The agent's HTTP API: /, /v1/, /v1/status, /v1/commands/ and /v1/commands/ID, and the same
/// without /v1. Responses and errors ({faultcode, faultstring}) have ironic-python-agent's format.
class agent_api {
public:
  agent_api(agent_state& state, command_runner& runner);

  boost::asio::awaitable<served_answer> answer(served_request request);

private:
  boost::asio::awaitable<served_answer> commands(const served_request& request,
                                                 const std::string& id);
  boost::asio::awaitable<served_answer> order(const served_request& request);

  agent_state& state_;
  command_runner& runner_;
  const double started_at_;
};

/// The decoded value of a query member; empty if missing.
std::string query_value(const std::string& query, const std::string& name);

}  // namespace ironbus::ramdisk
