#pragma once

#include <map>
#include <string>
#include <vector>

namespace ironbus {

/// DHCP addresses of known machines, by MAC address.
using fixed_addresses = std::map<std::string, std::string>;

/// The addresses in the files of a hosts folder (dhcp-host lines), except those of the file `own`.
std::vector<std::string> addresses_of_others(const std::string& hosts_dir, const std::string& own);

/// Fixed addresses for these MACs from the range "FIRST-LAST". A MAC keeps its address in `before`
/// if no other machine has it. New addresses come from the end of the range; its first quarter
/// stays free for unknown machines. A MAC for which nothing is left has none.
fixed_addresses assign_addresses(const std::vector<std::string>& macs,
                                 const fixed_addresses& before,
                                 const std::vector<std::string>& taken, const std::string& range);

/// The address in a dhcp-host line, which follows its tags; empty: none.
std::string address_in(const std::string& host_line);

}  // namespace ironbus
