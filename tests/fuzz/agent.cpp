// An agent's response as the driver reads it: it is rejected, or the accepted data is limited in
// size and has the types that other code relies on.
#include "drivers/agent/protocol/agent_command.hpp"
#include "drivers/agent/protocol/agent_offer.hpp"
#include "tests/fuzz/bent_text.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <array>
#include <cstdlib>

namespace {

using namespace ironbus;

/// Longer texts are truncated.
constexpr size_t text_max = 1'003;
constexpr size_t agent_id_max = 255;
constexpr size_t offered_steps_max = 4;

const json& command_answer() {
  static const auto out = json::parse(R"({
    "id": "b9c2", "command_name": "clean.execute_clean_step", "command_status": "SUCCEEDED",
    "command_error": {"type": "TypeError", "code": 500, "message": "no", "details": "because"},
    "command_params": {"step": {"interface": "deploy", "step": "erase_devices", "priority": 10}},
    "command_result": {"clean_result": null, "clean_step": {"interface": "deploy", "step": "x"}}})");
  return out;
}

const json& offer_answer() {
  static const auto out = json::parse(R"({
    "clean_steps": {"GenericHardwareManager": [
      {"step": "erase_devices", "priority": 10, "interface": "deploy", "reboot_requested": false,
       "abortable": true, "argsinfo": {"passes": {"description": "how often", "required": true}}},
      {"step": "burnin_cpu", "priority": 0, "interface": "deploy", "argsinfo": null}],
      "Other": [{"step": "update", "priority": 1000000, "interface": "raid"}]},
    "hardware_manager_version": {"generic_hardware_manager": "1.2"}})");
  return out;
}

const json& error_answer() {
  static const auto out = json::parse(R"({
    "faultcode": 500, "faultstring": "Agent is busy", "message": "m", "details": "d",
    "error_message": "{\"faultstring\": \"wrapped\", \"error_message\": {\"message\": \"twice\"}}"})");
  return out;
}

void check_command(const agent_command& x) {
  if (x.id.empty() || x.id.size() > agent_id_max || x.name.empty() ||
      x.name.size() > agent_id_max || x.error.size() > text_max || !x.result.is_object() ||
      !x.step.is_object())
    std::abort();
  if (can_be_asked_for(x.id) && x.id.find_first_of("/?&# %\r\n") != std::string::npos) std::abort();
  to_text(x.error);
}

void read_commands(const json& document, draw& choices) {
  if (const auto one = parse_command(document)) check_command(*one);
  const auto all = parse_commands({{"commands", {command_answer(), document}}});
  if (!all) return;
  for (const auto& x : *all) check_command(x);
  find_command(*all, "b9c2");
  find_last(*all, "execute_clean_step", bent_document(command_answer(), choices), "");
  parse_commands(document);
}

void read_offered(const json& document, draw& choices) {
  if (!document.is_object()) return;  // of the command's result, which must be an object
  const auto& how = *dialect_that_collects("get_clean_steps");
  const auto known = bent_document(
      {{how.cache_key, {{"deploy", json::array()}}}, {"hardware_manager_version", {{"a", "1"}}}},
      choices);
  const auto read = read_offer(how, document, known, {}, offered_steps_max);
  if (!read) return;
  size_t count = 0;
  for (const auto& [interface, steps] : read->driver_internal_info.at(how.cache_key).items())
    for (const auto& step : steps) {
      if (step.at("interface") != interface || !step.at("step").is_string() ||
          !step.at("priority").is_number() || !step.at("abortable").is_boolean())
        std::abort();
      ++count;
    }
  if (count > offered_steps_max) std::abort();
}

void read_error(const std::string& text) {
  const auto shown = agent_error_text(text);
  if (shown.size() > text_max || shown.find_first_of("\r\n\x1b") != std::string::npos) std::abort();
}

}  // namespace

static void feed_agent(std::string_view input) {
  draw choices{input};
  const auto kind = choices.byte() % 4;
  if (kind == 0) read_commands(bent_document(command_answer(), choices), choices);
  if (kind == 1) read_offered(bent_document(offer_answer(), choices), choices);
  if (kind == 2) read_error(bent_text(error_answer(), choices));
  if (kind == 3) read_error(std::string{choices.rest()});
}

static const ironbus::fuzz_target agent_target{"agent", feed_agent};
