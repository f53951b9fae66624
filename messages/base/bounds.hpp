#pragma once

#include "messages/base/json.hpp"

#include <cstddef>

namespace ironbus {

/// What may be stored of one node or record at most, whoever wrote it; the options' names in the
/// configuration file are in comments. A field over its bound may only shrink.
struct storage_bounds {
  /// Of one field, or of the arguments of one step (max_field_size). A config drive is counted by
  /// itself, not with instance_info.
  size_t field_bytes_max = 1024 * 1024;
  size_t field_depth_max = 25;                       ///< max_field_depth
  size_t config_drive_bytes_max = 64 * 1024 * 1024;  ///< max_config_drive_size
  size_t inventory_bytes_max = 32 * 1024 * 1024;     ///< max_inventory_size
  /// Of a node with all that belongs to it, less config drive and inventory (max_node_size).
  size_t node_bytes_max = 32 * 1024 * 1024;
};

/// How large a value is.
struct extent {
  size_t bytes = 0;  ///< Of its compact JSON text.
  size_t depth = 0;  ///< Levels of objects and lists; 0: neither.
};

/// Measures a value of any depth; it does not recurse.
extent extent_of(const json& document);

}  // namespace ironbus
