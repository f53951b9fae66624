#include "actors/runtime/conductor/power_sync.hpp"

#include "actors/node/power/power_sync_findings.hpp"
#include "actors/node/save.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/model/state_table.hpp"
#include "messages/wire/commands.hpp"

#include <map>

namespace ironbus {

namespace {

/// The step that the power sync runs on each machine.
step power_read() {
  step out;
  out.interface = driver_operations::power::get_power_state.interface;
  out.name = driver_operations::power::get_power_state.name;
  return out;
}

/// Depends on the machine's name, so that unreachable machines are not all asked in the same round.
bool is_due(const node_snapshot& snapshot, uint64_t round, const conductor_options& options) {
  const auto place = std::hash<std::string>{}(snapshot.attributes.uuid);
  return (round + place) % power_sync_spacing(snapshot, options) == 0;
}

/// The node awaits a reading, even one that equals the recorded state.
bool is_uncertain(const node_snapshot& snapshot) {
  const bool is_off_unnoticed = snapshot.waiting &&
                                snapshot.attributes.power_state == power_state::off &&
                                !snapshot.waiting->machine_off_since;
  return snapshot.power_sync_failures > 0 || snapshot.attributes.maintenance ||
         snapshot.power_unconfirmed || snapshot.power_differs || is_off_unnoticed;
}

}  // namespace

bool is_in_power_sync(const node_snapshot& snapshot) {
  const bool lost = snapshot.attributes.fault == "power failure";
  return !snapshot.in_flight && !snapshot.power && (!snapshot.attributes.maintenance || lost) &&
         !info(snapshot.attributes.state).has(flag_no_power_sync);
}

query power_sync_query(uint32_t shard, std::string marker, size_t size) {
  query out;
  out.collection = "nodes";
  out.filters = {
      {std::string{routing_shard_column}, filter::op::equal, {std::to_string(shard)}},
  };
  out.marker = std::move(marker);
  out.limit = size;
  out.with_snapshot = true;
  return out;
}

power_survey make_power_sync_request(power_sync_round round, const std::vector<listed>& nodes,
                                     const driver_catalog& drivers,
                                     const conductor_options& options) {
  power_survey out;
  out.shard = round.shard;
  for (const auto& node : nodes) {
    auto x = decode_snapshot(node.snapshot);
    if (!x || !is_in_power_sync(*x) || !is_due(*x, round.number, options)) continue;
    out.targets.push_back({machine_for(power_read(), x->attributes, {}, drivers),
                           x->attributes.power_state, x->attributes.health, is_uncertain(*x)});
  }
  return out;
}

std::vector<outgoing> power_sync_messages(const power_survey& survey, const std::string& source,
                                          timestamp now) {
  std::map<std::string, power_survey> by_group;
  for (const auto& target : survey.targets) {
    auto& part = by_group[target.machine.conductor_group];
    part.shard = survey.shard;
    part.targets.push_back(target);
  }
  std::vector<outgoing> out;
  for (const auto& [group, part] : by_group) {
    envelope head;
    head.id = random_uuid();
    head.type = power_survey_type;
    head.source = source;
    head.time = now;
    head.data = part;
    out.push_back({.exchange = std::string{routing::step_exchange},
                   .routing_key = routing::step_key("power", group),
                   .id = head.id,
                   .body = encode_envelope(head),
                   .durable = false});
  }
  return out;
}

}  // namespace ironbus
