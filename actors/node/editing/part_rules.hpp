#pragma once

#include "messages/model/snapshot.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

// Checks of changes of a part against the node's state and other parts. `snapshot` is the current
// node; each function returns the error, or nothing.

/// Converts values to their stored form; called before the checks.
void normalize_part(port& x);
void normalize_part(portgroup& x);
void normalize_part(volume_connector& x);
void normalize_part(volume_target& x);

std::optional<failure> check_new(const node_snapshot& snapshot, const port& fresh);
std::optional<failure> check_new(const node_snapshot& x, const portgroup& fresh);
std::optional<failure> check_new(const node_snapshot& x, const volume_connector& fresh);
std::optional<failure> check_new(const node_snapshot& x, const volume_target& fresh);

using field_names = std::vector<std::string>;

std::optional<failure> check_change(const node_snapshot& snapshot, const port& after,
                                    const field_names& touched);
std::optional<failure> check_change(const node_snapshot& snapshot, const portgroup& after,
                                    const field_names& touched);
std::optional<failure> check_change(const node_snapshot& x, const volume_connector& after,
                                    const field_names& touched);
std::optional<failure> check_change(const node_snapshot& x, const volume_target& after,
                                    const field_names& touched);

std::optional<failure> check_removal(const node_snapshot& x, const port& old);
std::optional<failure> check_removal(const node_snapshot& snapshot, const portgroup& old);
std::optional<failure> check_removal(const node_snapshot& x, const volume_connector& old);
std::optional<failure> check_removal(const node_snapshot& x, const volume_target& old);

/// Whether the change or removal of such a part depends on the node's power state.
bool change_depends_on_power(std::string_view kind);
bool removal_depends_on_power(std::string_view kind, const node& x);

/// Updates the node after a change of a part.
void follow_change(node_snapshot& x, const port& after, const field_names& touched);
void follow_change(node_snapshot& x, const portgroup& after, const field_names& touched);
void follow_change(node_snapshot& x, const volume_connector& after, const field_names& touched);
void follow_change(node_snapshot& x, const volume_target& after, const field_names& touched);

}  // namespace ironbus
