#include "gateways/http/api/error.hpp"
#include "gateways/http/api/version.hpp"
#include "gateways/http/ramdisk/agent_states.hpp"
#include "gateways/http/ramdisk/handlers.hpp"
#include "gateways/http/resources/node_access.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/body_check.hpp"
#include "gateways/http/view/shown_object.hpp"
#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"
#include "messages/model/agent_session.hpp"

#include <array>
#include <span>

namespace ironbus::http {

namespace {

struct heartbeat_field {
  std::string_view name;
  int since;
  size_t length_max;  ///< What is longer would be kept with the node.
};

constexpr std::array heartbeat_fields{
    heartbeat_field{"callback_url", 22, 1024}, heartbeat_field{"agent_version", 36, 255},
    heartbeat_field{"agent_token", 22, 255},   heartbeat_field{"agent_verify_ca", 68, 64 * 1024},
    heartbeat_field{"agent_status", 72, 255},  heartbeat_field{"agent_status_message", 72, 4096},
};

/// Of an agent from before lookups.
constexpr std::array old_heartbeat_fields{
    heartbeat_field{"agent_url", 1, 1024},
    heartbeat_field{"event", 1, 255},
    heartbeat_field{"agent_version", 1, 255},
    heartbeat_field{"agent_token", 1, 255},
};

result<std::monostate> check_shape(const json& body, std::span<const heartbeat_field> fields,
                                   int version) {
  std::vector<std::string_view> names;
  for (const auto& row : fields) names.push_back(row.name);
  if (auto keys = check_keys(body, names); !keys) return keys;
  for (const auto& row : fields) {
    const auto at = body.find(row.name);
    if (at == body.end()) continue;
    if (version < row.since)
      return invalid("'" + std::string{row.name} + "' needs API version " +
                     version_text(row.since) + ".");
    if (!at->is_string() && !at->is_null())
      return invalid("'" + std::string{row.name} + "' must be a string.");
    if (at->is_string() && at->get_ref<const std::string&>().size() > row.length_max)
      return invalid("Invalid value for '" + std::string{row.name} + "'; it is longer than " +
                     std::to_string(row.length_max) + " characters.");
  }
  return {};
}

std::optional<std::string> optional_text(const json& object, std::string_view name) {
  const auto text = member_text(object, name);
  return text.empty() ? std::nullopt : std::optional{text};
}

result<agent_heartbeat> read(const json& body, int version) {
  if (auto shape = check_shape(body, heartbeat_fields, version); !shape)
    return tl::unexpected(shape.error());
  if (!body.contains("callback_url") || body["callback_url"].is_null())
    return invalid("Missing mandatory parameter: callback_url");
  auto certificate = optional_text(body, "agent_verify_ca");
  if (certificate && certificate->find("-----BEGIN CERTIFICATE-----") == std::string::npos)
    return invalid("Invalid value for 'agent_verify_ca'; it must be a certificate in PEM.");
  return agent_heartbeat{normal_callback_url(member_text(body, "callback_url")),
                         member_text(body, "agent_version"),
                         member_text(body, "agent_token"),
                         optional_text(body, "agent_status"),
                         optional_text(body, "agent_status_message"),
                         std::move(certificate)};
}

constexpr const char* version_of_old_agents = "3.0.0";

result<agent_heartbeat> read_old(const json& body, int version) {
  if (auto shape = check_shape(body, old_heartbeat_fields, version); !shape)
    return tl::unexpected(shape.error());
  if (member_text(body, "agent_url").empty())
    return invalid("Missing mandatory parameter: agent_url");
  agent_heartbeat out;
  out.callback_url = normal_callback_url(member_text(body, "agent_url"));
  out.agent_version = member_text(body, "agent_version");
  out.agent_token = member_text(body, "agent_token");
  return out;
}

/// How agents of a time tell that they are alive.
struct heartbeat_form {
  std::string_view url;  ///< The field with their address.
  result<agent_heartbeat> (*read)(const json& body, int version);
};

constexpr heartbeat_form form_of_today{"callback_url", &read};
constexpr heartbeat_form old_form{"agent_url", &read_old};

/// An agent without a token is let in by configuration only, and only to a node without one.
bool may_lack_token(const agent_heartbeat& x, const agent_session& known,
                    const installation_policy& policy) {
  return policy.allow_tokenless_agents && x.agent_token.empty() && known.token.value_or("").empty();
}

/// What the node says about a heartbeat, in the order the API documents.
result<std::monostate> check_against(const agent_heartbeat& heartbeat, const heartbeat_form& form,
                                     const json& attributes, const installation_policy& policy) {
  const auto url_field = "'" + std::string{form.url} + "'";
  const auto known = read_agent_session(attributes.value("driver_internal_info", json::object()));
  if (!heartbeat.callback_url.empty())
    if (const auto url = parse_callback_url(heartbeat.callback_url, policy.callbacks); !url)
      return invalid("Invalid value for " + url_field + ": " + url.error().message);
  if (known.has_called() && known.url != heartbeat.callback_url)
    return invalid(url_field + " differs from the one this agent reported before.");
  if (const auto& proof = known.certificate;
      heartbeat.agent_verify_ca && proof && !proof->empty() && *proof != *heartbeat.agent_verify_ca)
    return invalid("'agent_verify_ca' differs from the certificate this agent sent before.");
  const bool tokenless = may_lack_token(heartbeat, known, policy);
  if (heartbeat.agent_token.empty() && !tokenless)
    return invalid("Missing mandatory parameter: agent_token");
  if (const auto& status = heartbeat.agent_status;
      status && *status != "start" && *status != "end" && *status != "error")
    return invalid("Invalid value for 'agent_status'; allowed: start, end, error.");
  const auto token = known.token.value_or("");
  if (!tokenless && (token.empty() || !equal_in_constant_time(token, heartbeat.agent_token)))
    return invalid("Invalid value for 'agent_token'.");
  if (heartbeat.agent_version.empty() && !tokenless)
    return invalid("Missing mandatory parameter: agent_version");
  return {};
}

/// As much of a node as a heartbeat needs: most of its text is its steps and what they did.
json read_about(const std::string& snapshot) {
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
          call->with.commands.tell(heartbeat, uuid, call->origin(), done);
        };
        call->with.heartbeats.enter(uuid, std::chrono::steady_clock::now(), std::move(tell),
                                    [done] { done({}); });
      }};
}

