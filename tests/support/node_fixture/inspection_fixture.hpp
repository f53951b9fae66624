#pragma once

#include "tests/support/node_fixture/node_fixture.hpp"

// Nodes without a runtime that their ramdisk inspects.

namespace ironbus::test {

inline constexpr const char* machine_mac = "52:54:00:00:00:01";

/// The inventory of a machine with one network card.
json inventory_of(const std::string& address = machine_mac);

/// A manageable node whose inspect interface uses an agent.
node_fixture inspectable(json fields = json::object());

/// The outcome of a step that waits for the data.
step_outcome waits_for_data();

/// Runs the node up to the step that waits for the data.
void begin_inspection(node_fixture& inspected);

/// A node in `inspect wait`.
node_fixture awaiting_data(json fields = json::object());

/// Activates inspection rules.
void use_rules(node_fixture& inspected, const json& rules);

/// Actions of rules.
json set_extra(const char* key, const char* value);
json api_call(const std::string& url);

/// The ramdisk sends this inspection data.
reply send_data(node_fixture& inspected, json plugin_data = json::object(),
                json inventory = inventory_of());

/// The last stored inventory; null if there is none.
const row* kept_inventory(const node_fixture& inspected);

}  // namespace ironbus::test
