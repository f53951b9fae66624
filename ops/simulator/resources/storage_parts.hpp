#pragma once

#include "ops/simulator/redfish/call.hpp"
#include "ops/simulator/redfish/paths.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ironbus::simulator {

/// The only storage controller.
inline constexpr std::string_view controller_id = "RAID.1";

inline std::string storage_path(const profile& kind) {
  return system_path(kind, "/Storage/" + std::string{controller_id});
}
inline std::string drive_name(unsigned number) { return "Disk." + std::to_string(number); }
inline std::string drive_path(const profile& kind, unsigned number) {
  return storage_path(kind) + "/Drives/" + drive_name(number);
}
/// The drive with this path.
std::optional<unsigned> find_drive(const profile& kind, std::string_view path);
/// Links to the drives of a volume.
json drive_links(const profile& kind, const std::vector<unsigned>& drives);

}  // namespace ironbus::simulator
