#pragma once

#include "ops/ironbusd/options/settings.hpp"

#include <string>
#include <vector>

namespace ironbus::daemon {

/// The host's files about names: the texts of /etc/hosts and /etc/resolv.conf.
struct name_files {
  std::string hosts;
  std::string resolver;
};
name_files read_name_files();

/// The names of this service that it knows by itself, for the Host header: the host name, alone and
/// in the domains of resolv.conf, and the hosts in the settings. Also the names that /etc/hosts
/// gives to the host name or to a loopback address. Asks no name server, which could be slow.
std::vector<std::string> own_hosts(const settings& settings, const installation_policy& policy,
                                   const std::string& host_name, const name_files& files);

}  // namespace ironbus::daemon
