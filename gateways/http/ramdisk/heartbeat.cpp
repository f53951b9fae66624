#include "gateways/http/api/error.hpp"
#include "gateways/http/ramdisk/agent_states.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/request_body.hpp"
#include "gateways/http/view/shown_object.hpp"
#include "messages/base/host_source.hpp"
#include "messages/base/text.hpp"
#include "messages/contract/agent_check.hpp"

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

constexpr std::string_view unless_tokenless = "Needed, but for agents that may lack a token.";

// What is longer would be kept with the node.
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

/// Where the path does not say whose it is.
constexpr auto named_heartbeat_fields = [] {
  std::array<body_field, heartbeat_fields.size() + 1> out;
  out[0] = {.name = "node_ident", .type = body_type::text, .flags = needed | not_empty};
  std::copy(heartbeat_fields.begin(), heartbeat_fields.end(), out.begin() + 1);
  return out;
}();

/// Of an agent from before lookups.
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

agent_heartbeat read(const json& body) {
  return {normal_callback_url(member_text(body, "callback_url")),
          member_text(body, "agent_version"),
          member_text(body, "agent_token"),
          optional_text(body, "agent_status"),
          optional_text(body, "agent_status_message"),
          optional_text(body, "agent_verify_ca")};
}

constexpr const char* version_of_old_agents = "3.0.0";

agent_heartbeat read_old(const json& body) {
  agent_heartbeat out;
  out.callback_url = normal_callback_url(member_text(body, "agent_url"));
  out.agent_version = member_text(body, "agent_version");
  out.agent_token = member_text(body, "agent_token");
  return out;
}

/// What the node says about a heartbeat, in the order the API documents.
result<std::monostate> check_against(const agent_heartbeat& heartbeat, std::string_view url_name,
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

/// As much of a node as a heartbeat needs: most of its text is its steps and what they did.
json read_attributes(const std::string& snapshot) {
  thread_local text_reader reader;
  const auto& fields = reader.read_snapshot(snapshot);
  json out;
  for (const char* name : {"provision_state", "driver_info", "driver_internal_info"})
    out[name] = fields.value(name);
  return out;
}

/// Given once the bus has it: the agent must not wait for a busy node. Or at once, if a newer
/// heartbeat has taken the place of this one.
question<std::monostate> tell_node(const call_ptr& call, agent_heartbeat heartbeat,
                                   std::string uuid) {
  return question<std::monostate>{
      [call, heartbeat = std::move(heartbeat), uuid = std::move(uuid)](auto done) {
        auto tell = [call, heartbeat, uuid, done] {
          call->services.commands.tell(heartbeat, uuid, call->origin(), done);
        };
        call->services.heartbeats.enter(uuid, steady_clock::now(), std::move(tell),
                                        [done] { done({}); });
      }};
}

bool counts(const call& call, const json& attributes) {
  const auto state = agent_state_of(attributes.value("provision_state", ""));
  return state.heartbeat ||
         (is_fast_track(call.services.policy.fast_track, attributes) && state.fast_track_heartbeat);
}

task<> take(const call_ptr& call, const std::string& ident, agent_heartbeat heartbeat,
            std::string_view url_name) {
  auto node = co_await read_node_text(call, ident);
  const auto attributes = read_attributes(node.text);
  co_await check_against(heartbeat, url_name, attributes, call->services.policy);
  if (heartbeat.agent_version.empty()) heartbeat.agent_version = version_of_old_agents;
  if (counts(*call, attributes))  // otherwise nobody would act on it or note it
    co_await tell_node(call, std::move(heartbeat), std::move(node.uuid));
  call->respond_empty(202);
}

}  // namespace

const body_table heartbeat_body{
    .name = "Heartbeat", .fields = heartbeat_fields, .newer_is_unknown = true};
const body_table named_heartbeat_body{
    .name = "NamedHeartbeat", .fields = named_heartbeat_fields, .newer_is_unknown = true};
const body_table old_heartbeat_body{
    .name = "OldHeartbeat", .fields = old_heartbeat_fields, .newer_is_unknown = true};

/// Whose it is, the path says, else node_ident in the body.
task<> take_heartbeat(const call_ptr& call) {
  const auto body = co_await read_body(*call);
  const auto ident = call->arguments.empty() ? member_text(body, "node_ident") : call->arguments[0];
  co_await take(call, ident, read(body), "callback_url");
}

task<> take_old_heartbeat(const call_ptr& x) {
  const auto body = co_await read_body(*x);
  co_await take(x, x->arguments[0], read_old(body), "agent_url");
}

}  // namespace ironbus::http
