#include "actors/runtime/conductor/sensor_sync.hpp"

#include "messages/contract/driver_operations.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr auto& reading = driver_operations::management::get_sensors_data;

/// The number of power sync rounds between two readings of the sensors.
uint64_t rounds_between(const runtime_options& options) {
  const auto survey = std::max<int64_t>(options.sync_power_state_interval.count(), 1);
  return static_cast<uint64_t>((options.sensors_interval.count() + survey - 1) / survey);
}

bool reads_sensors(const driver_catalog& drivers, const node_snapshot& snapshot) {
  const auto* management = drivers.find(snapshot.attributes, reading.interface);
  return management != nullptr && management->find_step(reading.name) != nullptr;
}

}  // namespace

std::vector<std::string> due_for_sensors(power_sync_round round, const std::vector<listed>& nodes,
                                         const driver_catalog& drivers,
                                         const runtime_options& options) {
  std::vector<std::string> out;
  if (options.sensors_interval.count() == 0) return out;
  const auto every = rounds_between(options);
  for (const auto& node : nodes) {
    if ((round.number + std::hash<std::string>{}(node.id)) % every != 0) continue;
    const auto snapshot = decode_snapshot(node.snapshot);
    if (snapshot && is_in_power_sync(*snapshot) && !snapshot->current && snapshot->calls.empty() &&
        !snapshot->attributes.maintenance && reads_sensors(drivers, *snapshot))
      out.push_back(node.id);
  }
  return out;
}

command sensor_order() {
  return call_driver{std::string{reading.interface}, std::string{reading.name}, json::object(),
                     false};
}

}  // namespace ironbus
