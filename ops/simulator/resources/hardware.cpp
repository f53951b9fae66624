#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"
#include "ops/simulator/resources/storage_parts.hpp"

#include <algorithm>

namespace ironbus::simulator {

namespace {

std::vector<std::string> processor_ids(const call& call) {
  std::vector<std::string> out;
  for (unsigned i = 1; i <= call.machine().who().built_in.sockets; ++i)
    out.push_back("CPU." + std::to_string(i));
  return out;
}

// With `empty_mac` there is one more interface, without MAC address.
std::vector<std::string> interface_ids(const call& call) {
  std::vector<std::string> out;
  if (!call.kind().interfaces_listed) return out;
  const auto count = call.machine().who().macs.size() + (call.kind().empty_mac ? 1 : 0);
  for (size_t i = 1; i <= count; ++i) out.push_back("NIC." + std::to_string(i));
  return out;
}

}  // namespace

answer list_processors(const call& call) {
  return reply{200, collection(call.path, "ProcessorCollection", "Processors",
                               member_links(call.path, processor_ids(call)))};
}

answer show_processor(const call& call) {
  if (std::ranges::count(processor_ids(call), call.ids[0]) == 0)
    return refuse({"ResourceNotFound", {"Processor", call.ids[0]}});
  auto out = resource(call.path, "Processor.v1_5_0.Processor", call.ids[0], call.ids[0]);
  out["ProcessorType"] = "CPU";
  out["ProcessorArchitecture"] = "x86";
  out["InstructionSet"] = "x86-64";
  out["Manufacturer"] = "Simulated";
  out["Model"] = processor_model;
  out["MaxSpeedMHz"] = processor_mhz;
  const auto threads = call.machine().who().built_in.threads;
  out["TotalCores"] = std::max(1U, threads / 2);
  out["TotalThreads"] = threads;
  out["Status"] = good_status();
  return reply{200, out};
}

answer list_interfaces(const call& call) {
  return reply{200, collection(call.path, "EthernetInterfaceCollection", "Ethernet interfaces",
                               member_links(call.path, interface_ids(call)))};
}

answer show_interface(const call& call) {
  const auto ids = interface_ids(call);
  const auto found = std::ranges::find(ids, call.ids[0]);
  if (found == ids.end()) return refuse({"ResourceNotFound", {"EthernetInterface", call.ids[0]}});
  const auto& macs = call.machine().who().macs;
  const auto number = static_cast<size_t>(found - ids.begin());
  const auto mac = number < macs.size() ? macs[number] : std::string{};
  auto out = resource(call.path, "EthernetInterface.v1_5_1.EthernetInterface", call.ids[0],
                      "Ethernet interface");
  out["MACAddress"] = mac;
  out["PermanentMACAddress"] = mac;
  out["SpeedMbps"] = link_speed_mbps;
  out["LinkStatus"] = mac.empty() ? "NoLink" : "LinkUp";
  out["Status"] = good_status();
  return reply{200, out};
}

answer list_simple_storage(const call& call) {
  return reply{200, collection(call.path, "SimpleStorageCollection", "Simple storage",
                               member_links(call.path, {std::string{controller_id}}))};
}

answer show_simple_storage(const call& call) {
  if (call.ids[0] != controller_id)
    return refuse({"ResourceNotFound", {"SimpleStorage", call.ids[0]}});
  auto out = resource(call.path, "SimpleStorage.v1_2_0.SimpleStorage", call.ids[0], "Controller");
  out["Status"] = good_status();
  out["Devices"] = json::array();
  for (unsigned i = 0; i < call.machine().who().built_in.drives; ++i)
    out["Devices"].push_back({{"Name", drive_name(i)},
                              {"Manufacturer", "Simulated"},
                              {"Model", drive_model},
                              {"CapacityBytes", call.machine().who().built_in.drive_bytes},
                              {"Status", good_status()}});
  return reply{200, out};
}

}  // namespace ironbus::simulator
