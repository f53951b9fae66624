#pragma once

#include "ops/simulator/agent/agent_commands.hpp"
#include "ops/simulator/agent/agent_script.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// A request to an agent, or the answer of one.
struct agent_request {
  std::string method;
  std::string path;  ///< Below the agent's own: "/v1/commands/".
  std::string query;
  std::string body;
};

struct agent_answer {
  unsigned status = 200;
  json body;
};

/// The agent's side of the protocol without network and clock: what it is asked, what it answers,
/// what it has to say, when the command in progress ends. Not thread safe.
///
/// It refuses what ironic-python-agent of August 2026 refuses, with its status and its words:
///   401  any request below /v1/commands/ without the token that the lookup gave
///   404  another path, a command id it does not know, an extension it does not have
///   405  another method
///   400  no JSON; no name or params; params that are no object; a name without a dot; a command
///        that its extension does not have; an image that cannot be checked; poll.set_node_info
///   409  any command, known or not, while one runs: "Agent is busy"
///   500  params that a command which is answered at once does not take: from then on it cannot
///        list its commands either
///   308  /v1 and /v1/commands without the slash at the end
/// These begin and then fail: params that another command does not take, a node without uuid, a
/// step that no hardware manager has, arguments that the step does not take. Another version than
/// its hardware managers' begins and ends as CLEAN_VERSION_MISMATCH. It does not say what it was
/// told (command_params). It does not listen before its lookup, after standby.power_off, run_image,
/// rescue.finalize_rescue and system.lockdown, and at the wrong one of http and https.
/// Of the service it wants: the version at /, a lookup with heartbeat_timeout and a token of 32
/// characters or more, 202 for heartbeats; a masked token makes it lock itself until it is booted.
/// It does not wait for the end of a command (?wait=true) that takes time.
class simulated_agent {
public:
  using clock = std::chrono::steady_clock;
  static constexpr const char* release = "11.3.0";

  enum class mode : uint8_t {
    off,      ///< Without power.
    looking,  ///< Booted; looks for its node and a token.
    up,       ///< Beats and takes commands.
    silent,   ///< Hangs, or has locked itself.
    disk,     ///< Runs what is on its disk.
  };
  /// What a machine boots its ramdisk from.
  enum class source : uint8_t {
    anything,  ///< Nobody says whether it is to be inspected, so it is not.
    network,   ///< By a script of the service, if there is one, which says whether.
    image,     ///< It tells what it has found, as agents do that nobody tells where.
  };

  /// `place`: where it is reached, and `elsewhere`: where after it has moved. With a certificate in
  /// PEM it is reached by TLS.
  simulated_agent(agent_script script, std::string place, std::string elsewhere,
                  std::string certificate);

  const agent_script& script() const { return script_; }
  mode state() const { return mode_; }
  /// Another number after every change of mode: what was begun before it is void.
  uint64_t life() const { return life_; }
  bool is_reached_by_tls() const { return !certificate_.empty(); }

  /// Also a reboot: everything is forgotten. It boots as its script says, or from somewhere else.
  void power_on() { power_on(script_.boots_from_network ? source::network : source::anything); }
  void power_on(source origin);
  void power_off();
  bool boots_from_network() const { return origin_ == source::network; }

  // -- what it says -------------------------------------------------------------------------------
  /// Of the firmware: where its script is, and what becomes of it.
  std::string boot_target() const;
  void booted(unsigned status, const std::string& script);
  /// The same of a disc that the service hands out: its boot loader's configuration, if it can be
  /// read. One of another kind than the service makes says nothing.
  void booted_disc(const std::string& target, const std::optional<std::string>& configuration);
  /// Whether the service has said which versions of its API there are; it is asked for the last of
  /// them, or for `minor`.
  bool greeted(unsigned status, const json& body);
  std::string version_to_ask(int minor) const;
  /// Where to tell what it has found; empty: nobody asks.
  std::string inspection_target() const { return inspection_target_; }
  /// `found`: the inventory; null: the script's.
  json inspection_body(json found) const;
  void inspected(unsigned status, const json& body);
  std::string lookup_target() const;
  /// Whether it got a token of its own.
  bool looked_up(unsigned status, const json& body);
  std::string heartbeat_target() const;
  json heartbeat_body();
  void heartbeat_answered(unsigned status);

