#pragma once

#include "messages/platform/network.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus::daemon {

/// A network interface of this host, as it is now.
struct network_interface {
  std::string ipv4;  ///< The address; empty: it has none.
  ip_network network;
  bool has_ipv6 = false;  ///< One that is not only link-local.
};

/// Unset: there is none of that name.
std::optional<network_interface> find_interface(const std::string& name);

/// Why machines cannot be given these addresses ("FIRST-LAST") on the interface; unset: they can.
std::optional<std::string> refused_interface(const std::string& name, const std::string& range);

}  // namespace ironbus::daemon
