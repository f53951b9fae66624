#include "gateways/http/ramdisk/heartbeat_body.hpp"

#include "gateways/http/api/error.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/view/body_table.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/agent_check.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

result<std::monostate> check_pem(const std::string& place, const json& value, int) {
  if (value.get_ref<const std::string&>().find("-----BEGIN CERTIFICATE-----") != std::string::npos)
    return {};
  return invalid("Invalid value for '" + place + "'; it must be a certificate in PEM.");
}

constexpr std::array agent_statuses{allowed_text{"start"}, allowed_text{"end"},
                                    allowed_text{"error"}};

constexpr std::string_view unless_tokenless = "Required, except from agents that may lack a token.";

// The sizes are limited because the node stores the values.
constexpr std::array heartbeat_fields{
    body_field{.name = "callback_url",
               .type = body_type::text,
               .since = 22,
               .flags = needed,
               .size_max = 1024},
    body_field{.name = "agent_version",
               .type = body_type::text,
               .since = 36,
               .flags = may_be_null,
               .size_max = 255,
               .description = unless_tokenless},
    body_field{.name = "agent_token",
               .type = body_type::text,
               .since = 22,
               .flags = may_be_null | is_secret,
               .size_max = 255,
               .description = unless_tokenless},
    body_field{.name = "agent_verify_ca",
               .type = body_type::text,
               .since = 68,
               .flags = may_be_null | may_be_blank,
               .size_max = 64 * 1024,
               .check = check_pem,
               .description = "A certificate in PEM."},
    body_field{.name = "agent_status",
               .type = body_type::text,
               .since = 72,
               .flags = may_be_null | may_be_blank,
               .allowed = agent_statuses},
    body_field{.name = "agent_status_message",
               .type = body_type::text,
               .since = 72,
               .flags = may_be_null,
               .size_max = 4096},
};

/// For the route whose path does not name the node.
constexpr auto named_heartbeat_fields = [] {
  std::array<body_field, heartbeat_fields.size() + 1> out;
  out[0] = {.name = "node_ident", .type = body_type::text, .flags = needed | not_empty};
  std::copy(heartbeat_fields.begin(), heartbeat_fields.end(), out.begin() + 1);
  return out;
}();

/// For agents from before lookups.
constexpr std::array old_heartbeat_fields{
    body_field{.name = "agent_url",
               .type = body_type::text,
               .flags = needed | not_empty,
               .size_max = 1024},
    body_field{.name = "event", .type = body_type::text, .flags = may_be_null, .size_max = 255},
    body_field{
        .name = "agent_version", .type = body_type::text, .flags = may_be_null, .size_max = 255},
    body_field{.name = "agent_token",
               .type = body_type::text,
               .flags = may_be_null | is_secret,
               .size_max = 255},
};

std::optional<std::string> optional_text(const json& object, std::string_view name) {
  const auto text = member_text(object, name);
  return text.empty() ? std::nullopt : std::optional{text};
}

}  // namespace

const body_table heartbeat_body{
    .name = "Heartbeat", .fields = heartbeat_fields, .newer_is_unknown = true};
const body_table named_heartbeat_body{
    .name = "NamedHeartbeat", .fields = named_heartbeat_fields, .newer_is_unknown = true};
const body_table old_heartbeat_body{
    .name = "OldHeartbeat", .fields = old_heartbeat_fields, .newer_is_unknown = true};

agent_heartbeat read_heartbeat(const json& body) {
  return {normal_callback_url(member_text(body, "callback_url")),
          member_text(body, "agent_version"),
          member_text(body, "agent_token"),
          optional_text(body, "agent_status"),
          optional_text(body, "agent_status_message"),
          optional_text(body, "agent_verify_ca")};
}

agent_heartbeat read_old_heartbeat(const json& body) {
  agent_heartbeat out;
  out.callback_url = normal_callback_url(member_text(body, "agent_url"));
  out.agent_version = member_text(body, "agent_version");
  out.agent_token = member_text(body, "agent_token");
  return out;
}

/// The order is that of the API's documentation.
result<std::monostate> check_heartbeat(const agent_heartbeat& heartbeat, std::string_view url_name,
                                       const json& attributes, const installation_policy& policy) {
  if (!heartbeat.callback_url.empty())
    if (const auto url = parse_callback_url(heartbeat.callback_url, policy.callbacks); !url)
      return invalid("Invalid value for '" + std::string{url_name} + "': " + url.error().message);
  const auto known = read_agent_session(attributes.value("driver_internal_info", json::object()));
  const claimed_agent claimed{heartbeat.agent_token, heartbeat.callback_url,
                              heartbeat.agent_verify_ca, url_name};
  if (auto ok = check_agent(known, claimed, policy.allow_tokenless_agents); !ok) return ok;
  if (heartbeat.agent_version.empty() &&
      !may_lack_token(known, claimed, policy.allow_tokenless_agents))
    return invalid("Missing mandatory parameter: agent_version");
  return {};
}

}  // namespace ironbus::http
