#include "tests/support/agent_fleet/script.hpp"

#include <array>

namespace ironbus::test {

namespace {

using std::chrono::milliseconds;

struct behaviour_row {
  std::string_view text;
  step_behaviour behaviour;
};

constexpr std::array behaviour_rows{
    behaviour_row{"succeed", step_behaviour::succeed},
    behaviour_row{"fail", step_behaviour::fail},
    behaviour_row{"silence", step_behaviour::silence},
    behaviour_row{"restart", step_behaviour::restart},
};

milliseconds time_of(const json& in, const char* key, milliseconds otherwise) {
  return milliseconds{in.value(key, otherwise.count())};
}

scripted_step read_step(const json& in) {
  scripted_step out;
  out.declaration = {{"step", in.at("step")},
                     {"interface", in.value("interface", "deploy")},
                     {"priority", in.value("priority", 0)},
                     {"abortable", in.value("abortable", true)},
                     {"reboot_requested", in.value("reboot_requested", false)},
                     {"argsinfo", in.value("argsinfo", json{})}};
  out.takes = time_of(in, "takes_ms", out.takes);
  out.times = in.value("times", out.times);
  out.error = in.value("error", out.error);
  out.result = in.value("result", json{});
  const auto behaviour = in.value("course", "succeed");
  for (const auto& row : behaviour_rows)
    if (row.text == behaviour) {
      out.behaviour = row.behaviour;
      return out;
    }
  throw json::other_error::create(501, "unknown course '" + behaviour + "'", &in);
}

agent_script read_all(const json& in) {
  agent_script out;
  out.node = in.value("node", "");
  out.addresses = in.value("addresses", out.addresses);
  const auto steps = in.value("steps", json::object());
  for (const auto& [phase, list] : steps.items())
    for (const auto& item : list) out.steps[phase].push_back(read_step(item));
  out.version = in.value("version", out.version);
  out.next_version = in.value("next_version", out.next_version);
  out.next_version_after = in.value("next_version_after", out.next_version_after);
  out.boots = time_of(in, "boots_ms", out.boots);
  out.lookup_pause = time_of(in, "lookup_pause_ms", out.lookup_pause);
  out.heartbeat_pause = time_of(in, "beat_pause_ms", out.heartbeat_pause);
  out.step_takes = time_of(in, "step_takes_ms", out.step_takes);
  out.wrong_token_beats = in.value("wrong_token_beats", out.wrong_token_beats);
  out.beats_each = in.value("beats_each", out.beats_each);
  out.heartbeat_late = time_of(in, "beat_late_ms", out.heartbeat_late);
  out.up = in.value("up", out.up);
  out.moves_after_heartbeats = in.value("moves_after_beats", out.moves_after_heartbeats);
  out.tls = in.value("tls", out.tls);
  out.token_on_get = in.value("token_on_get", out.token_on_get);
  out.boots_from_network = in.value("boots_from_network", out.boots_from_network);
  out.inventory = in.value("inventory", out.inventory);
  out.calls_kept = in.value("calls_kept", out.calls_kept);
  return out;
}

}  // namespace

result<agent_script> read_script(const json& in) {
  try {
    return read_all(in);
  } catch (const json::exception& e) {
    return fail(error_code::invalid, std::string{"the agent's script: "} + e.what());
  }
}

}  // namespace ironbus::test