  // -- what it is asked ---------------------------------------------------------------------------
  agent_answer handle(const agent_request& request, clock::time_point now);

  /// When the command in progress ends; unset: none is.
  std::optional<clock::time_point> busy_until() const { return ends_; }
  /// Ends the command in progress.
  command_outcome end_command();
  /// After how long a silence the service takes it for gone, as the lookup said.
  std::chrono::seconds heartbeat_timeout() const { return heartbeat_timeout_; }
  bool was_heartbeat_refused() const { return heartbeat_refused_; }

  /// "off", "looking", "up", "silent" or "disk".
  std::string_view mode_name() const;
  /// Where it is, its token, counts, `refused`: the first requests that it has refused, and `runs`:
  /// every step that was begun, over all its boots, as {boot, step, id, end}; "end" is SUCCEEDED,
  /// FAILED, or why it has none: running, silent, restarted, cut off (by power).
  json summary() const;
  /// The summary, the orders it was given and the calls of both sides.
  json report() const;

private:
  agent_answer answer(const agent_request& request, clock::time_point now);
  bool has_token(const agent_request& x) const;
  agent_answer show_commands(const std::string& id) const;
  agent_answer read_order(const std::string& body, clock::time_point now);
  agent_answer take_order(const std::string& full, const json& params, clock::time_point now);
  agent_answer obey(const known_command& command, const json& params, clock::time_point now);
  agent_answer list_steps(const known_command& command, const json& params);
  agent_answer run_step(const known_command& command, const json& params, clock::time_point now);
  agent_answer begin(const known_command& command, clock::duration takes, clock::time_point now,
                     command_end end);
  agent_answer at_once(const known_command& command, json result);
  after_command next_after_command() const;
  scripted_step* find_step(const std::string& phase, const json& step);
  void note_order(const std::string& full, const json& params);
  void note_run(const std::string& step, const json& id);
  void become(mode x);
  void forget();
  void end_run(std::string_view how);
  void note_call(const char* caller, const std::string& line, unsigned status);

  agent_script script_;
  std::string place_;
  std::string elsewhere_;
  std::string certificate_;
  mode mode_ = mode::off;
  uint64_t life_ = 0;
  source origin_ = source::anything;
  int api_minor_ = 0;  ///< Of the service's versions the last.
  std::string inspection_target_;
  std::string inspected_node_;  ///< As the answer to its inspection said.
  std::string node_;            ///< As the lookup said.
  std::string token_;
  std::string handed_token_;  ///< Of what it has booted.
  std::chrono::seconds heartbeat_timeout_{300};
  bool heartbeat_refused_ = false;  ///< The last one.
  json commands_ = json::array();
  bool cannot_list_ = false;  ///< It holds an error that it cannot write down.
  std::optional<clock::time_point> ends_;
  step_behaviour behaviour_ = step_behaviour::succeed;
  command_end end_;                         ///< Of the command in progress, which is the last one.
  disk_effect effect_ = disk_effect::none;  ///< If it succeeds.
  after_command after_ = after_command::tell;
  uint32_t steps_run_ = 0;
  uint32_t boots_ = 0;
  uint32_t lookups_ = 0;
  uint32_t masked_ = 0;
  uint32_t heartbeats_ = 0;
  uint32_t heartbeats_refused_ = 0;
  uint64_t next_id_ = 1;
  json runs_ = json::array();
  std::optional<size_t> running_;  ///< Of the runs; unset: no step is in progress.
  std::string last_order_;         ///< Of the present call; empty: it was none.
  json refused_ = json::array();   ///< {call, status, why}
  json history_ = json::array();   ///< Every order in order, over all its boots.
  json calls_ = json::array();     ///< Every call of both sides: {at, from, call, status}.
};

}  // namespace ironbus::simulator
