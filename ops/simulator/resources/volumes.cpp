#include "ops/simulator/redfish/body_check.hpp"
#include "ops/simulator/resources/handlers.hpp"
#include "ops/simulator/resources/storage_parts.hpp"
#include "ops/simulator/resources/task_reply.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulator {

namespace {

constexpr std::string_view volume_apply_time = "@Redfish.OperationApplyTime";

struct raid_row {
  std::string_view type;
  std::string_view volume_type;
  unsigned drives_min;
  unsigned lost_of_each;  ///< Number of redundant drives in each group.
  unsigned groups;
};

constexpr std::array raid_rows{
    raid_row{"RAID0", "NonRedundant", 1, 0, 1},
    raid_row{"RAID1", "Mirrored", 2, 1, 1},
    raid_row{"RAID5", "StripedWithParity", 3, 1, 1},
    raid_row{"RAID6", "StripedWithParity", 4, 2, 1},
    raid_row{"RAID10", "SpannedMirrors", 4, 1, 2},
    raid_row{"RAID50", "SpannedStripesWithParity", 6, 1, 2},
    raid_row{"RAID60", "SpannedStripesWithParity", 8, 2, 2},
};

const raid_row& row_of(std::string_view type) {
  return *std::ranges::find(raid_rows, type, &raid_row::type);
}

int64_t bytes_max(const raid_row& row, size_t drives, int64_t drive_bytes) {
  if (row.type == "RAID1") return drive_bytes;
  return drive_bytes * static_cast<int64_t>(drives - row.lost_of_each * row.groups);
}

std::vector<member_rule> with_apply_time(const profile& kind, std::vector<member_rule> rules) {
  if (!kind.volume_apply_times.empty())
    rules.push_back({volume_apply_time, value_kind::text, kind.volume_apply_times});
  return rules;
}

/// The apply time of the request; empty: immediately, within the request.
std::string apply_time_of(const call& call) {
  const auto& times = call.kind().volume_apply_times;
  if (times.empty()) return {};
  return call.body.is_object() ? call.body.value(volume_apply_time, items_of(times).front())
                               : items_of(times).front();
}

/// Whether a volume, or a task that creates one, uses the drive.
bool in_use(const call& call, unsigned drive) {
  const auto has_it = [drive](const std::vector<unsigned>& drives) {
    return std::ranges::count(drives, drive) > 0;
  };
  const auto& machine = call.machine();
  return std::ranges::any_of(machine.volumes(),
                             [&](const volume& x) { return has_it(x.drives); }) ||
         std::ranges::any_of(machine.tasks(), [&](const auto& entry) {
           const auto& task = entry.second;
           return task.kind == task_kind::volume_create && !task.over() &&
                  has_it(task.details.value("drives", std::vector<unsigned>{}));
         });
}

/// The path of a link; empty: not a link.
std::string path_in(const json& link) {
  const auto found = link.is_object() ? link.find("@odata.id") : link.end();
  return found != link.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

tl::expected<std::vector<unsigned>, fault> read_drives(const call& call) {
  static constexpr std::array rules{member_rule{"Drives", value_kind::list, {}, true}};
  const auto& links = call.body["Links"];
  if (auto wrong = check_properties(links, rules, json::object(), "#/Links")) return refuse(*wrong);
  std::vector<unsigned> out;
  for (const auto& link : links["Drives"]) {
    const auto path = path_in(link);
    const auto drive = find_drive(call.kind(), path);
    if (!drive || std::ranges::count(out, *drive) > 0)
      return refuse({"PropertyValueFormatError", {path, "Drives"}, "#/Links/Drives"});
    if (in_use(call, *drive)) return refuse({"ResourceInUse", {}, "#/Links/Drives"});
    out.push_back(*drive);
  }
  return out;
}

tl::expected<volume, fault> read_volume(const call& call) {
  const auto rules =
      with_apply_time(call.kind(), {{"RAIDType", value_kind::text, call.kind().raid_types, true},
                                    {"Links", value_kind::object, {}, true},
                                    {"CapacityBytes", value_kind::whole_number},
                                    {"Name", value_kind::text}});
  if (auto wrong = check_properties(call.body, rules, json::object())) return refuse(*wrong);
  auto drives = read_drives(call);
  if (!drives) return refuse(drives.error());
  volume out;
  out.raid_type = call.body["RAIDType"];
  out.name = call.body.value("Name", "");
  const auto& row = row_of(out.raid_type);
  if (drives->size() < row.drives_min || (row.type == "RAID1" && drives->size() != 2))
    return refuse({"PropertyValueConflict", {"RAIDType", "Drives"}, "#/Links/Drives"});
  const auto most = bytes_max(row, drives->size(), call.machine().who().built_in.drive_bytes);
  out.bytes = call.body.value("CapacityBytes", most);
  out.drives = std::move(*drives);
  if (out.bytes <= 0 || out.bytes > most)
    return refuse({"PropertyValueOutOfRange",
                   {std::to_string(out.bytes), "CapacityBytes"},
                   "#/CapacityBytes"});
  return out;
}

json shown_volume(const call& call, const volume& volume) {
  const auto path = storage_path(call.kind()) + "/Volumes/" + volume.id;
  auto out = resource(path, "Volume.v1_4_1.Volume", volume.id, volume.name);
  out["RAIDType"] = volume.raid_type;
  out["VolumeType"] = row_of(volume.raid_type).volume_type;
  out["CapacityBytes"] = volume.bytes;
  out["Encrypted"] = false;
  out["Status"] = good_status();
  out["Links"] = {{"Drives", drive_links(call.kind(), volume.drives)}};
  return out;
}

}  // namespace

answer list_volumes(const call& call) {
  std::vector<std::string> ids;
  for (const auto& volume : call.machine().volumes()) ids.push_back(volume.id);
  auto out = collection(call.path, "VolumeCollection", "Volumes", member_links(call.path, ids));
  if (!call.kind().volume_apply_times.empty())
    out["@Redfish.OperationApplyTimeSupport"] = {
        {"@odata.type", "#Settings.v1_3_0.OperationApplyTimeSupport"},
        {"SupportedValues", items_of(call.kind().volume_apply_times)}};
  return reply{200, out};
}

answer create_volume(const call& call) {
  auto wanted = read_volume(call);
  if (!wanted) return refuse(wanted.error());
  auto& machine = call.machine();
  const auto when = apply_time_of(call);
  if (when.empty()) {
    const auto id = machine.add_volume(std::move(*wanted));
    const auto body = shown_volume(call, *machine.find_volume(id));
    return reply{201, body, {{"Location", body["@odata.id"]}}};
  }
  json details{{"name", wanted->name},
               {"raid_type", wanted->raid_type},
               {"bytes", wanted->bytes},
               {"drives", wanted->drives}};
  return accepted(call, machine.begin_task(task_kind::volume_create, when == "OnReset", {},
                                           std::move(details)));
}

answer show_volume(const call& call) {
  const auto* found = call.machine().find_volume(call.ids[0]);
  if (found == nullptr) return refuse({"ResourceNotFound", {"Volume", call.ids[0]}});
  return reply{200, shown_volume(call, *found)};
}

answer delete_volume(const call& call) {
  auto& machine = call.machine();
  if (machine.find_volume(call.ids[0]) == nullptr)
    return refuse({"ResourceNotFound", {"Volume", call.ids[0]}});
  if (!call.body.is_null())
    if (auto wrong = check_properties(call.body, with_apply_time(call.kind(), {}), json::object()))
      return refuse(*wrong);
  const auto when = apply_time_of(call);
  if (when.empty()) {
    machine.remove_volume(call.ids[0]);
    return no_content();
  }
  return accepted(call,
                  machine.begin_task(task_kind::volume_delete, when == "OnReset", call.ids[0]));
}

}  // namespace ironbus::simulator
