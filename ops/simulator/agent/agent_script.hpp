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

/// How a step goes in a simulated agent.
enum class step_behaviour : uint8_t {
  succeed,
  fail,     ///< Ends as FAILED with the script's error.
  silence,  ///< The agent does not answer and does not heartbeat any more until it is booted.
  restart,  ///< The agent is started anew in the middle and has forgotten everything.
};

/// A step that a simulated agent offers.
struct scripted_step {
  /// As published: interface, step, priority, abortable, reboot_requested, argsinfo. Agents of a
  /// fleet share them.
  std::shared_ptr<const json> declaration;
  std::chrono::milliseconds takes{0};
  step_behaviour behaviour = step_behaviour::succeed;
  uint32_t times = 0;  ///< How often it goes that way, then it succeeds; 0: always.
  std::string error = "the script says so";
  json result;
};

/// What a simulated agent is and does; all of it can be written as JSON.
struct agent_script {
  std::string node;                    ///< UUID; whose power lines it is on.
  std::vector<std::string> addresses;  ///< MACs it looks itself up by.
  /// Phase ("clean", "deploy", "service") → what it offers.
  std::map<std::string, std::vector<scripted_step>> steps;
  std::string version = "1";  ///< Of its hardware manager.
  /// The version after that many executed steps; "" and 0: it never changes.
  std::string next_version;
  uint32_t next_version_after = 0;
  std::chrono::milliseconds boots{0};  ///< From power to the first lookup.
  std::chrono::milliseconds lookup_pause{200};
  /// 0: some third of what the service expects, as agents do.
  std::chrono::milliseconds heartbeat_pause{1000};
  std::chrono::milliseconds step_takes{0};  ///< Of commands that are no scripted step.
  uint32_t wrong_token_heartbeats = 0;  ///< So many of its first heartbeats carry another's token.
  uint32_t heartbeats_each = 1;         ///< Every heartbeat is sent so often: 2 duplicates all.
  std::chrono::milliseconds heartbeat_late{
      0};           ///< Between the end of a step and the heartbeat that tells.
  bool up = false;  ///< Powered from the beginning.
  /// After that many heartbeats it calls from another address, as with a new lease of DHCP; 0:
  /// never.
  uint32_t moves_after_heartbeats = 0;
  bool tls = false;  ///< Reached by https alone; its heartbeats carry the fleet's certificate.
  /// Agents before 2026 want the token with orders only, later ones with every question too.
  bool token_on_get = true;
  /// It fetches the script that it boots by from the service, as firmware does (boot interface
  /// ipxe): without one it runs what is on its disk, and one may ask it to be inspected.
  bool boots_from_network = false;
  json inventory = json::object();  ///< What an inspection finds.
  uint32_t calls_kept = 1000;       ///< Of its report; a fleet of thousands needs none.
  bool keeps_journal = true;        ///< Its report has all orders and all steps that were begun.
};

/// Reads what a script file or the control endpoint says; `invalid` names the key.
result<agent_script> read_script(const json& document);

}  // namespace ironbus::simulator
