#include "drivers/boot/dnsmasq_files.hpp"

#include "drivers/boot/boot_writer.hpp"
#include "drivers/boot/fixed_addresses.hpp"
#include "drivers/kit/whole_file.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/served_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace ironbus {

namespace fs = std::filesystem;

namespace {

constexpr unsigned dnsmasq_file_mode = 0644;
constexpr const char* known_tag = "set:ironbus";
constexpr const char* address_lock = "addresses";
constexpr const char* unknown_tag = "set:ironbus-gone";  ///< No option uses it.

struct firmware_row {
  std::string_view tag;
  std::string_view arch;  ///< Empty: any.
  bool by_http;           ///< It fetches by HTTP itself.
};

constexpr std::array firmware_rows{
    firmware_row{"efi64", "x86_64", false},
    firmware_row{"efi-arm64", "aarch64", false},
    firmware_row{"http64", "x86_64", true},
    firmware_row{"http-arm64", "aarch64", true},
};

/// x86 has no architecture suffix; empty: no loader.
std::string loader_of(boot_loader loader, std::string_view arch, const loader_names& names) {
  const auto& by_arch = loader == boot_loader::grub ? names.grub_by_arch : names.ipxe_by_arch;
  for (const auto& key : {std::string{arch} + "-uefi", std::string{arch}})
    if (const auto found = by_arch.find(key); found != by_arch.end()) return found->second;
  if (arch != "x86_64") return {};
  return loader == boot_loader::grub ? names.grub : names.ipxe;
}

/// The only BIOS is that of x86.
const std::string& bios_loader_of(const loader_names& names) {
  const auto found = names.ipxe_by_arch.find("x86_64-bios");
  return found == names.ipxe_by_arch.end() ? names.bios : found->second;
}

std::string boot_file_line(const std::string& tags, const std::string& file) {
  return tags + ",option:bootfile-name," + file + "\n";
}

/// dnsmasq ignores it.
std::string installation_mark(const boot_options& options) {
  return options.installation.empty() ? std::string{} : "# ironbus " + options.installation + "\n";
}

bool is_mark(std::string_view line) { return line.starts_with('#'); }

bool has_our_mark(const fs::path& path, const boot_options& options) {
  std::ifstream file{path};
  std::string first;
  std::getline(file, first);
  return !options.installation.empty() && first + "\n" == installation_mark(options);
}

fixed_addresses addresses_in(const fs::path& hosts_file) {
  std::ifstream file{hosts_file};
  fixed_addresses out;
  for (std::string line; std::getline(file, line);)
    if (auto address = address_in(line); !address.empty())
      out[line.substr(0, line.find(','))] = std::move(address);
  return out;
}

/// Machines that boot at the same time must not get the same offer.
fixed_addresses addresses_for(const dhcp_machine& machine, const dhcp_options& dhcp) {
  return assign_addresses(machine.macs, addresses_in(fs::path{dhcp.hosts_dir} / machine.uuid),
                          addresses_of_others(dhcp.hosts_dir, machine.uuid), dhcp.managed_range);
}

std::string host_lines(const dhcp_machine& machine, bool boots, const boot_options& options,
                       const fixed_addresses& addresses) {
  auto out = installation_mark(options);
  for (const auto& mac : machine.macs) {
    const auto fixed = addresses.find(mac);
    out += mac + "," + known_tag + (boots ? ",set:ironbus-" + machine.uuid : "") +
           (fixed == addresses.end() ? "" : "," + fixed->second) + "\n";
  }
  return out;
}

std::vector<std::string> macs_in(const fs::path& hosts_file) {
  std::ifstream file{hosts_file};
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);)
    if (!is_mark(line)) out.push_back(line.substr(0, line.find(',')));
  return out;
}

std::optional<failure> write_file(const std::string& folder, const std::string& name,
                                  const std::string& content) {
  const auto written = write_whole((fs::path{folder} / name).string(), content, dnsmasq_file_mode);
  if (written) return std::nullopt;
  return written.error();
}

/// Assigns addresses to one machine at a time.
std::optional<failure> write_hosts(const dhcp_machine& machine, bool boots,
                                   const boot_options& options) {
  const auto& dhcp = options.dhcp;
  if (dhcp.managed_range.empty())
    return write_file(dhcp.hosts_dir, machine.uuid, host_lines(machine, boots, options, {}));
  const boot_files_lock alone{dhcp.hosts_dir, address_lock};
  return write_file(dhcp.hosts_dir, machine.uuid,
                    host_lines(machine, boots, options, addresses_for(machine, dhcp)));
}

/// Lines of another node's file without these addresses; unset if it has none of them. Empty: no
/// address is left.
std::optional<std::string> lines_without(const fs::path& path,
                                         const std::vector<std::string>& macs) {
  std::ifstream file{path};
  std::string out;
  bool found = false;
  bool hosts_left = false;
  for (std::string line; std::getline(file, line);) {
    const auto mac = line.substr(0, line.find(','));
    if (std::find(macs.begin(), macs.end(), mac) != macs.end()) {
      found = true;
      continue;
    }
    hosts_left = hosts_left || !is_mark(line);
    out += line + "\n";
  }
  if (!found) return std::nullopt;
  return hosts_left ? out : std::string{};
}

