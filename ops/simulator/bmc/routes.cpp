#include "ops/simulator/bmc/routes.hpp"

#include "messages/base/text.hpp"
#include "ops/simulator/redfish/paths.hpp"
#include "ops/simulator/resources/handlers.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace ironbus::simulator {

namespace {

using id_list = std::span<const std::string>;

bool is_patched(const profile& kind, id_list ids) {
  const auto found = std::ranges::find(kind.slots, ids[0], &media_slot::id);
  return found != kind.slots.end() && found->way == insertion::patch;
}
bool has_boot_settings(const profile& kind, id_list) { return !kind.boot_settings.empty(); }
bool has_simple_storage(const profile& kind, id_list) { return kind.simple_storage; }
bool has_volumes(const profile& kind, id_list) { return !kind.raid_types.empty(); }
bool has_oem(const profile& kind, id_list) { return !kind.oem.empty(); }
bool has_monitors(const profile& kind, id_list) { return kind.task_is == task_place::monitor; }

constexpr std::array route_rows{
    route{"/redfish", show_versions, nullptr, nullptr, nullptr, "GET"},
    route{"", show_root, nullptr, nullptr, nullptr, "GET"},
    route{"/odata", show_odata, nullptr, nullptr, nullptr, "GET"},

    route{"/SessionService", show_session_service},
    route{"/SessionService/Sessions", list_sessions, open_session, nullptr, nullptr, "POST"},
    route{"/SessionService/Sessions/*", show_session, nullptr, nullptr, close_session},

    route{"/AccountService", show_account_service},
    route{"/AccountService/Accounts", list_accounts},
    route{"/AccountService/Accounts/*", show_account, nullptr, change_account},

    route{"/Systems", list_systems},
    route{"/Systems/{system}", show_system, nullptr, change_system},
    route{"/Systems/{system}/Actions/ComputerSystem.Reset", nullptr, reset_system},
    route{"/Systems/{system}/{boot}",
          show_boot_settings,
          nullptr,
          change_boot_settings,
          nullptr,
          {},
          has_boot_settings},
    route{"/Systems/{system}/SecureBoot", show_secure_boot, nullptr, change_secure_boot},
    route{"/Systems/{system}/SecureBoot/Actions/SecureBoot.ResetKeys", nullptr, reset_keys},
    route{"/Systems/{system}/Bios", show_bios},
    route{"/Systems/{system}/Bios/Actions/Bios.ResetBios", nullptr, reset_bios},
    route{"/Systems/{system}/Bios/{bios}", show_pending_bios, nullptr, change_pending_bios},
    route{"/Systems/{system}/Processors", list_processors},
    route{"/Systems/{system}/Processors/*", show_processor},
    route{"/Systems/{system}/EthernetInterfaces", list_interfaces},
    route{"/Systems/{system}/EthernetInterfaces/*", show_interface},
    route{"/Systems/{system}/SimpleStorage",
          list_simple_storage,
          nullptr,
          nullptr,
          nullptr,
          {},
          has_simple_storage},
    route{"/Systems/{system}/SimpleStorage/*",
          show_simple_storage,
          nullptr,
          nullptr,
          nullptr,
          {},
          has_simple_storage},
    route{"/Systems/{system}/Storage", list_storage},
    route{"/Systems/{system}/Storage/*", show_storage},
    route{"/Systems/{system}/Storage/RAID.1/Drives/*", show_drive, nullptr, change_drive},
    route{"/Systems/{system}/Storage/RAID.1/Volumes",
          list_volumes,
          create_volume,
          nullptr,
          nullptr,
          {},
          has_volumes},
    route{"/Systems/{system}/Storage/RAID.1/Volumes/*",
          show_volume,
          nullptr,
          nullptr,
          delete_volume,
          {},
          has_volumes},

    route{"/Chassis", list_chassis},
    route{"/Chassis/{chassis}", show_chassis, nullptr, change_chassis},
    route{"/Chassis/{chassis}/Thermal", show_thermal},
    route{"/Chassis/{chassis}/Power", show_power},
    route{"/Chassis/{chassis}/NetworkAdapters", list_adapters},
    route{"/Chassis/{chassis}/NetworkAdapters/*", show_adapter},
    route{"/Chassis/{chassis}/NetworkAdapters/*/Ports", list_adapter_ports},
    route{"/Chassis/{chassis}/NetworkAdapters/*/Ports/*", show_adapter_port},

    route{"/Managers", list_managers},
    route{"/Managers/{manager}", show_manager, nullptr, change_manager},
    route{"/Managers/{manager}/Actions/Manager.Reset", nullptr, reset_manager},
    route{"/Managers/{manager}/Oem/{oem}/{oem}JobService",
          show_job_service,
          nullptr,
          nullptr,
          nullptr,
          {},
          has_oem},
    route{"/Managers/{manager}/Oem/{oem}/{oem}JobService/Actions/{oem}JobService.DeleteJobQueue",
          nullptr,
          delete_jobs,
          nullptr,
          nullptr,
          {},
          has_oem},
    route{"/Managers/{manager}/Oem/{oem}/{oem}Attributes/{manager}",
          show_bmc_attributes,
          nullptr,
          change_bmc_attributes,
          nullptr,
          {},
          has_oem},
    route{"/Systems/{system}/NetworkPorts/Oem/{oem}/{oem}SwitchConnections",
          list_switch_connections,
          nullptr,
          nullptr,
          nullptr,
          {},
          has_oem},
    route{"/Systems/{system}/NetworkPorts/Oem/{oem}/{oem}SwitchConnections/*",
          show_switch_connection,
          nullptr,
          nullptr,
          nullptr,
          {},
          has_oem},

    route{"{media}", list_media},
    route{"{media}/*", show_medium, nullptr, change_medium, nullptr, {}, is_patched},
    route{"{media}/*", show_medium},
    route{"{media}/*/Actions/VirtualMedia.InsertMedia", nullptr, insert_medium},
    route{"{media}/*/Actions/VirtualMedia.EjectMedia", nullptr, eject_medium},

    route{"/UpdateService", show_update_service},
    route{"/UpdateService/Actions/UpdateService.SimpleUpdate", nullptr, begin_update},
    route{"/UpdateService/FirmwareInventory", list_firmware},
    route{"/UpdateService/FirmwareInventory/*", show_firmware},

    route{"/TaskService", show_task_service},
    route{"/TaskService/Tasks", list_tasks},
    route{"/TaskService/Tasks/*", show_task, nullptr, nullptr, delete_task},
    route{"/TaskService/TaskMonitors/*",
          show_task_monitor,
          nullptr,
          nullptr,
          nullptr,
          {},
          has_monitors},

    route{"/EventService", show_event_service},
    route{"/EventService/Subscriptions", list_subscriptions, create_subscription},
    route{"/EventService/Subscriptions/*", show_subscription, nullptr, nullptr,
          delete_subscription},

    route{"/Registries", list_registries},
    route{"/Registries/*", show_registry_file},
    route{"/Registries/*/registry.json", show_registry},
};

struct method_row {
  std::string_view name;
  handler route::*member;
};

constexpr std::array methods{
    method_row{"GET", &route::get},       method_row{"HEAD", &route::get},
    method_row{"POST", &route::post},     method_row{"PATCH", &route::patch},
    method_row{"DELETE", &route::remove},
};

/// Removes and returns the first segment of a path or pattern. Both may begin with a slash.
std::string_view take_segment(std::string_view& path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  const auto end = std::min(path.find('/'), path.size());
  const auto out = path.substr(0, end);
  path.remove_prefix(end);
  return out;
}

std::string profile_name(const profile& kind, std::string_view segment) {
  static constexpr std::string_view oem = "{oem}";
  if (segment.starts_with(oem)) return std::string{kind.oem}.append(segment.substr(oem.size()));
  if (segment == "{system}") return std::string{kind.system_id};
  if (segment == "{manager}") return std::string{kind.manager_id};
  if (segment == "{chassis}") return std::string{kind.chassis_id};
  if (segment == "{boot}") return std::string{kind.boot_settings};
  if (segment == "{bios}") return std::string{kind.bios_settings};
  return std::string{segment};
}

/// The ids at the stars of the pattern, if the path matches it.
std::optional<std::vector<std::string>> ids_in(const profile& kind, std::string_view pattern,
                                               std::string_view path) {
  std::vector<std::string> out;
  while (!pattern.empty() && !path.empty()) {
    const auto wanted = take_segment(pattern);
    const auto given = take_segment(path);
    if (wanted == "*")
      out.emplace_back(given);
    else if (given != profile_name(kind, wanted))
      return std::nullopt;
  }
  if (!pattern.empty() || !path.empty()) return std::nullopt;
  return out;
}

/// The complete pattern, starting with /redfish.
std::string pattern_of(const profile& kind, const route& row) {
  static constexpr std::string_view media = "{media}";
  if (row.pattern.starts_with("/redfish")) return std::string{row.pattern};
  if (row.pattern.starts_with(media))
    return media_path(kind) + std::string{row.pattern.substr(media.size())};
  return service_path(row.pattern);
}

}  // namespace

route_match find_route(const profile& kind, std::string_view path) {
  for (const auto& row : route_rows) {
    auto ids = ids_in(kind, pattern_of(kind, row), path);
    if (ids && (row.there == nullptr || row.there(kind, *ids))) return {row, std::move(*ids)};
  }
  return {};
}

handler handler_of(const route& row, std::string_view method) {
  for (const auto& [name, member] : methods)
    if (name == method) return row.*member;
  return nullptr;
}

std::string allowed_methods(const route& row) {
  std::string out;
  for (const auto& [name, member] : methods)
    if (row.*member != nullptr) append_item(out, name);
  return out;
}

}  // namespace ironbus::simulator
