#include "drivers/redfish/raid/raid_storage.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr size_t raid_controllers_max = 16;
constexpr size_t storage_text_max = 255;
constexpr size_t words_max = 32;

std::string storage_text(const json& resource, std::string_view key) {
  return member_text(resource, key).substr(0, storage_text_max);
}

int64_t capacity_of(const json& resource) {
  const auto found = number_in(member_at(resource, {"CapacityBytes"}));
  return found.is_number_integer() ? std::max<int64_t>(found.get<int64_t>(), 0) : 0;
}

/// Unset: not a list.
std::optional<std::vector<std::string>> words_of_list(const json& list) {
  if (!list.is_array()) return std::nullopt;
  std::vector<std::string> out;
  for (const auto& one : list)
    if (one.is_string() && out.size() < words_max)
      out.push_back(one.get<std::string>().substr(0, storage_text_max));
  return out;
}

/// Drives are compared by path, and some BMCs write a link in two ways.
std::string resource_path(std::string_view link) {
  link = link.substr(0, link.find('#'));
  return std::string{link.substr(0, link.find_last_not_of('/') + 1)};
}

raid_drive read_drive(const redfish_resource& shown) {
  raid_drive out;
  out.path = resource_path(shown.path);
  out.id = storage_text(shown.body, "Id");
  out.name = storage_text(shown.body, "Name");
  out.media = storage_text(shown.body, "MediaType");
  out.protocol = storage_text(shown.body, "Protocol");
  out.bytes = capacity_of(shown.body);
  return out;
}

raid_volume read_volume(const redfish_resource& shown) {
  raid_volume out;
  out.path = shown.path;
  out.id = storage_text(shown.body, "Id");
  out.name = storage_text(shown.body, "Name");
  out.type = storage_text(shown.body, "RAIDType");
  out.bytes = capacity_of(shown.body);
  for (const auto& link : links_at(shown.body, {"Links", "Drives"}))
    out.drives.push_back(resource_path(link));
  return out;
}

/// The first controller of a storage: embedded by old BMCs, linked by others.
boost::asio::awaitable<json> first_controller(redfish_client bmc, const redfish_resource& storage) {
  const auto& within = member_at(storage.body, {"StorageControllers"});
  const auto link = link_at(storage.body, {"Controllers"});
  if (link.empty()) co_return within.is_array() && !within.empty() ? within.front() : json{};
  const auto members = co_await get_members(bmc, link);
  if (!members || members->empty()) co_return json{};
  co_return members->front().body;
}

std::vector<std::string> apply_times_of(const json& volumes) {
  const auto& list = member_at(volumes, {"@Redfish.OperationApplyTimeSupport", "SupportedValues"});
  return words_of_list(list).value_or(std::vector<std::string>{});
}

using controller_result = boost::asio::awaitable<redfish_result<raid_controller>>;

/// An empty volumes path means that it creates no volumes.
controller_result read_controller(redfish_client bmc, redfish_resource storage) {
  raid_controller out;
  const auto volumes = link_at(storage.body, {"Volumes"});
  if (volumes.empty()) co_return out;
  const auto first = co_await first_controller(bmc, storage);
  out.types = words_of_list(member_at(first, {"SupportedRAIDTypes"}));
  if (out.types && out.types->empty()) co_return out;
  out.path = storage.path;
  out.id = storage_text(storage.body, "Id");
  out.name = storage_text(first, "Name");
  auto drive_links = links_at(storage.body, {"Drives"});
  const auto drives = co_await get_every(bmc, std::move(drive_links));
  if (!drives) co_return tl::unexpected(drives.error());
  for (const auto& one : *drives) out.drives.push_back(read_drive(one));
  const auto read = reading_from(bmc);
  const auto pages = co_await read_pages(bmc, read, volumes, redfish_gaps::refused);
  if (!pages) co_return tl::unexpected(pages.error());
  out.apply_times = apply_times_of(pages->front().body);
  auto volume_links = links_of_pages(*pages);
  const auto shown = co_await get_every(bmc, std::move(volume_links));
  if (!shown) co_return tl::unexpected(shown.error());
  for (const auto& one : *shown) out.volumes.push_back(read_volume(one));
  out.volumes_path = volumes;
  co_return out;
}

raid_storage read_storage(redfish_client bmc, std::string named) {
  const auto system = co_await get_system(bmc, std::move(named));
  if (!system) co_return tl::unexpected(system.error());
  const auto link = link_at(system->body, {"Storage"});
  if (link.empty()) co_return no_link(*system, "Storage");
  auto members = co_await get_every_member(bmc, link);
  if (!members) co_return tl::unexpected(members.error());
  std::vector<raid_controller> out;
  for (auto& one : *members) {
    if (out.size() >= raid_controllers_max) break;
    auto read = co_await read_controller(bmc, std::move(one));
    if (!read) co_return tl::unexpected(read.error());
    if (!read->volumes_path.empty()) out.push_back(std::move(*read));
  }
  co_return out;
}

}  // namespace

raid_storage read_raid_storage(redfish_client bmc, std::string system) {
  return read_storage(std::move(bmc), std::move(system));
}

}  // namespace ironbus
