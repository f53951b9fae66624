#include "messages/base/text.hpp"
#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"
#include "ops/simulator/resources/task_reply.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

const std::string inventory_path = service_path("/UpdateService/FirmwareInventory");

struct component_row {
  std::string_view id;    ///< Id in the inventory.
  std::string_view word;  ///< Part of the file names of its images.
  task_kind task;
  bool after_reset;
  std::string firmware::*version;
};

constexpr std::array components{
    component_row{"BIOS", "bios", task_kind::firmware_bios, true, &firmware::bios},
    component_row{"NIC.1", "nic", task_kind::firmware_nic, true, &firmware::nic},
    component_row{"BMC", "bmc", task_kind::firmware_bmc, false, &firmware::bmc},
};

// A target from the inventory selects the component. Without one, the image's file name does. Any
// other image is for the BMC.
const component_row& component_of(const json& body, const std::string& file) {
  for (const auto& target : body.value("Targets", json::array()))
    for (const auto& row : components)
      if (target == inventory_path + "/" + std::string{row.id}) return row;
  for (const auto& row : components)
    if (lower(file).find(row.word) != std::string::npos) return row;
  return components.back();
}

/// The version in a file name: "bios-2.5.1.exe" → "2.5.1". Without a number, a version that differs
/// from `present`.
std::string version_in(const std::string& file, const std::string& present) {
  static constexpr std::string_view digits = "0123456789";
  const auto first = file.find_first_of(digits);
  if (first == std::string::npos) return present + ".1";
  auto out = file.substr(first, file.find_first_not_of("0123456789.", first) - first);
  while (out.ends_with('.')) out.pop_back();
  return out;
}

std::optional<fault> check_update(const call& call) {
  static constexpr std::array rules{
      member_rule{"ImageURI", value_kind::text, {}, true},
      member_rule{"TransferProtocol", value_kind::text, "HTTP,HTTPS,NFS,CIFS,TFTP"},
      member_rule{"Targets", value_kind::texts},
      member_rule{"Username"},
      member_rule{"Password"},
      member_rule{"@Redfish.OperationApplyTime", value_kind::text, "Immediate,OnReset"},
  };
  if (auto wrong = check_parameters(call.body, rules, "UpdateService.SimpleUpdate")) return wrong;
  const auto image = call.body["ImageURI"].get<std::string>();
  if (image.find("://") == std::string::npos && !call.body.contains("TransferProtocol"))
    return fault{"ActionParameterMissing",
                 {"UpdateService.SimpleUpdate", "TransferProtocol"},
                 "#/TransferProtocol"};
  return std::nullopt;
}

}  // namespace

answer show_update_service(const call&) {
  const auto path = service_path("/UpdateService");
  auto out =
      resource(path, "UpdateService.v1_8_4.UpdateService", "UpdateService", "Update Service");
  out["ServiceEnabled"] = true;
  out["Status"] = good_status();
  out["FirmwareInventory"] = link_to(inventory_path);
  out["Actions"] = {
      {"#UpdateService.SimpleUpdate",
       action(path, "UpdateService.SimpleUpdate", "TransferProtocol", "HTTP,HTTPS,NFS,CIFS,TFTP")}};
  return reply{200, out};
}

answer list_firmware(const call&) {
  std::vector<std::string> ids;
  ids.reserve(components.size());
  for (const auto& row : components) ids.emplace_back(row.id);
  return reply{200, collection(inventory_path, "SoftwareInventoryCollection", "Firmware inventory",
                               member_links(inventory_path, ids))};
}

answer show_firmware(const call& call) {
  const auto* row = std::ranges::find(components, call.ids[0], &component_row::id);
  if (row == components.end())
    return refuse({"ResourceNotFound", {"SoftwareInventory", call.ids[0]}});
  auto out = resource(inventory_path + "/" + call.ids[0],
                      "SoftwareInventory.v1_3_0.SoftwareInventory", call.ids[0], call.ids[0]);
  out["Version"] = call.machine().versions().*(row->version);
  out["Updateable"] = true;
  out["Manufacturer"] = call.kind().manufacturer;
  out["Status"] = good_status();
  return reply{200, out};
}

answer begin_update(const call& call) {
  if (auto wrong = check_update(call)) return refuse(*wrong);
  const auto image = call.body["ImageURI"].get<std::string>();
  const auto file = image.substr(image.rfind('/') + 1);
  const auto& row = component_of(call.body, file);
  auto& machine = call.machine();
  auto& task = machine.begin_task(row.task, row.after_reset,
                                  version_in(file, machine.versions().*(row.version)));
  return accepted(call, task);
}

}  // namespace ironbus::simulator
