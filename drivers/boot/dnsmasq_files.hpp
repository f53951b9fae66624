#pragma once

#include "drivers/boot/boot_options.hpp"
#include "drivers/boot/network_boot.hpp"
#include "messages/base/errors.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus {

// What dnsmasq is told, in the words of its own options (dnsmasq(8)). Its configuration
// (dnsmasq_config) sets a tag for the kind of firmware that asks: bios, efi64, efi-arm64, http64
// (UEFI HTTP boot), http-arm64, and ipxe for iPXE itself.

/// The lines "TAGS,option:bootfile-name,NAME" for all kinds of firmware. `service_url` is where
/// this service is; without one there are no lines for what is fetched by HTTP. With a URL UEFI
/// fetches that by HTTP instead.
std::string boot_file_lines(const std::string& tags, boot_loader loader, const loader_names& names,
                            const std::string& service_url, const std::string& disk_url = {});

/// A machine of which dnsmasq is told.
struct dhcp_machine {
  std::string uuid;
  std::vector<std::string> macs;  ///< "aa:bb:cc:dd:ee:ff"
  std::string disk_url;           ///< What UEFI fetches by HTTP; empty: a boot loader.
};

/// Has dnsmasq answer the machine, with what `loader` boots by: hosts_dir/UUID and opts_dir/UUID,
/// which dnsmasq reads by inotify. Whole files, for a reader that looks at any moment. Blocks.
/// `unavailable` names the file.
std::optional<failure> offer_boot(const dhcp_machine& machine, boot_loader loader,
                                  const boot_options& options, const std::string& service_url);

/// Has dnsmasq answer the machine but give it nothing to boot: its hosts_dir/UUID says so from now
/// on, as dnsmasq does not see that a file is gone. Does nothing where there is no such file.
/// Blocks; a failure is `unavailable`.
std::optional<failure> withdraw_boot(const std::string& uuid, const boot_options& options);

/// The same of a machine that dnsmasq was told of at another place.
std::optional<failure> know_host(const dhcp_machine& machine, const boot_options& options);

/// Whether dnsmasq gives it something to boot. Blocks.
bool is_boot_offered(const std::string& uuid, const boot_options& options);

/// The nodes that dnsmasq is told of, by UUID, each once. Blocks.
std::vector<std::string> known_hosts(const boot_options& options);

/// Has dnsmasq take the machine for one that it has never heard of: the first half of forgetting a
/// node that is no more. A dnsmasq that runs sees what a file says now, and not that it is gone, so
/// some time later comes remove_host_files(). Blocks; what cannot be written is left to that.
void disown_host(const std::string& uuid, const boot_options& options);
void remove_host_files(const std::string& uuid, const boot_options& options);

}  // namespace ironbus
