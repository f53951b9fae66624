#include "ops/simulator/resources/handlers.hpp"
#include "ops/simulator/resources/indicator.hpp"
#include "ops/simulator/resources/storage_parts.hpp"

#include <algorithm>

namespace ironbus::simulator {

namespace {

json links_to_volumes(const call& call, unsigned drive) {
  auto out = json::array();
  for (const auto& volume : call.machine().volumes())
    if (std::ranges::count(volume.drives, drive) > 0)
      out.push_back(link_to(storage_path(call.kind()) + "/Volumes/" + volume.id));
  return out;
}

}  // namespace

std::optional<unsigned> find_drive(const profile& kind, std::string_view path) {
  for (unsigned i = 0; i < drive_count; ++i)
    if (drive_path(kind, i) == path) return i;
  return std::nullopt;
}

json drive_links(const profile& kind, const std::vector<unsigned>& drives) {
  auto out = json::array();
  for (const auto drive : drives) out.push_back(link_to(drive_path(kind, drive)));
  return out;
}

answer list_storage(const call& call) {
  return reply{200, collection(call.path, "StorageCollection", "Storage",
                               member_links(call.path, {std::string{controller_id}}))};
}

answer show_storage(const call& call) {
  const auto& kind = call.kind();
  if (call.ids[0] != controller_id) return refuse({"ResourceNotFound", {"Storage", call.ids[0]}});
  auto out = resource(call.path, "Storage.v1_8_0.Storage", call.ids[0], "Storage controller");
  out["Status"] = good_status();
  json controller{{"@odata.id", call.path + "#/StorageControllers/0"},
                  {"MemberId", "0"},
                  {"Name", "Simulated RAID"},
                  {"Manufacturer", "Simulated"},
                  {"Model", "RAID"},
                  {"SpeedGbps", 12},
                  {"SupportedControllerProtocols", json::array({"PCIe"})},
                  {"SupportedDeviceProtocols", json::array({"SATA"})},
                  {"SupportedRAIDTypes", items_of(kind.raid_types)},
                  {"Status", good_status()}};
  out["StorageControllers"] = json::array({controller});
  out["Drives"] = json::array();
  const auto drives = call.machine().who().built_in.drives;
  for (unsigned i = 0; i < drives; ++i) out["Drives"].push_back(link_to(drive_path(kind, i)));
  out["Drives@odata.count"] = drives;
  if (!kind.raid_types.empty()) out["Volumes"] = link_to(call.path + "/Volumes");
  return reply{200, out};
}

answer show_drive(const call& call) {
  const auto number = find_drive(call.kind(), call.path);
  if (!number || *number >= call.machine().who().built_in.drives)
    return refuse({"ResourceNotFound", {"Drive", call.ids[0]}});
  const auto name = drive_name(*number);
  auto out = resource(call.path, "Drive.v1_9_0.Drive", name, "Drive " + std::to_string(*number));
  out["Manufacturer"] = "Simulated";
  out["Model"] = drive_model;
  out["SerialNumber"] = drive_serial(call.machine().who(), *number);
  out["Revision"] = "1.0";
  out["MediaType"] = "SSD";
  out["Protocol"] = "SATA";
  out["CapacityBytes"] = call.machine().who().built_in.drive_bytes;
  out["BlockSizeBytes"] = 512;
  out["IndicatorLED"] = show_indicator(call, name);
  out["Status"] = good_status();
  out["Links"] = {{"Volumes", links_to_volumes(call, *number)}};
  return reply{200, out};
}

answer change_drive(const call& call) {
  auto shown = show_drive(call);
  if (!shown) return shown;
  return change_indicator_only(call, call.ids[0], shown->body);
}

}  // namespace ironbus::simulator
