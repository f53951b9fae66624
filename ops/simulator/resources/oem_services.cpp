// The OEM services of a BMC: job queue, attributes, switch connections.

#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"
#include "ops/simulator/resources/oem_paths.hpp"

#include <array>

namespace ironbus::simulator {

namespace {

constexpr std::string_view once_name = "ServerBoot.1.BootOnce";
constexpr std::string_view first_name = "ServerBoot.1.FirstBootDevice";
constexpr std::string_view all_jobs = "JID_CLEARALL,JID_CLEARALL_FORCE";

std::string oem_name(const profile& kind, std::string_view rest) {
  return std::string{kind.oem}.append(rest);
}

/// The path of an OEM resource of the manager or the system: ".../Oem/VENDOR/VENDORrest".
std::string oem_path(const profile& kind, const std::string& parent, std::string_view rest) {
  return parent + "/Oem/" + std::string{kind.oem} + "/" + oem_name(kind, rest);
}

std::string job_service_path(const profile& kind) {
  return oem_path(kind, manager_path(kind), "JobService");
}

std::string attributes_path(const profile& kind, std::string_view id) {
  return oem_path(kind, manager_path(kind), "Attributes/").append(id);
}

std::string connections_path(const profile& kind) {
  return oem_path(kind, system_path(kind, "/NetworkPorts"), "SwitchConnections");
}

json first_boot_attributes(const machine_state& machine) {
  return {{once_name, machine.first.once ? "Enabled" : "Disabled"},
          {first_name, machine.first.device}};
}

std::optional<fault> check_attributes_body(const call& call) {
  static constexpr std::array outer{member_rule{"Attributes", value_kind::object, {}, true}};
  static constexpr std::array inner{member_rule{once_name, value_kind::text, "Enabled,Disabled"},
                                    member_rule{first_name, value_kind::text, first_boot_devices}};
  const auto shown = show_bmc_attributes(call)->body;
  if (auto wrong = check_properties(call.body, outer, shown)) return wrong;
  return check_properties(call.body["Attributes"], inner, shown["Attributes"], "#/Attributes");
}

/// Only the first port has a switch.
json switch_connection(const std::string& collection, size_t number) {
  const auto id = "NIC." + std::to_string(number);
  auto out = resource(collection + "/" + id, "SwitchConnection", id, "Switch connection");
  out["FQDD"] = id;
  out["SwitchConnectionID"] = number == 1 ? "02:00:00:00:00:01" : "No Link";
  out["SwitchPortConnectionID"] = number == 1 ? "Ethernet1/1" : "No Link";
  out["StaleData"] = "NotStale";
  return out;
}

}  // namespace

json oem_links(const profile& kind) {
  json links{{oem_name(kind, "JobService"), link_to(job_service_path(kind))},
             {oem_name(kind, "SwitchConnectionCollection"), link_to(connections_path(kind))}};
  links[oem_name(kind, "Attributes")] =
      json::array({link_to(attributes_path(kind, kind.manager_id))});
  return {{kind.oem, std::move(links)}};
}

answer show_job_service(const call& call) {
  const auto& kind = call.kind();
  const auto path = job_service_path(kind);
  const auto name = oem_name(kind, "JobService");
  const auto deletion = name + ".DeleteJobQueue";
  auto out = resource(path, name + ".v1_2_0." + name, name, name);
  out["Actions"] = {{"#" + deletion, action(path, deletion)}};
  return reply{200, out};
}

answer delete_jobs(const call& call) {
  static constexpr std::array rules{member_rule{"JobID", value_kind::text, all_jobs, true}};
  const auto name = oem_name(call.kind(), "JobService.DeleteJobQueue");
  if (auto wrong = check_parameters(call.body, rules, name)) return refuse(*wrong);
  call.machine().forget_tasks();
  return reply{200,
               {{"@Message.ExtendedInfo", json::array({message_entry(call.kind(), {"Success"})})}}};
}

answer show_bmc_attributes(const call& call) {
  const auto& kind = call.kind();
  const std::string id{kind.manager_id};
  const auto name = oem_name(kind, "Attributes");
  auto out = resource(attributes_path(kind, id), name + ".v1_0_0." + name, id, "Attributes");
  out["Attributes"] = first_boot_attributes(call.machine());
  return reply{200, out};
}

answer change_bmc_attributes(const call& call) {
  if (auto wrong = check_attributes_body(call)) return refuse(*wrong);
  const auto& given = call.body["Attributes"];
  auto& first = call.machine().first;
  first.device = given.value(std::string{first_name}, first.device);
  if (given.contains(once_name)) first.once = given[std::string{once_name}] == "Enabled";
  return no_content();
}

answer list_switch_connections(const call& call) {
  const auto path = connections_path(call.kind());
  auto members = json::array();
  for (size_t i = 1; i <= call.machine().who().macs.size(); ++i)
    members.push_back(switch_connection(path, i));
  return reply{200, collection(path, oem_name(call.kind(), "SwitchConnectionCollection"),
                               "Switch connections", std::move(members))};
}

answer show_switch_connection(const call& call) {
  const auto path = connections_path(call.kind());
  for (size_t i = 1; i <= call.machine().who().macs.size(); ++i)
    if (auto shown = switch_connection(path, i); shown["Id"] == call.ids[0])
      return reply{200, std::move(shown)};
  return refuse({"ResourceNotFound", {"SwitchConnection", call.ids[0]}});
}

}  // namespace ironbus::simulator
