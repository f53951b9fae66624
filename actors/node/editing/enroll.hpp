#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// POST /v1/nodes: makes the node from its fields; interfaces that are not given get the default.
void create(decision& decision, const create_node& command);

/// Unset: the node may be deleted as it is.
std::optional<failure> why_not_deletable(const decision& decision);

/// DELETE /v1/nodes/{id}.
void remove(decision& decision);

void set_maintenance_mode(decision& decision, const set_maintenance& command);

void change_traits(decision& decision, const set_traits& command);

/// instance_info.display_name names an instance that has no name of its own.
void name_instance(node& x);

/// Fills the interfaces that are null with what the hardware type gives by default.
void fill_interfaces(const driver_catalog& drivers, node& node);

/// Checks driver and interfaces against what is enabled.
result<std::monostate> check_driver(const driver_catalog& drivers, const node& node);

/// Checks values that the type alone does not: sizes in properties, reasons without their flag.
result<std::monostate> check_node(const node& node);

}  // namespace ironbus
