#pragma once

#include "drivers/ramdisk/inventory/disk.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// Whether a value matches a hint's expression, by ironic-python-agent's rules: a plain value means
/// equality, or an operator comes first (s==, s!=, s<, s<=, s>, s>=, <in>, <all-in>, <or>, ==, !=,
/// =, <, <=, >, >=). Comparison of texts ignores case.
bool hint_matches(const std::string& expression, const std::string& value, bool is_number);

/// Whether the disk matches all hints of a node's root_device. Throws command_failure
/// (DeviceNotFound) for unknown or invalid hints.
bool meets_hints(const disk& candidate, const nlohmann::json& hints);

/// The disk to deploy to: the first that matches the hints, or without hints the smallest of at
/// least 4 GiB. Never a disk that root_disk_rule.hpp excludes. Throws command_failure
/// (DeviceNotFound) if there is none.
const disk& choose_root_disk(const std::vector<disk>& disks, const nlohmann::json& hints);

/// root_device of a node's properties, or of instance_info, which takes precedence.
nlohmann::json root_hints_of(const nlohmann::json& node);
/// Removes the disks in the node's property skip_block_devices.
std::vector<disk> without_skipped(std::vector<disk> disks, const nlohmann::json& node);

}  // namespace ironbus::ramdisk
