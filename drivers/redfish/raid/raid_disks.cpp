#include "drivers/redfish/raid/raid_disks.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr int64_t size_gb_max = int64_t{1} << 30;
constexpr size_t any_number = 64;

constexpr std::array raid_level_rows{
    raid_level_row{"0", "RAID0", 1, any_number, 1, 0},
    raid_level_row{"1", "RAID1", 2, 2, 1, 1},
    raid_level_row{"5", "RAID5", 3, any_number, 1, 1},
    raid_level_row{"6", "RAID6", 4, any_number, 1, 2},
    raid_level_row{"1+0", "RAID10", 4, any_number, 2, 0},
    raid_level_row{"5+0", "RAID50", 6, any_number, 2, 1},
    raid_level_row{"6+0", "RAID60", 8, any_number, 2, 2},
};

const raid_level_row* find_raid_level(std::string_view level) {
  const auto* found = std::find_if(raid_level_rows.begin(), raid_level_rows.end(),
                                   [&](const auto& row) { return row.level == level; });
  return found == raid_level_rows.end() ? nullptr : found;
}

result<std::monostate> read_drives_of(const json& source, wanted_disk& out) {
  const auto& named = source.value("physical_disks", json{});
  if (!named.is_array()) return {};
  for (const auto& one : named) {
    if (!one.is_string())
      return disk_refused(out,
                          "physical_disks must be drive names; Redfish does not support hints");
    out.names.push_back(one.get<std::string>());
  }
  return {};
}

result<wanted_disk> read_disk(const json& source, size_t index) {
  wanted_disk out;
  out.source = &source;
  out.where = "logical_disks/" + std::to_string(index);
  out.level = find_raid_level(out.text("raid_level"));
  if (out.level == nullptr)
    return disk_refused(out,
                        "raid_level '" + out.text("raid_level") +
                            "' is not supported by Redfish; allowed: 0, 1, 5, 6, 1+0, 5+0, 6+0");
  if (out.text("interface_type") == "scsi")
    return disk_refused(out, "interface_type scsi is not supported by Redfish; allowed: sata, sas");
  out.shares = source.value("share_physical_disks", json{}) == true;
  if (const auto count = source.value("number_of_physical_disks", json{});
      count.is_number_integer())
    out.count = count.get<size_t>();
  if (auto read = read_drives_of(source, out); !read) return tl::unexpected(read.error());
  const auto size = source.value("size_gb", json{});
  if (size == "MAX") {
    if (out.names.empty()) return disk_refused(out, "size_gb MAX needs physical_disks");
    return out;
  }
  if (!size.is_number_integer() || size < 1 || size > size_gb_max)
    return disk_refused(out, "size_gb must be MAX, or from 1 to " + std::to_string(size_gb_max));
  out.bytes = size.get<int64_t>() * gibibyte;
  return out;
}

/// Disks with named drives first, then disks with any drives, and MAX last.
int turn_of(const wanted_disk& disk) {
  if (!disk.bytes) return 2;
  return disk.names.empty() ? 1 : 0;
}

}  // namespace

const raid_level_row* find_raid_type(std::string_view type) {
  const auto* found = std::find_if(raid_level_rows.begin(), raid_level_rows.end(),
                                   [&](const auto& row) { return row.type == type; });
  return found == raid_level_rows.end() ? nullptr : found;
}

size_t raid_level_row::data_drives(size_t count) const {
  if (type == "RAID10") return count / 2;
  return count - spans * lost_of_span;
}

bool raid_level_row::takes(size_t count) const {
  return count >= drives_min && count <= drives_max && count % spans == 0;
}

tl::unexpected<failure> disk_refused(const wanted_disk& disk, const std::string& why) {
  return fail(error_code::invalid, disk.where + ": " + why + ".");
}

result<std::vector<wanted_disk>> read_wanted_disks(const json& logical_disks) {
  std::vector<wanted_disk> out;
  for (const auto& one : logical_disks) {
    auto read = read_disk(one, out.size());
    if (!read) return tl::unexpected(read.error());
    out.push_back(std::move(*read));
  }
  std::stable_sort(out.begin(), out.end(), [](const wanted_disk& a, const wanted_disk& b) {
    return turn_of(a) < turn_of(b);
  });
  return out;
}

}  // namespace ironbus
