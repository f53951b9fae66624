#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/inspection/inventory_parts.hpp"
#include "drivers/redfish/inspection/inventory_values.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace ironbus {

namespace {

constexpr int64_t bytes_in_gib = int64_t{1} << 30;
/// Smaller disks are sticks and cards, which are not used for installation.
constexpr int64_t root_disk_bytes_min = 4 * bytes_in_gib;

/// A property of a drive and its key in an inventory.
struct drive_text_row {
  const char* key;
  std::string_view property;
};

constexpr std::array drive_texts{
    drive_text_row{"name", "Name"},
    drive_text_row{"id", "Id"},
    drive_text_row{"media_type", "MediaType"},
    drive_text_row{"serial_number", "SerialNumber"},
    drive_text_row{"manufacturer", "Manufacturer"},
    drive_text_row{"model", "Model"},
    drive_text_row{"revision", "Revision"},
    drive_text_row{"protocol", "Protocol"},
};

struct controller_list_row {
  const char* key;
  std::string_view property;
};

constexpr std::array controller_lists{
    controller_list_row{"raid_types", "SupportedRAIDTypes"},
    controller_list_row{"controller_protocols", "SupportedControllerProtocols"},
    controller_list_row{"device_protocols", "SupportedDeviceProtocols"},
};

using disk_sizes = std::vector<int64_t>;

void add_root_size(disk_sizes& out, const json& shown) {
  const auto size = count_at(shown, "CapacityBytes", inventory_number_max);
  if (size && *size >= root_disk_bytes_min) out.push_back(*size);
}

json shown_drive(const json& shown) {
  json out = json::object();
  for (const auto& row : drive_texts) put(out, row.key, short_text(shown, row.property));
  put(out, "size", count_at(shown, "CapacityBytes", inventory_number_max));
  out["status"] = shown_status(shown);
  return out;
}

json short_words(const json& list) {
  constexpr size_t words_max = 32;
  json out = json::array();
  if (!list.is_array()) return out;
  for (const auto& one : list)
    if (one.is_string() && one.get_ref<const std::string&>().size() <= words_max &&
        out.size() < words_max)
      out.push_back(one);
  return out;
}

json shown_controller(const json& shown) {
  json out = json::object();
  put(out, "member_id", short_text(shown, "MemberId"));
  if (!out.contains("member_id")) put(out, "member_id", short_text(shown, "Id"));
  put(out, "name", short_text(shown, "Name"));
  put(out, "speed_gbps", count_at(shown, "SpeedGbps", inventory_number_max));
  for (const auto& row : controller_lists)
    out[row.key] = short_words(member_at(shown, {row.property}));
  out["status"] = shown_status(shown);
  return out;
}

constexpr size_t controllers_max = 16;

/// Embedded ones, of BMCs up to the schema Storage v1.8.
json controllers_in(const json& storage) {
  json out = json::array();
  const auto& list = member_at(storage, {"StorageControllers"});
  if (list.is_array())
    for (const auto& one : list)
      if (one.is_object() && out.size() < controllers_max) out.push_back(shown_controller(one));
  return out;
}

using shown_controllers = boost::asio::awaitable<json>;

/// Newer BMCs have them in a collection.
shown_controllers read_controllers(inventory_walk& walk, json storage) {
  auto out = controllers_in(storage);
  if (!out.empty()) co_return out;
  const auto linked = co_await walk.members(link_of(storage, "Controllers"));
  for (const auto& one : linked)
    if (out.size() < controllers_max) out.push_back(shown_controller(one.body));
  co_return out;
}

/// {name, size}, in the agents' format; nothing without a size.
void add_disk(json& disks, const json& shown) {
  const auto size = count_at(shown, "CapacityBytes", inventory_number_max);
  if (!size || *size == 0) return;
  json disk{{"size", *size}};
  put(disk, "name", short_text(shown, "Name"));
  put(disk, "model", short_text(shown, "Model"));
  put(disk, "vendor", short_text(shown, "Manufacturer"));
  put(disk, "serial", short_text(shown, "SerialNumber"));
  disks.push_back(std::move(disk));
}

/// The disks of a machine, from one of the two schemas.
struct storage_view {
  json disks = json::array();
  disk_sizes root_sizes;
};

using storage_part = boost::asio::awaitable<void>;

storage_part read_one_storage(inventory_walk& walk, json storage, storage_view& view,
                              disk_sizes& volume_sizes, json& controllers) {
  auto shown = json::object();
  put(shown, "id", short_text(storage, "Id"));
  put(shown, "name", short_text(storage, "Name"));
  shown["storage_controllers"] = co_await read_controllers(walk, storage);
  shown["drives"] = json::array();
  auto links = links_at(storage, {"Drives"});
  const auto drives = co_await walk.all(std::move(links));
  for (const auto& drive : drives) {
    shown["drives"].push_back(shown_drive(drive.body));
    add_disk(view.disks, drive.body);
    add_root_size(view.root_sizes, drive.body);
  }
  const auto volumes = co_await walk.members(link_of(storage, "Volumes"));
  for (const auto& volume : volumes) add_root_size(volume_sizes, volume.body);
  controllers.push_back(std::move(shown));
}

/// If there are volumes, they are installed on, not their drives.
boost::asio::awaitable<storage_view> read_storages(inventory_walk& walk, json system,
                                                   json& controllers) {
  storage_view out;
  disk_sizes volume_sizes;
  const auto storages = co_await walk.members(link_of(system, "Storage"));
  for (const auto& storage : storages)
    co_await read_one_storage(walk, storage.body, out, volume_sizes, controllers);
  if (!volume_sizes.empty()) out.root_sizes = std::move(volume_sizes);
  co_return out;
}

void add_simple_devices(storage_view& view, const json& storage) {
  constexpr size_t devices_max = 256;
  const auto& devices = member_at(storage, {"Devices"});
  if (!devices.is_array()) return;
  for (const auto& device : devices) {
    if (view.disks.size() >= devices_max) return;
    if (short_text(member_at(device, {"Status"}), "State") != "Enabled") continue;
    add_disk(view.disks, device);
    add_root_size(view.root_sizes, device);
  }
}

boost::asio::awaitable<storage_view> read_simple_storages(inventory_walk& walk, json system) {
  storage_view out;
  const auto storages = co_await walk.members(link_of(system, "SimpleStorage"));
  for (const auto& storage : storages) add_simple_devices(out, storage.body);
  co_return out;
}

/// The size of the smallest disk, because the root disk is not known yet. One GiB is reserved for
/// partition ends.
int64_t root_gib(const storage_view& storage, const storage_view& simple) {
  disk_sizes all = storage.root_sizes;
  all.insert(all.end(), simple.root_sizes.begin(), simple.root_sizes.end());
  if (all.empty()) return 0;
  return *std::min_element(all.begin(), all.end()) / bytes_in_gib - 1;
}

inventory_part read_whole_storage(inventory_walk& walk, json system, inventory& out) {
  auto controllers = json::array();
  auto storage = co_await read_storages(walk, system, controllers);
  auto simple = co_await read_simple_storages(walk, system);
  out.local_gb = root_gib(storage, simple);
  auto& disks = storage.disks.empty() ? simple.disks : storage.disks;
  if (!disks.empty()) out.found["disks"] = std::move(disks);
  if (!controllers.empty()) out.found["storage_controllers"] = std::move(controllers);
}

}  // namespace

inventory_part read_storage(inventory_walk& walk, json system, inventory& out) {
  return read_whole_storage(walk, std::move(system), out);
}

}  // namespace ironbus
