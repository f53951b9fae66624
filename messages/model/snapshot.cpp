#include "messages/model/snapshot.hpp"

#include "messages/base/codec.hpp"

namespace ironbus {

IRONBUS_CODEC(node_snapshot, attributes, ports, portgroups, volume_connectors, volume_targets,
              traits, bios, firmware, current, queued, power, power_queued, calls, deferred,
              in_flight, waiting, sequence, history_first, history_end, operations_first,
              operations_end, power_sync_failures, applied)

namespace {

/// Says of what is out which of the things it is that the node has asked for.
result<node_snapshot> named(result<node_snapshot> snapshot) {
  if (!snapshot || !snapshot->in_flight) return snapshot;
  auto& out = *snapshot->in_flight;
  if (snapshot->power && snapshot->power->id == out.operation_id)
    out.what = due_power_action{};
  else if (!snapshot->calls.empty() && snapshot->calls.front().id == out.operation_id)
    out.what = due_driver_call{};
  return snapshot;
}

}  // namespace

void node_snapshot::remember(const std::string& id) {
  applied.push_back(id);
  if (applied.size() > applied_max) applied.erase(applied.begin());
}

std::string encode_snapshot(const node_snapshot& x) {
  json out = x;
  out["schema"] = node_snapshot::schema;
  return to_text(out);
}

result<node_snapshot> read_snapshot(const json& document) {
  return named(decode<node_snapshot>(document));
}

result<node_snapshot> decode_snapshot(std::string_view text) {
  return named(decode_stored<node_snapshot>(text, "snapshot"));
}

}  // namespace ironbus
