#include "gateways/http/nodes/provision_request.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/api/version.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/operation.hpp"
#include "messages/model/provision_state.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

using e = provision_event;

/// A key of the body: which events take it, and since when.
struct request_key {
  std::string_view name;
  e event;
  int since;
};

constexpr std::array request_keys{
    request_key{"configdrive", e::deploy, 1},      request_key{"configdrive", e::rebuild, 35},
    request_key{"deploy_steps", e::deploy, 69},    request_key{"deploy_steps", e::rebuild, 69},
    request_key{"clean_steps", e::clean, 15},      request_key{"disable_ramdisk", e::clean, 70},
    request_key{"service_steps", e::service, 87},  request_key{"disable_ramdisk", e::service, 108},
    request_key{"runbook", e::clean, 92},          request_key{"runbook", e::service, 92},
    request_key{"rescue_password", e::rescue, 38},
};

constexpr std::array<std::string_view, 7> step_interfaces{
    "vendor", "power", "management", "firmware", "deploy", "bios", "raid",
};

result<std::monostate> check_key(std::string_view name, e event, int version) {
  std::string known;
  bool exists = false;
  for (const auto& row : request_keys) {
    exists = exists || row.name == name;
    if (row.event != event) continue;
    if (row.name == name && version < row.since)
      return fail(error_code::not_acceptable, "'" + std::string{name} + "' needs API version " +
                                                  version_text(row.since) + "; requested was " +
                                                  version_text(version) + ".");
    if (row.name == name) return {};
    known.append(", ").append(row.name);
  }
  return invalid((exists ? "'" + std::string{name} + "' cannot be used with this target"
                         : "Unexpected key '" + std::string{name.substr(0, 64)} + "'") +
                 "; allowed: target" + known + ".");
}

bool is_count(const json& value) {
  if (value.is_number_integer()) return value.is_number_unsigned() || value.get<int64_t>() >= 0;
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return !text.empty() && text.size() < 10 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_step_interface(const json& x) {
  return x.is_string() && std::find(step_interfaces.begin(), step_interfaces.end(),
                                    x.get_ref<const std::string&>()) != step_interfaces.end();
}

/// The conductor's own steps, such as hold, need no interface.
result<std::monostate> check_step_names(const json& value, const std::string& at) {
  const auto name = value.find("step");
  if (name == value.end() || !name->is_string() || name->get_ref<const std::string&>().empty())
    return invalid("'" + at + "/step' must be the name of a step.");
  const auto interface = value.find("interface");
  const bool known = interface == value.end()
                         ? is_reserved_step(name->get_ref<const std::string&>())
                         : is_step_interface(*interface);
  if (!known)
    return invalid("Invalid value for '" + at +
                   "/interface'; allowed: vendor, power, management, "
                   "firmware, deploy, bios, raid.");
  if (auto args = value.find("args"); args != value.end() && !args->is_object())
    return invalid("'" + at + "/args' must be an object.");
  return {};
}

result<std::monostate> check_deploy_step(const json& value, const std::string& at) {
  if (auto keys = check_keys(value, {"interface", "step", "args", "priority"}); !keys) return keys;
  if (!value.contains("args")) return invalid("'" + at + "/args' is missing; it may be {}.");
  if (!value.contains("priority") ||
      !(is_step_priority(value["priority"]) || is_count(value["priority"])))
    return invalid("'" + at + "/priority' must be a number from 0 to 1000000.");
  return {};
}

result<std::monostate> check_work_step(const json& value, const std::string& at) {
  if (auto keys = check_keys(value, {"interface", "step", "args", "order", "execute_on_child_nodes",
                                     "limit_child_node_execution"});
      !keys)
    return keys;
  if (auto order = value.find("order"); order != value.end() && !is_count(*order))
    return invalid("'" + at + "/order' must be a whole number from 0.");
  if (auto on = value.find("execute_on_child_nodes"); on != value.end() && !on->is_boolean())
    return invalid("'" + at + "/execute_on_child_nodes' must be a boolean.");
  const auto name = value.at("step").get<std::string>();
  if (value.value("execute_on_child_nodes", false) &&
      (name == reserved_step::hold || name == reserved_step::wait))
    return invalid("'" + at + "/execute_on_child_nodes' cannot be used with the step " + name +
                   ".");
  const auto limit = value.find("limit_child_node_execution");
  if (limit == value.end()) return {};
  const bool uuids = limit->is_array() && std::all_of(limit->begin(), limit->end(), [](auto& y) {
                       return y.is_string() && is_uuid(y.template get_ref<const std::string&>());
                     });
  return uuids ? result<std::monostate>{}
               : invalid("'" + at + "/limit_child_node_execution' must be a list of node UUIDs.");
}

result<std::monostate> check_steps(const std::string& key, const json& steps) {
  if (!steps.is_array()) return invalid("'" + key + "' must be a list of steps.");
  for (size_t i = 0; i < steps.size(); ++i) {
    const auto at = key + "/" + std::to_string(i);
    if (!steps[i].is_object()) return invalid("'" + at + "' must be an object.");
    auto checked = check_step_names(steps[i], at);
    if (checked)
      checked =
          key == "deploy_steps" ? check_deploy_step(steps[i], at) : check_work_step(steps[i], at);
    if (!checked) return checked;
  }
  return {};
}

bool is_base64(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '+' || c == '/' || c == '=' || c == '\n' || c == '\r' ||
           c == '-' || c == '_' || c == ' ' || c == '\t';
  });
}

