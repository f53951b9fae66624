#include "gateways/http/nodes/provision_request.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/nodes/handlers.hpp"
#include "gateways/http/view/body_table.hpp"
#include "messages/base/text.hpp"
#include "messages/model/provision_state.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

using e = provision_event;
using checked = result<std::monostate>;

constexpr int object_drives_since = 56;

constexpr std::array drive_fields{
    body_field{.name = "meta_data", .type = body_type::object, .flags = may_be_null},
    body_field{.name = "network_data", .type = body_type::object, .flags = may_be_null},
    body_field{.name = "user_data", .type = body_type::document, .flags = may_be_null},
    body_field{.name = "vendor_data", .type = body_type::object, .since = 59, .flags = may_be_null},
};
constexpr body_table config_drive{.fields = drive_fields, .newer_is_unknown = true};

bool is_base64(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '+' || c == '/' || c == '=' || c == '\n' || c == '\r' ||
           c == '-' || c == '_' || c == ' ' || c == '\t';
  });
}

checked check_drive(const std::string& place, const json& value, int version) {
  if (value.is_object() && version >= object_drives_since) return {};
  const auto text = value.is_string() ? value.get_ref<const std::string&>() : std::string{"{}"};
  if (text.find("://") != std::string::npos || is_base64(text)) return {};
  return invalid("'" + place + "' must be a URL or base64 text.");
}

/// Accepts passwords that can be typed at a login and that hash quickly.
checked check_password(const std::string& place, const json& value, int) {
  constexpr size_t length_max = 512;
  const auto& text = value.get_ref<const std::string&>();
  const bool blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
  const bool typed =
      std::none_of(text.begin(), text.end(), [](char c) { return c == '\0' || c == '\n'; });
  if (!blank && typed && text.size() <= length_max) return {};
  return invalid("'" + place +
                 "' must be a text of one line that is not blank, of 512 bytes at most.");
}

constexpr body_field drive_field{
    .name = "configdrive",
    .type = body_type::text_or_object,
    .flags = may_be_null | is_secret,
    .members = &config_drive,
    .check = check_drive,
    .description = "For active and rebuild (1.35): a URL, base64 text, or an object (1.56)."};
constexpr body_field runbook_field{
    .name = "runbook", .type = body_type::text, .description = "Name or UUID. Replaces the steps."};
constexpr body_field ramdisk_field{.name = "disable_ramdisk", .type = body_type::boolean};
constexpr body_field clean_field{
    .name = "clean_steps", .type = body_type::steps, .steps = &work_request_steps};
constexpr body_field deploy_field{
    .name = "deploy_steps", .type = body_type::steps, .steps = &deploy_request_steps};
constexpr body_field service_field{
    .name = "service_steps", .type = body_type::steps, .steps = &work_request_steps};
constexpr body_field password_field{.name = "rescue_password",
                                    .type = body_type::text,
                                    .flags = is_secret,
                                    .check = check_password};

/// A member of the body: its event, its first version, and whether it is required.
struct event_member {
  const body_field& field;
  e event;
  int since;
  uint32_t flags = 0;
};

constexpr std::array event_members{
    event_member{drive_field, e::deploy, 1},
    event_member{drive_field, e::rebuild, 35},
    event_member{clean_field, e::clean, 15},
    event_member{deploy_field, e::deploy, 69},
    event_member{deploy_field, e::rebuild, 69},
    event_member{ramdisk_field, e::clean, 70},
    event_member{ramdisk_field, e::service, 108},
    event_member{password_field, e::rescue, 38, needed},
    event_member{runbook_field, e::clean, 92},
    event_member{runbook_field, e::service, 92},
    event_member{service_field, e::service, 87},
};

std::vector<allowed_text> all_targets() {
  std::vector<allowed_text> out;
  for (const auto& verb : provision_verbs()) out.push_back({verb.target, verb.since});
  return out;
}

const std::vector<allowed_text> targets = all_targets();
const body_field target_field{
    .name = "target", .type = body_type::text, .flags = needed, .allowed = targets};

/// The members of an event's body; unset: of all events.
std::vector<body_field> fields_of(std::optional<e> event) {
  std::vector<body_field> out{target_field};
  for (const auto& row : event_members) {
    if (event && row.event != *event) continue;
    const auto there = std::find_if(out.begin(), out.end(),
                                    [&](const auto& x) { return x.name == row.field.name; });
    if (there != out.end()) {
      there->since = std::min(there->since, row.since);
      continue;
    }
    out.push_back(row.field);
    out.back().since = row.since;
    if (event) out.back().flags |= row.flags;
  }
  return out;
}

const std::vector<body_field> all_fields = fields_of(std::nullopt);

bool is_field(std::span<const body_field> fields, std::string_view name) {
  return std::any_of(fields.begin(), fields.end(), [&](const auto& x) { return x.name == name; });
}

/// Rejects members that only other events accept.
checked check_use(const json& body, std::span<const body_field> fields) {
  for (const auto& [key, value] : body.items())
    if (is_field(all_fields, key) && !is_field(fields, key))
      return invalid("'" + key + "' cannot be used with this target; allowed: " +
                     join(fields, [](const auto& x) { return x.name; }) + ".");
  return {};
}

/// Steps come from the request or from a runbook, not both.
checked check_steps_source(const char* key, const json& request) {
  const bool named = request.contains("runbook");
  if (named && request.contains(key))
    return invalid("'runbook' and '" + std::string{key} + "' cannot be given together.");
  if (!named && !request.contains(key))
    return invalid("Missing mandatory parameter: " + std::string{key} + " or runbook");
  return {};
}

checked check_together(e event, const json& request) {
  if (event == e::clean) return check_steps_source("clean_steps", request);
  if (event == e::service) return check_steps_source("service_steps", request);
  return {};
}

result<const provision_verb*> read_verb(const json& body, int version) {
  json target = json::object();
  if (body.contains("target")) target["target"] = body["target"];
  const body_table of_target{.fields = {&target_field, 1}};
  if (auto ok = check_body(of_target, target, version); !ok) return tl::unexpected(ok.error());
  return find_verb(target["target"].get_ref<const std::string&>());
}

}  // namespace

const body_table provision_body{.name = "ProvisionRequest", .fields = all_fields};

result<provision_request> check_provision(json body, int version) {
  const auto verb = read_verb(body, version);
  if (!verb) return tl::unexpected(verb.error());
  const auto& row = **verb;
  const auto fields = fields_of(row.event);
  auto ok = check_use(body, fields);
  if (ok) ok = check_body({.fields = fields}, body, version);
  if (ok) ok = check_together(row.event, body);
  if (!ok) return tl::unexpected(ok.error());
  body.erase("target");
  return provision_request{&row,
                           set_provision_state{std::string{row.target}, std::move(body), version}};
}

}  // namespace ironbus::http
