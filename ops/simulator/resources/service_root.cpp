#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"

namespace ironbus::simulator {

answer show_versions(const call&) { return reply{200, {{"v1", "/redfish/v1/"}}}; }

answer show_root(const call& call) {
  const auto& kind = call.kind();
  auto out =
      resource("/redfish/v1/", "ServiceRoot.v1_9_0.ServiceRoot", "RootService", "Root Service");
  out["RedfishVersion"] = kind.redfish_version;
  out["UUID"] = call.machine().who().uuid;
  out["Product"] = kind.bmc_model;
  if (!kind.vendor.empty()) out["Vendor"] = kind.vendor;
  for (const auto* name : {"AccountService", "Systems", "Managers", "Chassis", "SessionService",
                           "UpdateService", "EventService", "Registries"})
    out[name] = link_to(service_path("/" + std::string{name}));
  out["Tasks"] = link_to(service_path("/TaskService"));
  out["Links"] = {{"Sessions", link_to(service_path("/SessionService/Sessions"))}};
  out["ProtocolFeaturesSupported"] = {{"ExpandQuery",
                                       {{"ExpandAll", false},
                                        {"Levels", true},
                                        {"Links", false},
                                        {"NoLinks", true},
                                        {"MaxLevels", 1}}},
                                      {"FilterQuery", false},
                                      {"SelectQuery", false},
                                      {"OnlyMemberQuery", false},
                                      {"ExcerptQuery", false}};
  return reply{200, out};
}

answer show_odata(const call&) {
  auto services = json::array();
  for (const auto* name : {"AccountService", "Systems", "Managers", "Chassis", "SessionService",
                           "UpdateService", "EventService", "TaskService", "Registries"})
    services.push_back(
        {{"name", name}, {"kind", "Singleton"}, {"url", service_path("/" + std::string{name})}});
  return reply{200, {{"@odata.context", "/redfish/v1/$metadata"}, {"value", services}}};
}

}  // namespace ironbus::simulator
