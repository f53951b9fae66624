#pragma once

#include "actors/node/decision/decision.hpp"

namespace ironbus {

/// POST /v1/nodes: creates the node from its fields; missing interfaces get their defaults.
void create(decision& decision, const create_node& command);

/// Unset: the node can be deleted.
std::optional<failure> why_not_deletable(const decision& decision);

/// DELETE /v1/nodes/{id}.
void remove(decision& decision);

void set_maintenance_mode(decision& decision, const set_maintenance& command);

void change_traits(decision& decision, const set_traits& command);

/// instance_info.display_name is the name of an instance without its own name.
void name_instance(node& x);

/// Fills null interfaces with the defaults of the hardware type.
void fill_interfaces(const driver_catalog& drivers, node& node);

/// Checks that driver and interfaces are enabled.
result<std::monostate> check_driver(const driver_catalog& drivers, const node& node);

/// Checks values beyond their types: sizes in properties, reasons without their flag.
result<std::monostate> check_node(const node& node);

}  // namespace ironbus
