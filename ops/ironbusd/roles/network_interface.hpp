#pragma once

#include "messages/platform/network.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus::daemon {

/// The current state of a network interface of this host.
struct network_interface {
  std::string ipv4;  ///< The address; empty: it has none.
  ip_network network;
  bool has_ipv6 = false;  ///< An address that is not link-local.
};

/// The interface with this name; unset: there is none.
std::optional<network_interface> find_interface(const std::string& name);

/// Why machines cannot get these addresses ("FIRST-LAST") on the interface; unset: they can.
std::optional<std::string> refused_interface(const std::string& name, const std::string& range);

}  // namespace ironbus::daemon
