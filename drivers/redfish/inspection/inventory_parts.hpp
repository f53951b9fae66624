#pragma once

#include "drivers/redfish/inspection/inventory_walk.hpp"
#include "messages/base/json.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>

namespace ironbus {

/// Result of an inspection, in the format of agents.
struct inventory {
  json found = json::object();        ///< "cpu", "memory", "interfaces", …
  json plugin_data = json::object();  ///< More data for hooks.
  int64_t local_gb = 0;               ///< Size of the smallest usable disk; 0: none.
};

using inventory_part = boost::asio::awaitable<void>;
using inventory_extra = inventory_part (*)(inventory_walk& walk, json system, inventory& out);

// Each function adds a part of the system to an inventory. The inventory and the walk outlive it.

/// system_vendor, memory, boot: from the system itself.
void read_identification(const json& system, inventory& out);
/// cpu: the processors of type CPU.
inventory_part read_processors(inventory_walk& walk, json system, inventory& out);
/// disks, storage_controllers, and the size of the smallest disk.
inventory_part read_storage(inventory_walk& walk, json system, inventory& out);
/// interfaces, the one that boots by network, and LLDP data. Merges the system's interfaces and the
/// ports of all network adapters by MAC address.
inventory_part read_network(inventory_walk& walk, json system, inventory& out);
/// pci_devices.
inventory_part read_pci_devices(inventory_walk& walk, json system, inventory& out);

}  // namespace ironbus
