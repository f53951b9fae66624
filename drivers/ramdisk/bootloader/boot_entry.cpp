#include "drivers/ramdisk/bootloader/boot_entry.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/log.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/deploy/disk_tools.hpp"
#include "drivers/ramdisk/inventory/disk.hpp"

#include <algorithm>
#include <array>

namespace ironbus::ramdisk {

namespace fs = std::filesystem;

namespace {

constexpr const char* global_guid = "-8be4df61-93ca-11d2-aa0d-00e098032b8c";
constexpr unsigned attributes = 7;  // non-volatile, boot and run time
constexpr int boot_numbers_max = 0x10000;
constexpr int folder_depth_max = 6;
constexpr std::array loader_names{"bootx64.efi", "bootaa64.efi", "bootia32.efi", "grubaa64.efi",
                                  "winload.efi"};
constexpr std::array pointer_names{"bootx64.csv", "bootaa64.csv", "boot.csv"};

std::string packed_number(std::uint64_t value, int size) {
  std::string out;
  for (int i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

std::string utf16(const std::string& text) {
  std::string out;
  for (const char c : text) out += std::string{c, '\0'};
  return out + std::string(2, '\0');
}

std::string from_utf16(const std::string& bytes) {
  std::string out;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
    if (bytes[i + 1] == '\0' && bytes[i] > 0) out += bytes[i];
  return out;
}

std::string node(unsigned char type, unsigned char subtype, const std::string& body) {
  return std::string{static_cast<char>(type), static_cast<char>(subtype)} +
         packed_number(body.size() + 4, 2) + body;
}

std::string entry_name(int number_of_entry) {
  std::string bytes{static_cast<char>(number_of_entry >> 8),
                    static_cast<char>(number_of_entry & 0xff)};
  auto out = to_hex(bytes);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return "Boot" + out;
}

template <class Names>
bool is_one_of(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), lower(name)) != names.end();
}

std::string efi_path(const fs::path& place, const fs::path& file) {
  auto out = "\\" + fs::relative(file, place).string();
  std::replace(out.begin(), out.end(), '/', '\\');
  return out;
}

/// "shimx64.efi,debian,,…" in UTF-16, next to the loader it names.
std::optional<boot_loader> read_pointer(const fs::path& place, const fs::path& file) {
  const auto text = from_utf16(read_file(file, 4096).value_or(""));
  const auto parts = split(text.substr(0, text.find('\n')), ',');
  if (parts.size() < 2 || parts[0].empty()) return std::nullopt;
  return boot_loader{efi_path(place, file.parent_path() / parts[0]), trimmed(parts[1])};
}

}  // namespace

std::optional<boot_loader> find_boot_loader(const fs::path& place) {
  std::vector<fs::path> loaders;
  std::error_code error;
  for (fs::recursive_directory_iterator file{place, error}, end; !error && file != end;
       file.increment(error)) {
    if (file.depth() > folder_depth_max) file.disable_recursion_pending();
    const auto name = file->path().filename().string();
    if (is_one_of(pointer_names, name))
      if (auto found = read_pointer(place, file->path())) return found;
    if (is_one_of(loader_names, name)) loaders.push_back(file->path());
  }
  if (loaders.empty()) return std::nullopt;
  std::sort(loaders.begin(), loaders.end());
  return boot_loader{efi_path(place, loaders.front()), "ironic1"};
}

std::string load_option(const boot_loader& loader, const partition& system_partition) {
  const std::string guid{reinterpret_cast<const char*>(system_partition.guid.data()),
                         system_partition.guid.size()};
  const auto drive = packed_number(static_cast<std::uint64_t>(system_partition.number), 4) +
                     packed_number(system_partition.first, 8) +
                     packed_number(system_partition.count, 8) + guid + std::string{2, 2};
  const auto path = node(4, 1, drive) + node(4, 4, utf16(loader.path)) + node(0x7f, 0xff, "");
  return packed_number(1, 4) + packed_number(path.size(), 2) + utf16(loader.label) + path;
}

std::string label_of(const std::string& option) {
  if (option.size() < 8) return {};
  std::size_t end = 6;
  while (end + 1 < option.size() && (option[end] != '\0' || option[end + 1] != '\0')) end += 2;
  return from_utf16(option.substr(6, end - 6));
}

std::string boot_entries::read(const std::string& name) const {
  const auto bytes = read_file(folder_ / (name + global_guid), 64 * 1024).value_or("");
  return bytes.size() > 4 ? bytes.substr(4) : std::string{};
}

void boot_entries::write(const std::string& name, const std::string& value) const {
  const auto path = folder_ / (name + global_guid);
  const auto bytes = packed_number(attributes, 4) + value;
  if (!write_file(path, bytes))
    throw execution_failed("The firmware rejected the variable " + name + ": " + last_error());
}

std::vector<int> boot_entries::entries() const {
  std::vector<int> out;
  for (const auto& name : names_in(folder_)) {
    if (name.size() != 8 + std::string{global_guid}.size() || name.rfind("Boot", 0) != 0) continue;
    if (const auto value = number(name.substr(4, 4), 16)) out.push_back(static_cast<int>(*value));
  }
  return out;
}

std::vector<int> boot_entries::order() const {
  const auto bytes = read("BootOrder");
  std::vector<int> out;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
    out.push_back(static_cast<unsigned char>(bytes[i]) | static_cast<unsigned char>(bytes[i + 1])
                                                             << 8);
  return out;
}

void boot_entries::write_order(const std::vector<int>& numbers) const {
  std::string bytes;
  for (const auto one : numbers) bytes += packed_number(static_cast<std::uint64_t>(one), 2);
  write("BootOrder", bytes);
}

int boot_entries::remove(const std::vector<std::string>& texts) const {
  auto kept = order();
  int out = 0;
  for (const auto one : entries()) {
    const auto label = label_of(read(entry_name(one)));
    const bool unwanted = std::any_of(texts.begin(), texts.end(), [&label](const std::string& x) {
      return !x.empty() && label.find(x) != std::string::npos;
    });
    std::error_code error;
    if (!unwanted || !fs::remove(folder_ / (entry_name(one) + global_guid), error)) continue;
    kept.erase(std::remove(kept.begin(), kept.end(), one), kept.end());
    ++out;
  }
  if (out > 0) write_order(kept);
  return out;
}

void boot_entries::put_first(const boot_loader& loader, const partition& system_partition) const {
  auto kept = order();
  for (const auto one : entries()) {
    std::error_code error;
    if (label_of(read(entry_name(one))) != loader.label) continue;
    fs::remove(folder_ / (entry_name(one) + global_guid), error);
    kept.erase(std::remove(kept.begin(), kept.end(), one), kept.end());
  }
  const auto used = entries();
  int free_number = 0;
  while (free_number < boot_numbers_max &&
         std::find(used.begin(), used.end(), free_number) != used.end())
    ++free_number;
  write(entry_name(free_number), load_option(loader, system_partition));
  kept.insert(kept.begin(), free_number);
  write_order(kept);
  log_line("boot entry " + entry_name(free_number) + " '" + loader.label + "' is " + loader.path);
}

void install_boot_entry(const std::string& device, std::uint64_t sector, const fs::path& sysfs) {
  std::error_code error;
  if (!fs::is_directory(sysfs / "firmware" / "efi", error)) return;
  const auto table = table_of(device, sector);
  const auto system = std::find_if(table.partitions.begin(), table.partitions.end(),
                                   [](const partition& x) { return x.type == efi_system_type; });
  if (system == table.partitions.end())
    throw device_not_found("No EFI partition could be detected on device " + device +
                           " and EFI partition UUID has not been recorded during deployment (which "
                           "is often the case for "
                           "whole disk images). Are you using a UEFI-compatible image?");
  const mounted_system mounted{partition_name(device, system->number), "/mnt/esp",
                               system_partition_kinds, mounted_system::access::read};
  const auto loader = find_boot_loader(mounted.place());
  if (!loader) {
    log_line("the EFI system partition of " + device + " has no boot loader");
    return;
  }
  boot_entries{sysfs / "firmware" / "efi" / "efivars"}.put_first(*loader, *system);
}

}  // namespace ironbus::ramdisk
