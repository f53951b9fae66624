#include "actors/node/agent_requests.hpp"

#include "actors/node/agent/fast_track.hpp"
#include "actors/node/base/reset.hpp"
#include "actors/node/running/agent_watch.hpp"
#include "actors/node/running/in_flight.hpp"
#include "actors/node/tables/transitions.hpp"
#include "messages/base/secrets.hpp"

namespace ironbus {

namespace {

std::optional<failure> check(const json& known, const agent_heartbeat& heartbeat,
                             bool allow_tokenless) {
  const auto token = known.value("agent_secret_token", std::string{});
  const bool tokenless = allow_tokenless && token.empty() && heartbeat.agent_token.empty();
  if (!tokenless && (token.empty() || !equal_in_constant_time(token, heartbeat.agent_token)))
    return failure{error_code::invalid, "Agent token is missing or does not match."};
  const auto url = known.value("agent_url", std::string{});
  if (!url.empty() && url != heartbeat.callback_url)
    return failure{error_code::invalid,
                   "'callback_url' differs from the address this agent gave"
                   " before."};
  const auto certificate = known.value("agent_verify_ca", std::string{});
  if (!certificate.empty() && heartbeat.agent_verify_ca &&
      certificate != *heartbeat.agent_verify_ca)
    return failure{error_code::invalid,
                   "'agent_verify_ca' differs from the certificate this agent sent before."};
  return std::nullopt;
}

/// Writes a value and says whether it is news.
bool note(json& into, const char* key, const json& value) {
  if (value.is_null() || into.value(key, json{}) == value) return false;
  into[key] = value;
  return true;
}

}  // namespace

handler_result look_up(decision& decision, const agent_lookup& lookup) {
  auto& known = decision.next.attributes.driver_internal_info;
  const bool has_one = known.contains("agent_secret_token");
  if (!has_one && is_ending_ramdisk(decision.next))  // the token is for what boots next
    return decision.refused({error_code::conflict, "The machine is being rebooted; ask again."});
  if (!has_one) known["agent_secret_token"] = lookup.fresh_token;
  const bool was_given = has_one && !is_token_handed_over(decision.next.attributes);
  if (was_given && is_first_call_due(decision))
    return decision.refused(
        {error_code::conflict,
         "The node's token has been told, and its agent is awaited; ask again."});
  decision.answer.body = token_told(decision.next.attributes, lookup);
  return was_given ? agent_began_anew(decision) : verdict::stay{};
}

std::string token_told(const node& attributes, const agent_lookup& x) {
  const auto token = attributes.driver_internal_info.value("agent_secret_token", json{});
  return to_text(
      {{"agent_token", token == x.fresh_token ? x.fresh_token : std::string{masked_value}}});
}

handler_result heartbeat(decision& decision, const agent_heartbeat& heartbeat) {
  auto& attributes = decision.next.attributes;
  auto& known = attributes.driver_internal_info;
  if (auto refused = check(known, heartbeat, decision.ctx().options.allow_tokenless_agents))
    return decision.refused(std::move(*refused));
  const auto& row = info(attributes.state);
  const auto does = is_fast_track(decision) ? row.heartbeat_fast_track : row.heartbeat;
  if (does == heartbeat_effect::ignored) return verdict::stay{};
  bool changed = note(known, "agent_url", heartbeat.callback_url);
  changed |= note(known, "agent_version", heartbeat.agent_version);
  changed |= note(known, "agent_status", heartbeat.agent_status);
  changed |= note(known, "agent_status_message", heartbeat.agent_status_message);
  changed |= note(known, "agent_verify_ca", heartbeat.agent_verify_ca);
  decision.stamp =
      changed || must_note_heartbeat(decision) ? call_stamp::due : call_stamp::with_changes;
  if (does == heartbeat_effect::acted_on) return agent_called(decision);
  agent_was_heard(decision);
  return verdict::stay{};
}

void stamp_agent_call(decision& d) {
  auto& known = d.next.attributes.driver_internal_info;
  if (d.stamp == call_stamp::none || !known.contains("agent_url")) return;
  if (d.stamp == call_stamp::due || d.has_changed()) known["agent_last_heartbeat"] = d.ctx().now;
}

}  // namespace ironbus
