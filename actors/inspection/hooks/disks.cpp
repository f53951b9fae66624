#include "actors/inspection/hooks/disk_hints.hpp"
#include "actors/inspection/hooks/reading.hpp"

#include <algorithm>
#include <set>

// Hooks about disks.

namespace ironbus::inspection {

namespace {

constexpr int64_t bytes_in_gib = int64_t{1} << 30;
/// raid-device stores the names of the disks here for the next run.
constexpr auto disk_names_key = "inspected_disk_names";

void set_local_gb(hook_context& x, int64_t size) {
  x.docs.plugin_data["local_gb"] = size;
  set_property(x, "local_gb", size);
}

int64_t usable_gb(const hook_context& x, const json& disk) {
  const auto size = count_in(member(disk, "size")).value_or(0) / bytes_in_gib;
  return x.options.disk_partitioning_spacing ? std::max<int64_t>(size - 1, 0) : size;
}

/// World-wide names and serial numbers with their hints, "wwn=0x5000…". Some controllers give all
/// their volumes one serial number, so it counts only for a disk without a world-wide name.
std::set<std::string> names_of_disks(const json& disks) {
  std::set<std::string> out;
  for (const auto& disk : list_in(disks))
    for (const auto* hint : {"wwn", "serial"})
      if (const auto name = text_in(member(disk, hint)); name && !name->empty()) {
        out.insert(std::string{hint} + "=" + *name);
        break;
      }
  return out;
}

/// `name`: HINT=VALUE, as names_of_disks() gives it.
void set_root_hint(hook_context& context, const std::string& name) {
  const auto mark = name.find('=');
  set_property(context, "root_device", {{name.substr(0, mark), name.substr(mark + 1)}});
}

}  // namespace

/// Chooses a disk by the node's hints; without hints the ramdisk's choice stays.
checked choose_root_disk(hook_context& context) {
  const auto& properties = context.docs.node.at("properties");
  const auto& hints = member(properties, "root_device");
  if (hints.is_null() || hints.empty()) {
    const auto& chosen = member(context.docs.plugin_data, "root_disk");
    set_local_gb(context, chosen.is_object() ? usable_gb(context, chosen) : 0);
    return {};
  }
  const auto disk = find_disk(member(context.docs.inventory, "disks"), hints,
                              member(properties, "skip_block_devices"));
  if (!disk) return tl::unexpected(disk.error());
  if (*disk == nullptr)
    return fail(error_code::invalid, "No disk of the machine satisfies the root device hints.");
  context.docs.plugin_data["root_disk"] = **disk;
  set_local_gb(context, usable_gb(context, **disk));
  return {};
}

/// A disk that is new since the last inspection is the RAID volume created in between.
checked find_raid_device(hook_context& context) {
  constexpr size_t names_max = 512;
  auto now = names_of_disks(member(context.docs.inventory, "disks"));
  if (now.size() > names_max) {
    context.log("warning", "the inventory has too many disks; only the first are compared");
    return {};
  }
  auto& internal = context.docs.node["driver_internal_info"];
  const auto& before = member(internal, disk_names_key);
  if (before.is_array() && !member(context.docs.node.at("properties"), "root_device").is_object()) {
    std::vector<std::string> fresh;
    for (const auto& name : now)
      if (std::find(before.begin(), before.end(), name) == before.end()) fresh.push_back(name);
    if (fresh.size() == 1)
      set_root_hint(context, fresh.front());
    else
      context.log("warning",
                  "no single new disk: " + std::to_string(fresh.size()) + " have appeared");
  }
  internal[disk_names_key] = now;
  return {};
}

}  // namespace ironbus::inspection