bool counts(const call& x, const json& attributes) {
  const auto state = agent_state_of(attributes.value("provision_state", ""));
  return state.heartbeat ||
         (is_fast_track(x.with.policy.fast_track, attributes) && state.fast_track_heartbeat);
}

task<> take(const call_ptr& call, const std::string& ident, const json& body,
            const heartbeat_form& form) {
  auto heartbeat = co_await form.read(body, call->version);
  auto node = co_await read_node_text(call, ident);
  const auto attributes = read_about(node.text);
  co_await check_against(heartbeat, form, attributes, call->with.policy);
  if (heartbeat.agent_version.empty()) heartbeat.agent_version = version_of_old_agents;
  if (counts(*call, attributes))  // otherwise nobody would act on it or note it
    co_await tell_node(call, std::move(heartbeat), std::move(node.uuid));
  call->respond_empty(202);
}

}  // namespace

/// Whose it is, the path says, else node_ident in the body.
task<> take_heartbeat(const call_ptr& call) {
  auto body = co_await call->body_object();
  const bool in_body = call->arguments.empty();
  const auto ident = in_body ? member_text(body, "node_ident") : call->arguments[0];
  if (ident.empty()) co_await invalid("Missing mandatory parameter: node_ident");
  if (in_body) body.erase("node_ident");
  co_await take(call, ident, body, form_of_today);
}

task<> take_old_heartbeat(const call_ptr& x) {
  const auto body = co_await x->body_object();
  co_await take(x, x->arguments[0], body, old_form);
}

}  // namespace ironbus::http
