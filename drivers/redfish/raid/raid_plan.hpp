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
  std::string type;  ///< "RAID1"; empty: it is no volume of drives.
  int64_t bytes = 0;
  std::vector<std::string> drives;  ///< Their paths.
};

struct raid_controller {
  std::string path;
  std::string id;
  std::string name;
  std::string volumes_path;
  std::optional<std::vector<std::string>> types;  ///< It makes these; unset: it does not say.
  std::vector<std::string> apply_times;           ///< When it makes them; empty: it does not say.
  std::vector<raid_drive> drives;
  std::vector<raid_volume> volumes;
};

/// A volume that is to be, of one controller.
struct planned_volume {
  size_t controller = 0;
  std::string type;
  std::optional<int64_t> bytes;  ///< Unset: all that the drives hold.
  std::string name;              ///< Empty: the controller's choice.
  std::vector<std::string> drives;
};

/// Which of a target's logical disks are to be made.
struct raid_selection {
  bool root = true;
  bool others = true;
};

/// Those of a RAID configuration (raid_config.hpp) that are to be made.
json selected_disks(const json& config, const raid_selection& which);

/// What is missing of these logical disks, with the drives it is made of: first for those that name
/// their drives, then for the others the fewest drives of one kind that hold them. A volume that is
/// there and fits counts as made. `invalid` says which disk cannot be made, and why.
result<std::vector<planned_volume>> plan_volumes(const json& logical_disks,
                                                 const std::vector<raid_controller>& controllers);

/// The paths of the volumes that stand for one of these logical disks; none if those are no good.
std::set<std::string> matching_volumes(const json& logical_disks,
                                       const std::vector<raid_controller>& controllers);

/// What there is, as a node's raid_config.
json shown_raid_config(const std::vector<raid_controller>& controllers);

}  // namespace ironbus
