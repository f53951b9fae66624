#pragma once

#include "drivers/boot/address_range.hpp"
#include "drivers/boot/boot_options.hpp"

#include <string>

namespace ironbus {

/// Parameters of a dnsmasq configuration.
struct dnsmasq_setup {
  std::string interface;
  address_range addresses;
  std::string tftp_root;    ///< http_root: the same files by TFTP.
  std::string service_url;  ///< Empty: unknown; then nothing is fetched by HTTP.
  bool has_ipv6 = false;    ///< The interface has an IPv6 address other than link-local.
  std::string further;      ///< Additional lines at the end.
};

/// The configuration file with comments (dnsmasq(8)). Without IPv6, the lines that need it are
/// commented out.
std::string dnsmasq_config(const dnsmasq_setup& setup, const boot_options& options);

}  // namespace ironbus
