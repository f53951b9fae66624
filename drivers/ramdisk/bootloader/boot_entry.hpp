#pragma once

#include "drivers/ramdisk/deploy/partition_table.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// Path of a boot loader in an EFI system partition, and its label in the firmware's menu.
struct boot_loader {
  std::string path;  // "\EFI\debian\shimx64.efi"
  std::string label;
};

/// Searches a mounted EFI system partition like ironic-python-agent: a BOOTX64.CSV names loader and
/// label, else EFI/BOOT/BOOTX64.EFI or the name of another architecture. Nothing if there is none.
std::optional<boot_loader> find_boot_loader(const std::filesystem::path& place);

/// EFI_LOAD_OPTION (UEFI 2.10, section 3.1.3) of a loader on a GPT partition.
std::string load_option(const boot_loader& loader, const partition& system_partition);
/// The label of such an option; empty if it is invalid.
std::string label_of(const std::string& option);

/// The firmware's variables, as files.
class boot_entries {
public:
  explicit boot_entries(std::filesystem::path variables) : folder_{std::move(variables)} {}

  /// Makes the loader the first boot entry and deletes entries with the same label. Throws
  /// command_failure (CommandExecutionError) if the firmware rejects it.
  void put_first(const boot_loader& loader, const partition& system_partition) const;
  /// Deletes entries whose label contains one of these texts. Returns their number.
  int remove(const std::vector<std::string>& texts) const;

private:
  [[nodiscard]] std::vector<int> entries() const;
  [[nodiscard]] std::vector<int> order() const;
  [[nodiscard]] std::string read(const std::string& name) const;
  void write(const std::string& name, const std::string& value) const;
  void write_order(const std::vector<int>& numbers) const;

  std::filesystem::path folder_;
};

/// On a machine started by UEFI: creates the boot entry for the disk's EFI system partition.
/// Otherwise does nothing, because the image contains its boot loader. Throws command_failure:
/// DeviceNotFound, …
void install_boot_entry(const std::string& device, std::uint64_t sector,
                        const std::filesystem::path& sysfs);

}  // namespace ironbus::ramdisk
