#pragma once

#include "gateways/http/api/call.hpp"
#include "gateways/http/api/task.hpp"

#include <set>
#include <string>
#include <vector>

namespace ironbus::http {

// The node of a machine, by the MAC addresses that the machine reports. Machines can share an
// address, such as that of the network between host and BMC. Then another node has it as a port,
// and it does not identify this machine.

struct address_owner {
  std::string node;
  std::string address;
};

struct owner_choice {
  std::string node;  ///< Empty: no node has an address, or no node stands out.
  /// All ports of the node are addresses of the machine, so the machine is certainly this one.
  bool complete = false;
  std::vector<address_owner> matching;  ///< The addresses that ports of any node have.
};

/// Prefers a node whose ports are all among the addresses, then the one with the most of them. No
/// node if two are equal. `ports`: all ports of the nodes that have at least one of the addresses.
owner_choice choose_owner(const std::vector<address_owner>& ports,
                          const std::vector<std::string>& addresses);

/// Finds the node in the store. `rivals`: nodes that other signs of the machine name.
task<owner_choice> find_owner(const call_ptr& call, std::vector<std::string> addresses,
                              std::set<std::string> rivals = {});

/// Logs the addresses that belong to other nodes than the machine's. `node`: empty if unknown.
void log_shared_addresses(const std::string& node, const std::vector<address_owner>& matching);

}  // namespace ironbus::http
