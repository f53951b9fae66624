#include "actors/node/agent/fast_track.hpp"

#include "actors/node/agent/agent_presence.hpp"
#include "messages/model/agent_session.hpp"
#include "messages/model/snapshot.hpp"

namespace ironbus {

namespace {

bool is_older(const decision& d, std::chrono::seconds age) {
  const auto moment = read_agent_session(d.next.attributes.driver_internal_info).last_heartbeat;
  return !moment || d.ctx().now - *moment > age;
}

}  // namespace

bool is_fast_track(const decision& d) {
  return may_keep_agent(d.ctx().policy.fast_track, d.next.attributes.driver_info);
}

bool agent_keeps_running(const decision& d) {
  return agent_is_known(d.next.attributes) && ramdisk_keeps_running(d);
}

bool ramdisk_keeps_running(const decision& d) {
  return is_fast_track(d) && d.next.attributes.power_state == power_state::on &&
         !is_older(d, d.ctx().options.fast_track_timeout);
}

bool must_note_heartbeat(const decision& decision) {
  if (is_fast_track(decision) && is_older(decision, decision.ctx().options.fast_track_timeout / 3))
    return true;
  if (!decision.next.waiting || !decision.next.current) return false;
  const auto limit = agent_timeout(decision);
  return limit.count() != 0 && is_older(decision, limit / 3);
}

bool is_skipped(const decision& d, const step& x) {
  if (!x.unless_agent_stays || d.next.current->concluded) return false;
  return x.role == step_role::finish ? ramdisk_keeps_running(d) : agent_keeps_running(d);
}

}  // namespace ironbus
