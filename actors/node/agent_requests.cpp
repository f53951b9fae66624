#include "actors/node/agent_requests.hpp"

#include "actors/node/agent/agent_presence.hpp"
#include "actors/node/agent/fast_track.hpp"
#include "actors/node/base/reset.hpp"
#include "actors/node/running/agent_watch.hpp"
#include "actors/node/running/in_flight.hpp"
#include "actors/node/tables/transitions.hpp"
#include "messages/base/secrets.hpp"
#include "messages/contract/agent_check.hpp"
#include "messages/model/agent_session.hpp"

namespace ironbus {

namespace {

/// Between two recorded refusals of a node.
constexpr std::chrono::seconds refusal_pause{30};
constexpr size_t refusal_bytes_max = 500;

/// The session with the data of the heartbeat; missing data stays unchanged.
agent_session described_by(const agent_heartbeat& heartbeat, agent_session known) {
  known.url = heartbeat.callback_url;
  known.version = heartbeat.agent_version;
  known.refusal.reset();
  known.refused_at.reset();
  if (heartbeat.agent_status) known.status = heartbeat.agent_status;
  if (heartbeat.agent_status_message) known.status_message = heartbeat.agent_status_message;
  if (heartbeat.agent_verify_ca) known.certificate = heartbeat.agent_verify_ca;
  return known;
}

}  // namespace

handler_result look_up(decision& decision, const agent_lookup& lookup) {
  auto& notes = decision.next.attributes.driver_internal_info;
  auto known = read_agent_session(notes);
  if (!known.token && is_ending_ramdisk(decision.next))  // the token is for the next ramdisk
    return decision.refused({error_code::conflict, "The machine is being rebooted; try again."});
  const bool was_given = known.has_issued_token();
  if (!known.token) known.token = lookup.fresh_token;
  write_agent_session(notes.edit(), known);
  if (was_given && is_first_call_due(decision))
    return decision.refused({error_code::conflict,
                             "The node's token was already issued to an agent; try again later."});
  decision.answer.body = issued_token(decision.next.attributes, lookup);
  return was_given ? agent_restarted(decision) : verdict::stay{};
}

std::string issued_token(const node& attributes, const agent_lookup& x) {
  const bool is_fresh = read_agent_session(attributes.driver_internal_info).token == x.fresh_token;
  return to_text({{"agent_token", is_fresh ? x.fresh_token : std::string{masked_value}}});
}

handler_result heartbeat(decision& decision, const agent_heartbeat& heartbeat) {
  auto& attributes = decision.next.attributes;
  const auto known = read_agent_session(attributes.driver_internal_info);
  const claimed_agent claimed{heartbeat.agent_token, heartbeat.callback_url,
                              heartbeat.agent_verify_ca};
  if (auto ok = check_agent(known, claimed, decision.ctx().policy.allow_tokenless_agents); !ok)
    return decision.refused(std::move(ok.error()));
  const auto& row = info(attributes.state);
  const auto does = is_fast_track(decision) ? row.heartbeat_fast_track : row.heartbeat;
  if (does == heartbeat_effect::ignored) return verdict::stay{};
  const auto session = described_by(heartbeat, known);
  const bool changed = session != known;
  if (changed) write_agent_session(attributes.driver_internal_info.edit(), session);
  decision.stamp = changed || must_note_heartbeat(decision) ? heartbeat_stamp::due
                                                            : heartbeat_stamp::with_changes;
  if (does == heartbeat_effect::acted_on) return agent_called(decision);
  note_agent_call(decision);
  return verdict::stay{};
}

handler_result note_refused_agent(decision& decision, const agent_refused& call) {
  const auto& waiting = decision.next.waiting;
  if (!waiting || waiting->awaited_party != awaited::agent || is_ending_ramdisk(decision.next))
    return verdict::stay{};
  auto& notes = decision.next.attributes.driver_internal_info;
  auto session = read_agent_session(notes);
  const auto now = decision.ctx().now;
  if (session.refused_at && now < *session.refused_at + refusal_pause) return verdict::stay{};
  session.refused_at = now;
  session.refusal = call.call + ": " + call.reason.substr(0, refusal_bytes_max);
  make_utf8(*session.refusal);
  decision.emit(event::agent_refused, {{"call", call.call}, {"reason", *session.refusal}});
  write_agent_session(notes.edit(), session);
  return verdict::stay{};
}

void save_heartbeat_time(decision& decision) {
  if (decision.stamp == heartbeat_stamp::none) return;
  if (!read_agent_session(decision.next.attributes.driver_internal_info).url) return;
  if (decision.stamp == heartbeat_stamp::due || decision.has_changed()) record_heartbeat(decision);
}

}  // namespace ironbus
