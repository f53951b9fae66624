#include "actors/node/decision/observations.hpp"

#include "messages/model/snapshot.hpp"

namespace ironbus {

machine_vitals vitals_of(const node_snapshot& node, json sensors) {
  const auto& x = node.attributes;
  return {x.uuid, x.name.value_or(""), x.instance_uuid.value_or(""), x.health, std::move(sensors)};
}

}  // namespace ironbus
