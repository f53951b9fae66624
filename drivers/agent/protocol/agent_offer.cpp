#include "drivers/agent/protocol/agent_offer.hpp"

#include "messages/model/node.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace ironbus {

namespace {

constexpr size_t step_name_max = 255;
/// Limit of the steps and of the versions. Both are stored with every change of the node.
constexpr size_t kept_bytes_max = 256 * 1024;

constexpr std::array dialects{
    agent_dialect{workflow::automated_clean, "clean", "get_clean_steps", "execute_clean_step",
                  "clean_steps", "clean_version", "agent_cached_clean_steps", "clean_result"},
    agent_dialect{workflow::manual_clean, "clean", "get_clean_steps", "execute_clean_step",
                  "clean_steps", "clean_version", "agent_cached_clean_steps", "clean_result"},
    agent_dialect{workflow::deploy, "deploy", "get_deploy_steps", "execute_deploy_step",
                  "deploy_steps", "deploy_version", "agent_cached_deploy_steps", "deploy_result"},
    agent_dialect{workflow::service, "service", "get_service_steps", "execute_service_step",
                  "service_steps", "service_version", "agent_cached_service_steps",
                  "service_result"},
};

tl::unexpected<failure> bad_offer(const std::string& why) {
  return fail(error_code::invalid, "The agent's list of steps is invalid: " + why + ".");
}

/// Names appear in messages, options and terminals.
bool is_name(const json& document, const char* key) {
  const auto found = document.find(key);
  if (found == document.end() || !found->is_string()) return false;
  const auto& text = found->get_ref<const std::string&>();
  return !text.empty() && text.size() <= step_name_max &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return (std::isalnum(c) != 0 && c < 0x80) || c == '_' || c == '-' || c == '.';
         });
}

/// Null, or {argument: {description, required}}. Skips malformed members.
json read_arguments(const json& document) {
  if (!document.is_object()) return nullptr;
  json out = json::object();
  for (const auto& [name, declaration] : document.items()) {
    const json empty = json::object();
    const auto& object = declaration.is_object() ? declaration : empty;
    const auto text = object.value("description", json{});
    out[name] = {{"description", text.is_string() ? text : json("")},
                 {"required", object.value("required", json{}) == true}};
  }
  return out;
}

result<json> read_one(const json& document) {
  if (!document.is_object() || !is_name(document, "step") || !is_name(document, "interface"))
    return bad_offer("a step needs 'interface' and 'step', of at most " +
                     std::to_string(step_name_max) + " letters, digits, '_', '-' and '.'");
  const auto name =
      document["interface"].get<std::string>() + "." + document["step"].get<std::string>();
  const auto priority = document.find("priority");
  if (priority == document.end() || !is_step_priority(*priority))
    return bad_offer("the step " + name + " needs a priority from 0 to 1000000");
  return json{{"interface", document["interface"]},
              {"step", document["step"]},
              {"priority", priority->get<step_priority>()},
              {"abortable", document.value("abortable", json{}) == true},
              {"reboot_requested", document.value("reboot_requested", json{}) == true},
              {"requires_ramdisk", true},
              {"argsinfo", read_arguments(document.value("argsinfo", json{}))}};
}

/// If several hardware managers offer a step, the first one counts: the agent lists each step once.
bool is_listed(const json& steps, const json& x) {
  return std::any_of(steps.begin(), steps.end(), [&](const json& y) { return same_step(x, y); });
}

/// Facts are merged, so obsolete keys must be null.
json in_place_of(json fresh, const json& known, std::string_view key) {
  const auto old = known.find(key);
  if (old == known.end() || !old->is_object()) return fresh;
  for (const auto& [name, value] : old->items())
    if (!fresh.contains(name)) fresh[name] = nullptr;
  return fresh;
}

}  // namespace

const agent_dialect* dialect_of(workflow workflow) {
  for (const auto& row : dialects)
    if (row.kind == workflow) return &row;
  return nullptr;
}

const agent_dialect* dialect_that_collects(std::string_view step) {
  for (const auto& row : dialects)
    if (row.collect == step) return &row;
  return nullptr;
}

result<facts> read_offer(const agent_dialect& how, const json& answer, const json& known,
                         timestamp now, size_t steps_max) {
  const auto managers = answer.find(how.steps_key);
  if (managers == answer.end() || !managers->is_object())
    return bad_offer("it has no object '" + std::string{how.steps_key} + "'");
  json cache = json::object();
  size_t count = 0;
  for (const auto& list : *managers) {
    if (!list.is_array()) return bad_offer("the steps of a hardware manager must be a list");
    for (const auto& item : list) {
      if (++count > steps_max)
        return bad_offer("it has more than " + std::to_string(steps_max) + " steps");
      auto one = read_one(item);
      if (!one) return tl::unexpected(one.error());
      auto& steps = cache[one->at("interface").get<std::string>()];
      if (!is_listed(steps, *one)) steps.push_back(std::move(*one));
    }
  }
  auto version = answer.value("hardware_manager_version", json{});
  if (!version.is_object()) version = json::object();
  for (const auto& [what, kept] : {std::pair{"steps", &cache}, std::pair{"versions", &version}})
    if (to_text(*kept).size() > kept_bytes_max)
      return bad_offer("its " + std::string{what} + " are larger than " +
                       std::to_string(kept_bytes_max) + " bytes");
  facts out;
  out.driver_internal_info = {{how.cache_key, in_place_of(std::move(cache), known, how.cache_key)},
                              {std::string{how.cache_key} + "_refreshed", now},
                              {"hardware_manager_version",
                               in_place_of(std::move(version), known, "hardware_manager_version")}};
  return out;
}

}  // namespace ironbus