result<std::monostate> check_configdrive(const json& value, int version) {
  if (value.is_null()) return {};
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    if (text.find("://") != std::string::npos || is_base64(text)) return {};
    return invalid("'configdrive' must be a URL or base64 text.");
  }
  if (!value.is_object() || version < 56)
    return invalid(version < 56 ? "'configdrive' must be a URL or base64 text."
                                : "'configdrive' must be a URL, base64 text or an object.");
  if (auto keys = check_keys(value, {"meta_data", "network_data", "user_data", "vendor_data"});
      !keys)
    return keys;
  if (value.contains("vendor_data") && version < 59)
    return invalid("'configdrive/vendor_data' needs API version 1.59.");
  for (const auto* key : {"meta_data", "network_data", "vendor_data"})
    if (auto at = value.find(key); at != value.end() && !at->is_object() && !at->is_null())
      return invalid("'configdrive/" + std::string{key} + "' must be an object.");
  if (auto at = value.find("user_data"); at != value.end() && (at->is_number() || at->is_boolean()))
    return invalid("'configdrive/user_data' must be an object, a list or a text.");
  return {};
}

/// What can be typed at a login, and what hashing does not take long over.
result<std::monostate> check_password(const json& value) {
  constexpr size_t length_max = 512;
  const auto text = value.is_string() ? value.get<std::string>() : std::string{};
  const bool blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
  const bool typed =
      std::none_of(text.begin(), text.end(), [](char c) { return c == '\0' || c == '\n'; });
  if (!blank && typed && text.size() <= length_max) return {};
  return invalid(
      "'rescue_password' must be a text of one line that is not blank, of 512 bytes at most.");
}

result<std::monostate> check_value_of(const std::string& key, const json& value, int version) {
  if (key.ends_with("_steps")) return check_steps(key, value);
  if (key == "configdrive") return check_configdrive(value, version);
  if (key == "disable_ramdisk" && !value.is_boolean())
    return invalid("'disable_ramdisk' must be a boolean.");
  if (key == "runbook" && !value.is_string())
    return invalid("'runbook' must be the name or the UUID of a runbook.");
  if (key != "rescue_password") return {};
  return check_password(value);
}

/// Steps come in the request or from a runbook.
result<std::monostate> check_steps_source(const char* key, const json& request) {
  const bool named = request.contains("runbook");
  if (named && request.contains(key))
    return invalid("'runbook' and '" + std::string{key} + "' can not be given together.");
  if (!named && !request.contains(key))
    return invalid("Missing mandatory parameter: " + std::string{key} + " or runbook");
  return {};
}

/// What a verb cannot do without.
result<std::monostate> check_needed(e event, const json& request) {
  if (event == e::rescue && !request.contains("rescue_password"))
    return invalid("Missing mandatory parameter: rescue_password");
  if (event == e::clean) return check_steps_source("clean_steps", request);
  if (event == e::service) return check_steps_source("service_steps", request);
  return {};
}

result<const provision_verb*> read_verb(const json& body, int version) {
  const auto target = body.find("target");
  if (target == body.end()) return invalid("Missing mandatory parameter: target");
  const auto* verb =
      target->is_string() ? find_verb(target->get_ref<const std::string&>()) : nullptr;
  if (verb == nullptr)
    return invalid("Invalid value for 'target': " + to_text(*target).substr(0, 80) +
                   "; allowed: " + verb_targets() + ".");
  if (version < verb->since)
    return fail(error_code::not_acceptable, "The target '" + std::string{verb->target} +
                                                "' needs API version " + version_text(verb->since) +
                                                "; requested was " + version_text(version) + ".");
  return verb;
}

}  // namespace

result<provision_request> check_provision(const json& body, int version) {
  const auto verb = read_verb(body, version);
  if (!verb) return tl::unexpected(verb.error());
  auto request = body;
  request.erase("target");
  for (const auto& [key, value] : request.items()) {
    auto checked = check_key(key, (*verb)->event, version);
    if (checked) checked = check_value_of(key, value, version);
    if (!checked) return tl::unexpected(checked.error());
  }
  if (auto needed = check_needed((*verb)->event, request); !needed)
    return tl::unexpected(needed.error());
  return provision_request{(*verb)->event, set_provision_state{std::string{(*verb)->target},
                                                               std::move(request), version}};
}

}  // namespace ironbus::http
