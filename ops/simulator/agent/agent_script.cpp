#include "ops/simulator/agent/agent_script.hpp"

#include <array>

namespace ironbus::simulator {

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

milliseconds time_of(const json& document, const char* key, milliseconds otherwise) {
  return milliseconds{document.value(key, otherwise.count())};
}

scripted_step read_step(const json& document) {
  scripted_step out;
  out.declaration = std::make_shared<const json>(
      json{{"step", document.at("step")},
           {"interface", document.value("interface", "deploy")},
           {"priority", document.value("priority", 0)},
           {"abortable", document.value("abortable", true)},
           {"reboot_requested", document.value("reboot_requested", false)},
           {"argsinfo", document.value("argsinfo", json{})}});
  out.takes = time_of(document, "takes_ms", out.takes);
  out.times = document.value("times", out.times);
  out.error = document.value("error", out.error);
  out.result = document.value("result", json{});
  const auto behaviour = document.value("course", "succeed");
  for (const auto& row : behaviour_rows)
    if (row.text == behaviour) {
      out.behaviour = row.behaviour;
      return out;
    }
  throw json::other_error::create(501, "unknown course '" + behaviour + "'", &document);
}

agent_script read_all(const json& document) {
  agent_script out;
  out.node = document.value("node", "");
  out.addresses = document.value("addresses", out.addresses);
  const auto steps = document.value("steps", json::object());
  for (const auto& [phase, list] : steps.items())
    for (const auto& item : list) out.steps[phase].push_back(read_step(item));
  out.version = document.value("version", out.version);
  out.next_version = document.value("next_version", out.next_version);
  out.next_version_after = document.value("next_version_after", out.next_version_after);
  out.boots = time_of(document, "boots_ms", out.boots);
  out.lookup_pause = time_of(document, "lookup_pause_ms", out.lookup_pause);
  out.heartbeat_pause = time_of(document, "heartbeat_pause_ms", out.heartbeat_pause);
  out.step_takes = time_of(document, "step_takes_ms", out.step_takes);
  out.wrong_token_heartbeats = document.value("wrong_token_heartbeats", out.wrong_token_heartbeats);
  out.heartbeats_each = document.value("heartbeats_each", out.heartbeats_each);
  out.heartbeat_late = time_of(document, "heartbeat_late_ms", out.heartbeat_late);
  out.up = document.value("up", out.up);
  out.moves_after_heartbeats = document.value("moves_after_heartbeats", out.moves_after_heartbeats);
  out.tls = document.value("tls", out.tls);
  out.token_on_get = document.value("token_on_get", out.token_on_get);
  out.boots_from_network = document.value("boots_from_network", out.boots_from_network);
  out.inventory = document.value("inventory", out.inventory);
  out.calls_kept = document.value("calls_kept", out.calls_kept);
  out.keeps_journal = document.value("keeps_journal", out.keeps_journal);
  return out;
}

}  // namespace

result<agent_script> read_script(const json& document) {
  try {
    return read_all(document);
  } catch (const json::exception& e) {
    return fail(error_code::invalid, std::string{"invalid agent script: "} + e.what());
  }
}

}  // namespace ironbus::simulator
