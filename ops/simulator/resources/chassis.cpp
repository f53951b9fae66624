#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"
#include "ops/simulator/resources/indicator.hpp"

namespace ironbus::simulator {

answer list_chassis(const call& call) {
  return reply{200, collection(call.path, "ChassisCollection", "Chassis",
                               json::array({link_to(chassis_path(call.kind()))}))};
}

answer show_chassis(const call& call) {
  const auto& kind = call.kind();
  const auto path = chassis_path(kind);
  auto out = resource(path, "Chassis.v1_14_0.Chassis", std::string{kind.chassis_id}, "Chassis");
  out["ChassisType"] = "RackMount";
  out["Manufacturer"] = call.machine().manufacturer();
  out["Model"] = call.machine().model();
  out["SerialNumber"] = call.machine().who().serial;
  out["UUID"] = call.machine().who().uuid;
  out["IndicatorLED"] = show_indicator(call, "chassis");
  out["PowerState"] = call.machine().power() == machine_power::powered_off ? "Off" : "On";
  out["Status"] = good_status();
  for (const auto* name : {"Thermal", "Power", "NetworkAdapters"})
    out[name] = link_to(path + "/" + name);
  out["Links"] = {{"ComputerSystems", json::array({link_to(system_path(kind))})},
                  {"ManagedBy", json::array({link_to(manager_path(kind))})}};
  return reply{200, out};
}

answer change_chassis(const call& call) {
  return change_indicator_only(call, "chassis", show_chassis(call)->body);
}

answer show_thermal(const call& call) {
  auto out = resource(call.path, "Thermal.v1_6_2.Thermal", "Thermal", "Thermal");
  const bool powered = call.machine().power() == machine_power::powered_on;
  out["Temperatures"] = json::array({{{"@odata.id", call.path + "#/Temperatures/0"},
                                      {"MemberId", "0"},
                                      {"Name", "Inlet"},
                                      {"PhysicalContext", "Intake"},
                                      {"ReadingCelsius", powered ? 24 : 19},
                                      {"UpperThresholdCritical", 47},
                                      {"Status", good_status()}}});
  out["Fans"] = json::array({{{"@odata.id", call.path + "#/Fans/0"},
                              {"MemberId", "0"},
                              {"Name", "Fan 1"},
                              {"Reading", powered ? 5'400 : 0},
                              {"ReadingUnits", "RPM"},
                              {"Status", good_status()}}});
  return reply{200, out};
}

answer show_power(const call& call) {
  auto out = resource(call.path, "Power.v1_5_0.Power", "Power", "Power");
  const bool powered = call.machine().power() == machine_power::powered_on;
  out["PowerControl"] = json::array({{{"@odata.id", call.path + "#/PowerControl/0"},
                                      {"MemberId", "0"},
                                      {"Name", "System power"},
                                      {"PowerConsumedWatts", powered ? 280 : 18},
                                      {"Status", good_status()}}});
  out["PowerSupplies"] = json::array({{{"@odata.id", call.path + "#/PowerSupplies/0"},
                                       {"MemberId", "0"},
                                       {"Name", "PSU 1"},
                                       {"PowerSupplyType", "AC"},
                                       {"PowerCapacityWatts", 1'100},
                                       {"LastPowerOutputWatts", powered ? 280 : 18},
                                       {"Status", good_status()}}});
  return reply{200, out};
}

}  // namespace ironbus::simulator
