#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::ramdisk {

/// Which driver is for which device, from the table that ops/ramdisk writes: lines `module NAME
/// NEEDED…` and `alias PATTERN NAME`.
class module_table {
public:
  explicit module_table(std::string_view text);

  /// Names of what a device's alias (as "pci:v00001AF4d…") asks for.
  [[nodiscard]] std::vector<std::string> for_alias(const std::string& alias) const;
  /// What it needs, deepest first, and then itself; none if it is not in the table.
  [[nodiscard]] std::vector<std::string> with_needed(const std::string& name) const;

private:
  void add_needed(const std::string& name, std::vector<std::string>& out,
                  std::set<std::string>& seen) const;

  std::map<std::string, std::vector<std::string>> needed_;
  // By what stands before the ':', since a machine has few kinds of devices.
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> aliases_;
};

/// Loads what no device asks for, as file systems: when it is needed, since each costs the start
/// time. Those that are there already or not known are passed over. Returns how many.
int load_named_modules(const std::vector<std::string>& names,
                       const std::filesystem::path& modules = "/lib/modules");

/// Loads the drivers of all devices, from NAME.ko or NAME.ko.xz of that folder, and again for
/// devices that those made appear. Returns how many.
int load_modules(const std::filesystem::path& modules, const std::filesystem::path& sysfs);

}  // namespace ironbus::ramdisk
