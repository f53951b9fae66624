#include "ops/simulator/mockup/mockup.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "messages/base/text.hpp"
#include "ops/simulator/profile/vendor_profile.hpp"

#include <algorithm>

namespace ironbus::simulator {

namespace {

constexpr std::string_view root_path_played = "/redfish/v1";

/// The id of a direct member: "/redfish/v1/Systems/1/" and "/redfish/v1/Systems" → "1". Empty if it
/// is none.
std::string id_below(std::string path, std::string_view collection) {
  if (path.ends_with('/')) path.pop_back();
  if (!path.starts_with(std::string{collection} + "/")) return {};
  path.erase(0, collection.size() + 1);
  return path.find('/') == std::string::npos ? path : std::string{};
}

std::string comma_list(const std::vector<std::string>& items) {
  return join(
      items, [](const std::string& item) { return item; }, ",");
}

std::string first_of(const std::vector<std::string>& links) {
  return links.empty() ? std::string{} : links.front();
}

}  // namespace

result<std::shared_ptr<const mockup>> mockup::read(const std::string& folder) {
  auto all = read_documents(folder);
  if (!all) return tl::unexpected(all.error());
  const auto out = std::make_shared<mockup>(std::move(*all));
  if (const auto usable = out->read_profile(); !usable)
    return fail(error_code::invalid, "'" + folder + "' " + usable.error().message);
  return out;
}

const json* mockup::find(std::string_view path) const {
  const auto found = documents_.find(path);
  return found == documents_.end() ? nullptr : &found->second;
}

const json& mockup::at(std::string_view path) const {
  static const json nothing;
  while (path.ends_with('/')) path.remove_suffix(1);
  const auto* found = find(path);
  return found != nullptr ? *found : nothing;
}

std::string mockup::first_member(const std::string& collection) const {
  return first_of(links_at(at(collection), {"Members"}));
}

std::string_view mockup::keep(std::string text) { return texts_.emplace_back(std::move(text)); }

result<std::monostate> mockup::read_profile() {
  const auto& root = at(root_path_played);
  const auto path = first_member(link_at(root, {"Systems"}));
  const auto& system = at(path);
  const auto id = id_below(path, "/redfish/v1/Systems");
  if (id.empty() || !system.is_object())
    return fail(error_code::invalid,
                "has no system: the first member of its Systems is '" + path +
                    "', which must be /redfish/v1/Systems/ID and one of its documents");
  auto vendor = member_text(root, "Vendor");
  if (vendor.empty()) vendor = member_text(system, "Manufacturer");
  const auto& base = profile_of_vendor(vendor);
  kind_ = base;
  kind_.system_id = keep(id);
  kind_.encoded = {};
  kind_.unlicensed = {};
  read_versions(root, system);
  read_boot(system);
  read_media(base);
  const auto& events = at("/redfish/v1/EventService");
  if (events.is_object()) kind_.event_types = events.contains("EventTypesForSubscription");
  return {};
}

void mockup::read_versions(const json& root, const json& system) {
  auto manager = first_of(links_at(system, {"Links", "ManagedBy"}));
  if (manager.empty()) manager = first_member(link_at(root, {"Managers"}));
  auto chassis = first_of(links_at(system, {"Links", "Chassis"}));
  if (chassis.empty()) chassis = first_member(link_at(root, {"Chassis"}));
  kind_.manager_id = keep(id_below(manager, "/redfish/v1/Managers"));
  kind_.chassis_id = keep(id_below(chassis, "/redfish/v1/Chassis"));
  kind_.vendor = keep(member_text(root, "Vendor"));
  kind_.manufacturer = keep(member_text(system, "Manufacturer"));
  kind_.model = keep(member_text(system, "Model"));
  kind_.bios_version = keep(member_text(system, "BiosVersion"));
  kind_.bmc_model = keep(member_text(at(manager), "Model"));
  kind_.bmc_version = keep(member_text(at(manager), "FirmwareVersion"));
}

void mockup::read_boot(const json& system) {
  const auto& boot = member_at(system, {"Boot"});
  const auto& reset = member_at(system, {"Actions", "#ComputerSystem.Reset"});
  if (const auto types = allowed_values(reset, "ResetType"))
    kind_.reset_types = keep(comma_list(*types));
  if (const auto targets = allowed_values(boot, "BootSourceOverrideTarget"))
    kind_.boot_targets = keep(comma_list(*targets));
  boot_mode_ = member_text(boot, "BootSourceOverrideMode");
  if (boot_mode_.empty()) kind_.boot_mode = access::absent;
  const auto future = link_at(system, {"@Redfish.Settings", "SettingsObject"});
  const auto own = "/redfish/v1/Systems/" + std::string{kind_.system_id};
  // Vendors without boot_settings take boot settings at the system, even if they have such a
  // resource.
  if (!kind_.boot_settings.empty())
    kind_.boot_settings = keep(at(future).is_object() ? id_below(future, own) : std::string{});
}

void mockup::read_media(const profile& base) {
  const auto of_system = "/redfish/v1/Systems/" + std::string{kind_.system_id} + "/VirtualMedia";
  const auto of_manager = "/redfish/v1/Managers/" + std::string{kind_.manager_id} + "/VirtualMedia";
  kind_.media_under_system = at(of_system).is_object();
  const auto& collection = kind_.media_under_system ? of_system : of_manager;
  for (const auto& link : links_at(at(collection), {"Members"})) {
    const auto id = id_below(link, collection);
    const auto& slot = at(link);
    if (id.empty() || !slot.is_object()) continue;
    std::string types;
    for (const auto& type : member_at(slot, {"MediaTypes"}))
      if (type.is_string()) append_item(types, type.get<std::string>(), ",");
    // A header tells whether a slot without actions accepts PATCH; recordings contain no headers.
    const auto known = std::ranges::find(base.slots, id, &media_slot::id);
    auto way = known != base.slots.end() && known->way == insertion::patch ? insertion::patch
                                                                           : insertion::none;
    if (!action_target(slot, "VirtualMedia.InsertMedia").empty()) way = insertion::action;
    slots_.push_back({keep(id), keep(types), way});
  }
  kind_.slots = slots_;
}

}  // namespace ironbus::simulator
