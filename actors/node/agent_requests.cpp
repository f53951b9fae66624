#include "actors/node/agent_requests.hpp"

#include "actors/node/agent/fast_track.hpp"
#include "actors/node/base/reset.hpp"
#include "actors/node/running/agent_watch.hpp"
#include "actors/node/running/in_flight.hpp"
#include "actors/node/tables/transitions.hpp"
#include "messages/base/secrets.hpp"

namespace ironbus {

namespace {

std::optional<failure> check(const json& known, const agent_heartbeat& x, bool allow_tokenless) {
  const auto token = known.value("agent_secret_token", std::string{});
  const bool tokenless = allow_tokenless && token.empty() && x.agent_token.empty();
  if (!tokenless && (token.empty() || !equal_in_constant_time(token, x.agent_token)))
    return failure{error_code::invalid, "Agent token is missing or does not match."};
  const auto url = known.value("agent_url", std::string{});
  if (!url.empty() && url != x.callback_url)
    return failure{error_code::invalid,
                   "'callback_url' differs from the address this agent gave"
                   " before."};
  const auto certificate = known.value("agent_verify_ca", std::string{});
  if (!certificate.empty() && x.agent_verify_ca && certificate != *x.agent_verify_ca)
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

handler_result look_up(decision& d, const agent_lookup& x) {
  auto& known = d.next.about.driver_internal_info;
  const bool has_one = known.contains("agent_secret_token");
  if (!has_one && is_ending_ramdisk(d.next))  // the token is for what boots next
    return d.refused({error_code::conflict, "The machine is being rebooted; ask again."});
  if (!has_one) known["agent_secret_token"] = x.fresh_token;
  const bool told = has_one && !is_token_handed_over(d.next.about);
  if (told && is_first_call_due(d))
    return d.refused({error_code::conflict,
                      "The node's token has been told, and its agent is awaited; ask again."});
  d.answer.body = token_told(d.next.about, x);
  return told ? agent_began_anew(d) : verdict::stay{};
}

std::string token_told(const node& about, const agent_lookup& x) {
  const auto token = about.driver_internal_info.value("agent_secret_token", json{});
  return to_text(
      {{"agent_token", token == x.fresh_token ? x.fresh_token : std::string{masked_value}}});
}

handler_result heartbeat(decision& d, const agent_heartbeat& x) {
  auto& about = d.next.about;
  auto& known = about.driver_internal_info;
  if (auto refused = check(known, x, d.ctx().options.allow_tokenless_agents))
    return d.refused(std::move(*refused));
  const auto& row = info(about.state);
  const auto does = is_fast_track(d) ? row.heartbeat_fast_track : row.heartbeat;
  if (does == beat::ignored) return verdict::stay{};
  bool news = note(known, "agent_url", x.callback_url);
  news |= note(known, "agent_version", x.agent_version);
  news |= note(known, "agent_status", x.agent_status);
  news |= note(known, "agent_status_message", x.agent_status_message);
  news |= note(known, "agent_verify_ca", x.agent_verify_ca);
  d.stamp = news || must_note_beat(d) ? call_stamp::due : call_stamp::with_changes;
  if (does == beat::acted_on) return agent_called(d);
  agent_was_heard(d);
  return verdict::stay{};
}

void stamp_agent_call(decision& d) {
  auto& known = d.next.about.driver_internal_info;
  if (d.stamp == call_stamp::none || !known.contains("agent_url")) return;
  if (d.stamp == call_stamp::due || d.has_changed()) known["agent_last_heartbeat"] = d.ctx().now;
}

}  // namespace ironbus
