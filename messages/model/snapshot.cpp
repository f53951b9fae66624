#include "messages/model/snapshot.hpp"

#include "messages/base/codec.hpp"

namespace ironbus {

IRONBUS_CODEC(node_snapshot, about, ports, portgroups, volume_connectors, volume_targets, traits,
              bios, firmware, current, queued, power, power_queued, calls, deferred, in_flight,
              waiting, sequence, history_first, history_end, operations_first, operations_end,
              power_sync_failures, applied)

void node_snapshot::remember(const std::string& id) {
  applied.push_back(id);
  if (applied.size() > applied_max) applied.erase(applied.begin());
}

std::string encode_snapshot(const node_snapshot& x) {
  json out = x;
  out["schema"] = node_snapshot::schema;
  return to_text(out);
}

result<node_snapshot> decode_snapshot(std::string_view text) {
  return decode_stored<node_snapshot>(text, "snapshot");
}

}  // namespace ironbus
