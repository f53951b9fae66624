#pragma once

#include "messages/model/snapshot.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

// What a node's state and its other parts allow with a part. `snapshot` is the node as it is; each
// gives the refusal, or nothing.

/// Brings values into their stored form; called before the checks.
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

/// Whether what the power of the node is decides about the change of such a part, or its removal.
bool change_depends_on_power(std::string_view kind);
bool removal_depends_on_power(std::string_view kind, const node& x);

/// What else follows in the node from a part that changed.
void follow_change(node_snapshot& x, const port& after, const field_names& touched);
void follow_change(node_snapshot& x, const portgroup& after, const field_names& touched);
void follow_change(node_snapshot& x, const volume_connector& after, const field_names& touched);
void follow_change(node_snapshot& x, const volume_target& after, const field_names& touched);

}  // namespace ironbus
