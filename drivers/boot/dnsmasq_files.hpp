#pragma once

#include "drivers/boot/boot_options.hpp"
#include "drivers/boot/network_boot.hpp"
#include "messages/base/errors.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

// Files for dnsmasq, in the format of its options (dnsmasq(8)). Its configuration (dnsmasq_config)
// sets a tag for the firmware: bios, efi64, efi-arm64, http64 (UEFI HTTP boot), http-arm64, and
// ipxe for iPXE itself.

/// The lines "TAGS,option:bootfile-name,NAME" for all kinds of firmware. `service_url` is the URL
/// of this service; if empty, there are no lines for HTTP. With `disk_url`, UEFI fetches that URL
/// by HTTP.
std::string boot_file_lines(const std::string& tags, boot_loader loader, const loader_names& names,
                            const std::string& service_url, const std::string& disk_url = {});

/// A machine that dnsmasq knows.
struct dhcp_machine {
  std::string uuid;
  std::vector<std::string> macs;  ///< "aa:bb:cc:dd:ee:ff"
  std::string disk_url;           ///< URL that UEFI fetches by HTTP; empty: a boot loader.
};

/// Makes dnsmasq answer the machine with the boot program of `loader`. Writes hosts_dir/UUID and
/// opts_dir/UUID, which dnsmasq reads by inotify. Files are replaced atomically. Blocks.
/// `unavailable` names the file.
std::optional<failure> offer_boot(const dhcp_machine& machine, boot_loader loader,
                                  const boot_options& options, const std::string& service_url);

/// Makes dnsmasq answer the machine without a boot program. Rewrites hosts_dir/UUID, because
/// dnsmasq does not notice deleted files. Does nothing if the file does not exist. Blocks. A
/// failure is `unavailable`.
std::optional<failure> withdraw_boot(const std::string& uuid, const boot_options& options);

/// The same for a machine that dnsmasq knew at another boot file location.
std::optional<failure> register_host(const dhcp_machine& machine, const boot_options& options);

/// Whether dnsmasq offers it a boot program. Blocks.
bool is_boot_offered(const std::string& uuid, const boot_options& options);

/// UUIDs of the nodes whose host files carry this installation's id, sorted. Files without it
/// belong to other installations, to operators or to earlier releases. Blocks.
std::vector<std::string> own_hosts(const boot_options& options);

/// Makes dnsmasq treat the machine as unknown: the first half of removing a deleted node. A running
/// dnsmasq reads changed files but does not notice deleted ones, so remove_host_files() follows
/// some time later. Blocks. Write errors are left to that call.
void mark_host_unknown(const std::string& uuid, const boot_options& options);
void remove_host_files(const std::string& uuid, const boot_options& options);

}  // namespace ironbus
