#pragma once

#include "tests/support/node_bench/bench_node.hpp"

// Nodes on the bench whose ramdisk inspects them.

namespace ironbus::test {

inline constexpr const char* machine_mac = "52:54:00:00:00:01";

/// What a ramdisk finds on a machine with one network card.
json inventory_of(const std::string& address = machine_mac);

/// A manageable node with an agent's inspect interface.
bench_node inspectable(json fields = json::object());

/// What a driver says of the step that waits for the data.
step_outcome waits_for_data();

/// Up to the step that waits for the data.
void begin_inspection(bench_node& inspected);

/// A node in `inspect wait`.
bench_node awaiting_data(json fields = json::object());

/// Inspection rules of users, in force from now on.
void use_rules(bench_node& inspected, const json& rules);

/// Actions of rules.
json set_extra(const char* key, const char* value);
json api_call(const std::string& url);

/// The ramdisk has found this.
reply send_data(bench_node& inspected, json plugin_data = json::object(),
                json inventory = inventory_of());

/// The last one; null if none was kept.
const row* kept_inventory(const bench_node& inspected);

}  // namespace ironbus::test