/// A port may have belonged to another node. If two files name it, dnsmasq uses the one that it
/// read last.
std::optional<failure> remove_from_others(const dhcp_machine& machine, const std::string& folder) {
  std::error_code wrong;
  for (const auto& entry : fs::directory_iterator{folder, wrong}) {
    const auto name = entry.path().filename().string();
    if (name == machine.uuid || !is_uuid(name)) continue;
    const auto rest = lines_without(entry.path(), machine.macs);
    if (!rest) continue;
    if (rest->empty())
      fs::remove(entry.path(), wrong);
    else if (auto unwritten = write_file(folder, name, *rest))
      return unwritten;
  }
  return std::nullopt;  // the write creates a missing folder
}

}  // namespace

std::string boot_file_lines(const std::string& tags, boot_loader loader, const loader_names& names,
                            const std::string& service_url, const std::string& disk_url) {
  const auto folder = std::string{network_folder} + "/";
  auto out = boot_file_line(tags + ",tag:bios,tag:!ipxe", folder + bios_loader_of(names));
  const auto script = service_url + boot_file_path(network_folder, ipxe_script_name);
  const bool script_known = !service_url.empty();
  if (script_known) out += boot_file_line(tags + ",tag:bios,tag:ipxe", script);
  for (const auto& row : firmware_rows) {
    const auto file = loader_of(loader, row.arch, names);
    const auto which = tags + ",tag:" + std::string{row.tag};
    if (row.by_http && !disk_url.empty()) {
      out += boot_file_line(which, disk_url);
      continue;
    }
    if (file.empty() || (row.by_http && !script_known)) continue;
    if (row.by_http) {
      out += boot_file_line(which, service_url + boot_file_path(network_folder, file));
      continue;
    }
    const bool leads_to_script = loader == boot_loader::ipxe && script_known;
    out += boot_file_line(which + (leads_to_script ? ",tag:!ipxe" : ""), folder + file);
    if (leads_to_script) out += boot_file_line(which + ",tag:ipxe", script);
  }
  return out;
}

std::optional<failure> offer_boot(const dhcp_machine& machine, boot_loader loader,
                                  const boot_options& options, const std::string& service_url) {
  const auto lines = boot_file_lines("tag:ironbus-" + machine.uuid, loader, options.loaders,
                                     service_url, machine.disk_url);
  // The tag's options are written before the tag.
  if (auto wrong = write_file(options.dhcp.opts_dir, machine.uuid, lines)) return wrong;
  if (auto wrong = remove_from_others(machine, options.dhcp.hosts_dir)) return wrong;
  return write_hosts(machine, true, options);
}

std::optional<failure> withdraw_boot(const std::string& uuid, const boot_options& options) {
  const auto path = fs::path{options.dhcp.hosts_dir} / uuid;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  const dhcp_machine machine{uuid, macs_in(path), {}};
  if (auto wrong = write_hosts(machine, false, options)) return wrong;
  fs::remove(fs::path{options.dhcp.opts_dir} / uuid, ignored);
  return std::nullopt;
}

std::optional<failure> register_host(const dhcp_machine& machine, const boot_options& options) {
  const auto& folder = options.dhcp.hosts_dir;
  if (auto wrong = remove_from_others(machine, folder)) return wrong;
  return write_hosts(machine, false, options);
}

bool is_boot_offered(const std::string& uuid, const boot_options& options) {
  std::error_code ignored;
  return fs::exists(fs::path{options.dhcp.opts_dir} / uuid, ignored);
}

std::vector<std::string> own_hosts(const boot_options& options) {
  std::vector<std::string> out;
  std::error_code wrong;
  for (fs::directory_iterator file{options.dhcp.hosts_dir, wrong}, none; !wrong && file != none;
       file.increment(wrong))
    if (auto name = file->path().filename().string();
        is_uuid(name) && has_our_mark(file->path(), options))
      out.push_back(std::move(name));
  std::sort(out.begin(), out.end());
  return out;
}

void mark_host_unknown(const std::string& uuid, const boot_options& options) {
  const auto mark = installation_mark(options);
  auto lines = mark;
  for (const auto& mac : macs_in(fs::path{options.dhcp.hosts_dir} / uuid))
    lines += mac + "," + unknown_tag + "\n";
  if (lines != mark) write_file(options.dhcp.hosts_dir, uuid, lines);
}

void remove_host_files(const std::string& uuid, const boot_options& options) {
  for (const auto& folder : {options.dhcp.hosts_dir, options.dhcp.opts_dir}) {
    std::error_code ignored;
    fs::remove(fs::path{folder} / uuid, ignored);
  }
}

}  // namespace ironbus
