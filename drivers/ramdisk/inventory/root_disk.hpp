#pragma once

#include "drivers/ramdisk/inventory/disk.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// Whether a disk's value meets a hint's expression, as ironic-python-agent judges it: `value`
/// alone is equality, or an operator first (s==, s!=, s<, s<=, s>, s>=, <in>, <all-in>, <or>, ==,
/// !=, =, <, <=,
/// >, >=). Texts are compared without regard to case.
bool hint_matches(const std::string& expression, const std::string& value, bool is_number);

/// Whether the disk meets all hints of a node's root_device. Throws command_failure
/// (DeviceNotFound) for hints that there are none of or that cannot be.
bool meets_hints(const disk& candidate, const nlohmann::json& hints);

/// The disk to deploy to: the first that meets the hints, or without hints the smallest of at least
/// 4 GiB. Throws command_failure (DeviceNotFound) if there is none.
const disk& choose_root_disk(const std::vector<disk>& disks, const nlohmann::json& hints);

/// Of a node's properties (or of instance_info, which goes first): root_device.
nlohmann::json root_hints_of(const nlohmann::json& node);
/// Disks that the node's property skip_block_devices leaves alone are left out.
std::vector<disk> without_skipped(std::vector<disk> disks, const nlohmann::json& node);

}  // namespace ironbus::ramdisk
