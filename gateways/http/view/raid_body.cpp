#include "gateways/http/view/raid_body.hpp"

#include "messages/contract/raid_config.hpp"

#include <array>

namespace ironbus::http {

namespace {

constexpr std::array disk_fields{
    body_field{.name = "raid_level",
               .type = body_type::text,
               .flags = needed,
               .description = "JBOD, 0, 1, 2, 5, 6, 1+0, 5+0 or 6+0. Required."},
    body_field{
        .name = "size_gb",
        .flags = needed,
        .description = "Size in GiB (a whole number), or MAX for the remaining space. Required."},
    body_field{.name = "volume_name",
               .type = body_type::text,
               .description = "Name of the volume. Default: generated. Optional."},
    body_field{.name = "is_root_volume",
               .type = body_type::boolean,
               .description = "Whether this is the root volume. Default: false. Optional."},
    body_field{.name = "share_physical_disks",
               .type = body_type::boolean,
               .description =
                   "Whether other logical disks may use the same disks. Default: false. Optional."},
    body_field{.name = "disk_type",
               .type = body_type::text,
               .description = "hdd or ssd. Default: any. Optional."},
    body_field{.name = "interface_type",
               .type = body_type::text,
               .description = "sata, scsi or sas. Default: any. Optional."},
    body_field{
        .name = "number_of_physical_disks",
        .description = "Number of disks to use. Default: as few as the level needs. Optional."},
    body_field{.name = "controller",
               .type = body_type::text,
               .description = "The controller to use. Default: chosen by the driver. Optional."},
    body_field{.name = "physical_disks",
               .type = body_type::list,
               .description = "The disks to use, by the names the driver gives them; chosen by the "
                              "driver if absent. Optional."},
};

/// Applies the rules of the model, which drivers use for their arguments, too.
result<std::monostate> check_disks(const std::string&, const json& disks, int) {
  return check_raid_config(json{{"logical_disks", disks}});
}

constexpr std::array raid_fields{
    body_field{.name = "logical_disks",
               .type = body_type::list,
               .flags = not_empty,
               .members = &logical_disk_body,
               .check = check_disks,
               .description = "If absent, no volumes."},
};

}  // namespace

const body_table logical_disk_body{.fields = disk_fields};
const body_table raid_body{.name = "RaidRequest", .fields = raid_fields};

}  // namespace ironbus::http
