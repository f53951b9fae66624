#pragma once

#include "ops/simulator/agent/agent_commands.hpp"
#include "ops/simulator/agent/agent_script.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// A request to an agent, and its response.
struct agent_request {
  std::string method;
  std::string path;  ///< Without the agent's base path: "/v1/commands/".
  std::string query;
  std::string body;
};

struct agent_answer {
  unsigned status = 200;
  json body;
};

/// The agent's side of the protocol, without network and clock: requests and responses of both
/// sides, and the end of the running command. Not thread safe.
///
/// It rejects the same requests as ironic-python-agent of August 2026, with the same status and
/// text:
///   401  a request below /v1/commands/ without the token of the lookup
///   404  another path, an unknown command id, an unknown extension
///   405  another method
///   400  not JSON; no name or params; params that are not an object; a name without a dot;
///        an unknown command of a known extension; an image that cannot be verified;
///        poll.set_node_info
///   409  any command, known or not, while another one runs: "Agent is busy"
///   500  wrong params of a synchronous command: from then on it cannot list its commands either
///   308  /v1 and /v1/commands without the trailing slash
/// These commands start and then fail: wrong params of any other command, a node without uuid, a
/// step that no hardware manager has, wrong arguments of a step. If the version of the hardware
/// managers differs, a step ends as CLEAN_VERSION_MISMATCH. Command results do not contain
/// command_params. It does not listen before its lookup, after standby.power_off, run_image,
/// rescue.finalize_rescue and system.lockdown, and to http if it uses https (and vice versa). From
/// the service it requires the version at /, a lookup with heartbeat_timeout and a token of at
/// least 32 characters, and 202 for heartbeats. A masked token locks it until its next boot. It
/// ignores ?wait=true for commands that take time.
class simulated_agent {
public:
  using clock = std::chrono::steady_clock;
  static constexpr const char* release = "11.3.0";

  enum class mode : uint8_t {
    off,      ///< The machine is off.
    looking,  ///< Booted, looking up its node.
    up,       ///< Sends heartbeats and accepts commands.
    silent,   ///< Hangs, or has locked itself.
    disk,     ///< The machine runs the system on its disk.
  };
  /// The boot source of the ramdisk.
  enum class source : uint8_t {
    anything,  ///< Unknown; the agent is not inspected.
    network,   ///< The service's boot script, if there is one. It may request an inspection.
    image,     ///< An image; the agent sends its inventory, like agents without kernel parameters.
  };

  /// `place`: its URL; `elsewhere`: its URL after it has moved. With a certificate (PEM) it uses
  /// TLS.
  simulated_agent(agent_script script, std::string place, std::string elsewhere,
                  std::string certificate);

  const agent_script& script() const { return script_; }
  mode state() const { return mode_; }
  /// Changes with every change of mode. An action that started with another value must stop.
  uint64_t life() const { return life_; }
  bool is_reached_by_tls() const { return !certificate_.empty(); }

  /// Boots or reboots with empty state, from the source of its script or from another one.
  void power_on() { power_on(script_.boots_from_network ? source::network : source::anything); }
  void power_on(source origin);
  void power_off();
  bool boots_from_network() const { return origin_ == source::network; }

  // -- calls to the service
  // -------------------------------------------------------------------------------
  /// Path of the firmware's boot script, and the handling of the response.
  std::string boot_target() const;
  void booted(unsigned status, const std::string& script);
  /// Handles the boot loader configuration of a boot ISO of the service; unset if it cannot be
  /// read. Configurations of other origin have no effect.
  void booted_from_iso(const std::string& target, const std::optional<std::string>& configuration);
  /// Handles the response to GET /. Returns whether it contains the API version. Calls then use the
  /// lower of that version and `minor`.
  bool greeted(unsigned status, const json& body);
  std::string version_to_ask(int minor) const;
  /// Path for the inspection data; empty: nothing requested it.
  std::string inspection_target() const { return inspection_target_; }
  /// `found`: the inventory; null: the one of the script.
  json inspection_body(json found) const;
  void inspected(unsigned status, const json& body);
  std::string lookup_target() const;
  /// Handles the response to the lookup. Returns whether it contains a usable token.
  bool looked_up(unsigned status, const json& body);
  std::string heartbeat_target() const;
  json heartbeat_body();
  void heartbeat_answered(unsigned status);

