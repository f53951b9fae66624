#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::ramdisk {

/// Maps devices to drivers, from the table that ops/ramdisk writes: lines `module NAME NEEDED…` and
/// `alias PATTERN NAME`.
class module_table {
public:
  explicit module_table(std::string_view text);

  /// Drivers for a device's alias (as "pci:v00001AF4d…").
  [[nodiscard]] std::vector<std::string> for_alias(const std::string& alias) const;
  /// Its dependencies, deepest first, and the module itself; none if it is unknown.
  [[nodiscard]] std::vector<std::string> with_needed(const std::string& name) const;

private:
  void add_needed(const std::string& name, std::vector<std::string>& out,
                  std::set<std::string>& seen) const;

  std::map<std::string, std::vector<std::string>> needed_;
  // By the text before the ':', because a machine has few kinds of devices.
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> aliases_;
};

/// Loads modules that no device requests, such as file systems. Called on demand, because each
/// takes time at start. Skips loaded and unknown ones. Returns the number of loaded modules.
int load_named_modules(const std::vector<std::string>& names,
                       const std::filesystem::path& modules = "/lib/modules");

/// Loads the drivers of all devices from NAME.ko or NAME.ko.xz of that folder. Repeats for devices
/// that appear. Returns the number of loaded modules.
int load_modules(const std::filesystem::path& modules, const std::filesystem::path& sysfs);

}  // namespace ironbus::ramdisk
