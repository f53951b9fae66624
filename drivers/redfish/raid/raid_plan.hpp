#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ironbus {

struct raid_drive {
  std::string path;
  std::string id;
  std::string name;
  std::string media;     ///< "HDD", "SSD".
  std::string protocol;  ///< "SATA", "SAS", "NVMe".
  int64_t bytes = 0;
};

struct raid_volume {
  std::string path;
  std::string id;
  std::string name;
  std::string type;  ///< "RAID1"; empty: not a volume of drives.
  int64_t bytes = 0;
  std::vector<std::string> drives;  ///< Their paths.
};

struct raid_controller {
  std::string path;
  std::string id;
  std::string name;
  std::string volumes_path;
  std::optional<std::vector<std::string>> types;  ///< Supported types; unset: not reported.
  std::vector<std::string> apply_times;           ///< Supported apply times; empty: not reported.
  std::vector<raid_drive> drives;
  std::vector<raid_volume> volumes;
};

/// A volume to create on one controller.
struct planned_volume {
  size_t controller = 0;
  std::string type;
  std::optional<int64_t> bytes;  ///< Unset: maximum size.
  std::string name;              ///< Empty: the controller chooses.
  std::vector<std::string> drives;
};

/// Which of a target's logical disks to create.
struct raid_selection {
  bool root = true;
  bool others = true;
};

/// The disks of a RAID configuration (raid_config.hpp) to create.
json selected_disks(const json& config, const raid_selection& which);

/// Plans the missing volumes and their drives: first the disks that name their drives, then, for
/// the others, the fewest matching drives of one kind. An existing volume that matches counts as
/// created. `invalid` names a disk that cannot be created and why.
result<std::vector<planned_volume>> plan_volumes(const json& logical_disks,
                                                 const std::vector<raid_controller>& controllers);

/// Paths of the volumes that match these logical disks; empty if the disks are invalid.
std::set<std::string> matching_volumes(const json& logical_disks,
                                       const std::vector<raid_controller>& controllers);

/// The current volumes in the format of a node's raid_config.
json shown_raid_config(const std::vector<raid_controller>& controllers);

}  // namespace ironbus
