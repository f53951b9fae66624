#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"

namespace ironbus::simulator {

namespace {

constexpr std::string_view adapter_id = "Adapter.1";

fault no_adapter(const std::string& id) { return {"ResourceNotFound", {"NetworkAdapter", id}}; }

}  // namespace

answer list_adapters(const call& call) {
  return reply{200, collection(call.path, "NetworkAdapterCollection", "Network adapters",
                               member_links(call.path, {std::string{adapter_id}}))};
}

answer show_adapter(const call& call) {
  if (call.ids[0] != adapter_id) return refuse(no_adapter(call.ids[0]));
  auto out =
      resource(call.path, "NetworkAdapter.v1_5_0.NetworkAdapter", call.ids[0], "Network adapter");
  out["Manufacturer"] = "Simulated";
  out["Model"] = "25G";
  out["SerialNumber"] = call.machine().who().serial + "-N";
  out["Controllers"] = json::array({{{"FirmwarePackageVersion", call.machine().versions().nic}}});
  out["Ports"] = link_to(call.path + "/Ports");
  out["Status"] = good_status();
  return reply{200, out};
}

answer list_adapter_ports(const call& call) {
  if (call.ids[0] != adapter_id) return refuse(no_adapter(call.ids[0]));
  std::vector<std::string> ids;
  for (size_t i = 1; i <= call.machine().who().macs.size(); ++i) ids.push_back(std::to_string(i));
  return reply{200, collection(call.path, "PortCollection", "Ports", member_links(call.path, ids))};
}

answer show_adapter_port(const call& call) {
  if (call.ids[0] != adapter_id) return refuse(no_adapter(call.ids[0]));
  const auto& macs = call.machine().who().macs;
  for (size_t i = 0; i < macs.size(); ++i) {
    if (call.ids[1] != std::to_string(i + 1)) continue;
    auto out = resource(call.path, "Port.v1_4_0.Port", call.ids[1], "Port " + call.ids[1]);
    out["LinkStatus"] = "LinkUp";
    out["CurrentSpeedGbps"] = 25;
    out["Ethernet"] = {{"AssociatedMACAddresses", json::array({macs[i]})},
                       {"LLDPReceive",
                        {{"ChassisId", "02:00:00:00:00:01"},
                         {"ChassisIdSubtype", "MacAddr"},
                         {"PortId", "Ethernet1/" + call.ids[1]},
                         {"PortIdSubtype", "IfName"},
                         {"SystemName", "switch-1"},
                         {"SystemDescription", "Simulated switch"},
                         {"ManagementVlanId", 100}}}};
    out["Status"] = good_status();
    return reply{200, out};
  }
  return refuse({"ResourceNotFound", {"Port", call.ids[1]}});
}

}  // namespace ironbus::simulator
