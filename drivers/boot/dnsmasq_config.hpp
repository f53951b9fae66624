#pragma once

#include "drivers/boot/boot_options.hpp"
#include "messages/base/errors.hpp"

#include <string>

namespace ironbus {

/// The addresses that machines are given: "192.0.2.100-192.0.2.200".
struct address_range {
  std::string first;
  std::string last;
};

/// `invalid` says what is allowed: two IPv4 addresses, the first no higher than the last.
result<address_range> parse_address_range(const std::string& text);

/// What a dnsmasq for the machines that we boot is made of.
struct dnsmasq_setup {
  std::string interface;
  address_range addresses;
  std::string tftp_root;    ///< http_root: the same files, by TFTP.
  std::string service_url;  ///< Empty: nobody can tell; then nothing is fetched by HTTP.
  bool has_ipv6 = false;    ///< The interface has an IPv6 address that is not only link-local.
  std::string further;      ///< Lines of its own kind, at the end.
};

/// The configuration file, with a comment on each part (dnsmasq(8)). Without IPv6 what needs it is
/// there as a comment.
std::string dnsmasq_config(const dnsmasq_setup& setup, const boot_options& options);

}  // namespace ironbus
