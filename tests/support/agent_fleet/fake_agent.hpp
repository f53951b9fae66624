#pragma once

#include "tests/support/agent_fleet/script.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::test {

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
class fake_agent {
public:
  using clock = std::chrono::steady_clock;
  static constexpr const char* release = "11.3.0";

  enum class mode : uint8_t {
    off,      ///< Without power.
    looking,  ///< Booted; looks for its node and a token.
    up,       ///< Beats and takes commands.
    silent,   ///< Hangs.
  };

  /// `place`: where it is reached, and `elsewhere`: where after it has moved. With a certificate in
  /// PEM it is reached by TLS.
  fake_agent(agent_script script, std::string place, std::string elsewhere,
             std::string certificate);

  const agent_script& script() const { return script_; }
  mode state() const { return mode_; }
  /// Another number after every change of mode: what was begun before it is void.
  uint64_t life() const { return life_; }

  void power_on();  ///< Also a reboot: everything is forgotten.
  void power_off();

  // -- what it says -------------------------------------------------------------------------------
  std::string lookup_target() const;
  /// Whether it got a token of its own.
  bool looked_up(unsigned status, const json& body);
  std::string beat_target() const;
  json beat_body();
  void beaten(unsigned status);

  // -- what it is asked ---------------------------------------------------------------------------
  agent_answer handle(const agent_request& x, clock::time_point now);

  /// When the command in progress ends; unset: none is.
  std::optional<clock::time_point> busy_until() const { return ends_; }
  /// Ends the command in progress; true if the agent now has something to tell by a beat.
  bool end_command();

  /// "off", "looking", "up" or "silent".
  std::string_view mode_name() const;
  /// Where it is, its token, counts, and `runs`: every step that was begun, over all its boots, as
  /// {boot, step, id, end}; "end" is SUCCEEDED, FAILED, or why it has none: running, silent,
  /// restarted, cut off (by power).
  json summary() const;
  /// The summary, the orders it was given and the calls of both sides.
  json report() const;

private:
  agent_answer answer(const agent_request& x, clock::time_point now);
  agent_answer show_command(const std::string& id) const;
  agent_answer take_order(const json& in, clock::time_point now);
  agent_answer list_steps(const std::string& phase, const std::string& name, const json& params);
  agent_answer run_step(const std::string& phase, const std::string& name, const json& params,
                        clock::time_point now);
  agent_answer begin(const std::string& name, const json& params, clock::duration takes,
                     clock::time_point now, json result);
  agent_answer at_once(const std::string& name, const json& params, json result);
  scripted_step* find_step(const std::string& phase, const json& step);
  void become(mode x);
  void forget();
  void end_run(std::string_view how);
  void note_call(const char* from, const std::string& line, unsigned status);

  agent_script script_;
  std::string place_;
  std::string elsewhere_;
  std::string certificate_;
  mode mode_ = mode::off;
  uint64_t life_ = 0;
  std::string node_;  ///< As the lookup said.
  std::string token_;
  json commands_ = json::array();
  std::optional<clock::time_point> ends_;
  size_t busy_with_ = 0;  ///< Of the commands: the one that ends then.
  step_course course_ = step_course::succeed;
  json outcome_;  ///< Of the command in progress.
  uint32_t steps_run_ = 0;
  uint32_t boots_ = 0;
  uint32_t lookups_ = 0;
  uint32_t masked_ = 0;
  uint32_t beats_ = 0;
  uint32_t beats_refused_ = 0;
  uint32_t orders_refused_ = 0;
  uint64_t next_id_ = 1;
  json runs_ = json::array();
  std::optional<size_t> running_;  ///< Of the runs; unset: no step is in progress.
  json history_ = json::array();   ///< Every order in order, over all its boots.
  json calls_ = json::array();     ///< Every call of both sides: {at, from, call, status}.
};

}  // namespace ironbus::test
