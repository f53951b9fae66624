#pragma once

#include "drivers/ramdisk/inventory/network.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// What the wait for an address uses, so that tests need no time and no network.
struct address_wait_parts {
  std::function<std::optional<std::string>()> find;  // the own address, once there is one
  std::function<std::vector<network_interface>()> interfaces;
  std::function<std::chrono::steady_clock::time_point()> now;
  std::function<void()> pause;
  std::function<void(const std::string&)> say;
};

/// Waits until the agent has an address that can reach `host`. Says every ten seconds what it waits
/// for: the state of each network card.
std::string wait_for_address(const std::string& host, const address_wait_parts& parts);

}  // namespace ironbus::ramdisk
