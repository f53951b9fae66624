#pragma once

#include "drivers/redfish/inspection/inventory_walk.hpp"
#include "messages/base/json.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>

namespace ironbus {

/// What an inspection finds, in the form in which agents send it.
struct inventory {
  json found = json::object();        ///< "cpu", "memory", "interfaces", …
  json plugin_data = json::object();  ///< What hooks look for besides.
  int64_t local_gb = 0;               ///< Of the smallest disk of use; 0: there is none.
};

using inventory_part = boost::asio::awaitable<void>;
using inventory_extra = inventory_part (*)(inventory_walk& walk, json system, inventory& out);

// Each adds what it reads of the system to an inventory, which outlives it like the walk.

/// system_vendor, memory, boot: what the system itself shows.
void read_identification(const json& system, inventory& out);
/// cpu: the processors that are CPUs.
inventory_part read_processors(inventory_walk& walk, json system, inventory& out);
/// disks, storage_controllers, and the size of the smallest disk.
inventory_part read_storage(inventory_walk& walk, json system, inventory& out);
/// interfaces, the one that boots over the network, and what switches announce. The ports of
/// network adapters stand for interfaces where a BMC lists none.
inventory_part read_network(inventory_walk& walk, json system, inventory& out);
/// pci_devices.
inventory_part read_pci_devices(inventory_walk& walk, json system, inventory& out);

}  // namespace ironbus
