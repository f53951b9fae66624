#include "gateways/http/nodes/provision_request.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/api/version.hpp"
#include "gateways/http/view/body_check.hpp"
#include "messages/contract/step_list.hpp"
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
  if (key == "deploy_steps") return check_step_list(deploy_request_steps, key, value);
  if (key.ends_with("_steps")) return check_step_list(work_request_steps, key, value);
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
