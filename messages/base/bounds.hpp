#pragma once

#include "messages/base/json.hpp"

#include <cstddef>

namespace ironbus {

/// Size limits of one stored node or record. The comments name the options of the configuration
/// file. A field that exceeds its limit may only shrink.
struct storage_bounds {
  /// Of one field, or of the arguments of one step (max_field_size). The config drive counts
  /// separately from instance_info.
  size_t field_bytes_max = 1024 * 1024;
  size_t field_depth_max = 25;                       ///< max_field_depth
  size_t config_drive_bytes_max = 64 * 1024 * 1024;  ///< max_config_drive_size
  size_t inventory_bytes_max = 32 * 1024 * 1024;     ///< max_inventory_size
  /// Of a node with all its parts, without config drive and inventory (max_node_size).
  size_t node_bytes_max = 32 * 1024 * 1024;
};

/// The size of a value.
struct extent {
  size_t bytes = 0;  ///< Of its compact JSON text.
  size_t depth = 0;  ///< Levels of objects and lists; 0: neither.
};

/// Measures a value of any depth; it does not recurse.
extent extent_of(const json& document);

}  // namespace ironbus
