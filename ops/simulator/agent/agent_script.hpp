#pragma once

#include "messages/base/json.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// Behaviour of a step in a simulated agent.
enum class step_behaviour : uint8_t {
  succeed,
  fail,     ///< Ends as FAILED with the script's error.
  silence,  ///< The agent stops answering and sending heartbeats until its next boot.
  restart,  ///< The agent restarts during the step and loses its state.
};

/// A step that a simulated agent offers.
struct scripted_step {
  /// The published members: interface, step, priority, abortable, reboot_requested, argsinfo.
  /// Agents of a fleet share it.
  std::shared_ptr<const json> declaration;
  std::chrono::milliseconds takes{0};
  step_behaviour behaviour = step_behaviour::succeed;
  uint32_t times = 0;  ///< Number of times before it succeeds; 0: it never does.
  std::string error = "scripted failure";
  json result;
};

/// Configuration of a simulated agent, as read from JSON.
struct agent_script {
  std::string node;                    ///< UUID of the node whose machine it runs on.
  std::vector<std::string> addresses;  ///< MAC addresses for the lookup.
  /// Phase ("clean", "deploy", "service") → steps.
  std::map<std::string, std::vector<scripted_step>> steps;
  std::string version = "1";  ///< Of its hardware manager.
  /// The version after `next_version_after` executed steps; "" and 0: it never changes.
  std::string next_version;
  uint32_t next_version_after = 0;
  std::chrono::milliseconds boots{0};  ///< From power-on to the first lookup.
  std::chrono::milliseconds lookup_pause{200};
  /// 0: 0.3 to 0.6 of the service's timeout, like real agents.
  std::chrono::milliseconds heartbeat_pause{1000};
  std::chrono::milliseconds step_takes{0};      ///< Duration of commands without a scripted step.
  uint32_t wrong_token_heartbeats = 0;          ///< Number of first heartbeats with a wrong token.
  uint32_t heartbeats_each = 1;                 ///< Number of copies of each heartbeat.
  std::chrono::milliseconds heartbeat_late{0};  ///< From the end of a step to its heartbeat.
  bool up = false;                              ///< Powered on from the start.
  /// Number of heartbeats after which the agent calls from another address, as after a new DHCP
  /// lease; 0: never.
  uint32_t moves_after_heartbeats = 0;
  bool tls = false;  ///< Reachable only by https; its heartbeats contain the fleet's certificate.
  /// Whether GET needs the token too. Agents before 2026 require it for commands only.
  bool token_on_get = true;
  /// It fetches its boot script from the service, like firmware with the boot interface ipxe.
  /// Without a script it runs the system on its disk. The script may request an inspection.
  bool boots_from_network = false;
  json inventory = json::object();  ///< Result of an inspection.
  uint32_t calls_kept = 1000;       ///< Number of calls in its report.
  bool keeps_journal = true;        ///< Its report lists all commands and all started steps.
};

/// Reads a script from JSON. Fails with `invalid`, naming the key.
result<agent_script> read_script(const json& document);

}  // namespace ironbus::simulator