  // -- calls of the service
  // -------------------------------------------------------------------------------
  agent_answer handle(const agent_request& request, clock::time_point now);

  /// The end of the running command; unset if there is none.
  std::optional<clock::time_point> busy_until() const { return ends_; }
  /// Ends the running command.
  command_outcome end_command();
  /// The service's heartbeat timeout from the lookup.
  std::chrono::seconds heartbeat_timeout() const { return heartbeat_timeout_; }
  bool was_heartbeat_refused() const { return heartbeat_refused_; }

  /// "off", "looking", "up", "silent" or "disk".
  std::string_view mode_name() const;
  /// URL, token, counters, `refused` and `runs`. `refused` has the first rejected requests. `runs`
  /// has each started step of all boots as {boot, step, id, end}. "end" is SUCCEEDED, FAILED, or
  /// the reason of a missing result: running, silent, restarted, cut off (by power).
  json summary() const;
  /// The summary, all commands, and the calls of both sides.
  json report() const;

private:
  agent_answer answer(const agent_request& request, clock::time_point now);
  bool has_token(const agent_request& x) const;
  agent_answer show_commands(const std::string& id) const;
  agent_answer read_command(const std::string& body, clock::time_point now);
  agent_answer take_command(const std::string& full, const json& params, clock::time_point now);
  agent_answer run_command(const known_command& command, const json& params, clock::time_point now);
  agent_answer list_steps(const known_command& command, const json& params);
  agent_answer run_step(const known_command& command, const json& params, clock::time_point now);
  agent_answer begin(const known_command& command, clock::duration takes, clock::time_point now,
                     command_end end);
  agent_answer answer_at_once(const known_command& command, json result);
  after_command next_after_command() const;
  scripted_step* find_step(const std::string& phase, const json& step);
  void log_command(const std::string& full, const json& params);
  void log_run(const std::string& step, const json& id);
  void become(mode x);
  void forget();
  void end_run(std::string_view how);
  void record_call(const char* caller, const std::string& line, unsigned status);

  agent_script script_;
  std::string place_;
  std::string elsewhere_;
  std::string certificate_;
  mode mode_ = mode::off;
  uint64_t life_ = 0;
  source origin_ = source::anything;
  int api_minor_ = 0;  ///< Latest version of the service's API.
  std::string inspection_target_;
  std::string inspected_node_;  ///< Node UUID from the response to the inspection data.
  std::string node_;            ///< Node UUID from the lookup.
  std::string token_;
  std::string handed_token_;  ///< Token in the kernel parameters of its boot source.
  std::chrono::seconds heartbeat_timeout_{300};
  bool heartbeat_refused_ = false;  ///< Of the last heartbeat.
  json commands_ = json::array();
  bool cannot_list_ = false;  ///< A stored error cannot be serialized.
  std::optional<clock::time_point> ends_;
  step_behaviour behaviour_ = step_behaviour::succeed;
  command_end end_;                         ///< Of the running command, which is the last one.
  disk_effect effect_ = disk_effect::none;  ///< Of the running command, if it succeeds.
  after_command after_ = after_command::tell;
  uint32_t steps_run_ = 0;
  uint32_t boots_ = 0;
  uint32_t lookups_ = 0;
  uint32_t masked_ = 0;
  uint32_t heartbeats_ = 0;
  uint32_t heartbeats_refused_ = 0;
  uint64_t next_id_ = 1;
  json runs_ = json::array();
  std::optional<size_t> running_;  ///< Index into runs_; unset: no step runs.
  std::string last_command_;       ///< Command of the current request; empty: no command.
  json refused_ = json::array();   ///< {call, status, why}
  json history_ = json::array();   ///< All commands in order, over all boots.
  json calls_ = json::array();     ///< All calls of both sides: {at, from, call, status}.
};

}  // namespace ironbus::simulator
