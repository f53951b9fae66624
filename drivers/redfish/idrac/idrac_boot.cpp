#include "drivers/redfish/idrac/idrac_boot.hpp"

#include "drivers/redfish/boot/boot_media.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/idrac/idrac_links.hpp"
#include "drivers/redfish/redfish_boot.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::string_view once_key = "ServerBoot.1.BootOnce";
constexpr std::string_view first_key = "ServerBoot.1.FirstBootDevice";
constexpr std::string_view nothing_first = "Normal";

// Keys of the node's notes.
constexpr const char* drive_note = "idrac_boots_virtual_media";  ///< True: cdrom is virtual.
constexpr const char* first_note = "idrac_first_boot_device";    ///< The persistent first device.

/// From this generation on, machines have a single virtual boot drive.
constexpr unsigned one_drive_generation = 17;
constexpr std::string_view one_drive = "/1";

struct first_row {
  std::string_view device;
  std::string_view word;
};

constexpr std::array first_rows{first_row{"cdrom", "VCD-DVD"}, first_row{"floppy", "vFDD"}};

const first_row* find_first_row(std::string_view text, std::string_view first_row::*member) {
  const auto* found = std::find_if(first_rows.begin(), first_rows.end(),
                                   [&](const auto& row) { return row.*member == text; });
  return found == first_rows.end() ? nullptr : found;
}

bool is_virtual(const redfish_call& call) {
  return member_at(call.request.machine.driver_internal_info.tree(), {drive_note}) == true;
}

std::string kept_first(const redfish_call& call) {
  return member_text(call.request.machine.driver_internal_info.tree(), first_note);
}

redfish_get get_attributes(redfish_call call) {
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return tl::unexpected(system.error());
  const auto manager = co_await get_manager(call.bmc, std::move(*system));
  if (!manager) co_return tl::unexpected(manager.error());
  const auto link = idrac_attributes_link(manager->body);
  if (link.empty()) co_return no_link(*manager, "Links.Oem.Dell.DellAttributes");
  co_return co_await call.bmc.get(link);
}

json first_change(std::string_view word, bool persistent) {
  return {{"Attributes",
           {{once_key, persistent ? "Disabled" : "Enabled"}, {first_key, std::string{word}}}}};
}

media_change put_first(redfish_call call, std::string_view word, bool persistent) {
  auto attributes = co_await get_attributes(call);
  if (!attributes) co_return attributes.error();
  auto change = first_change(word, persistent);
  const auto changed = co_await call.bmc.patch(std::move(*attributes), std::move(change));
  if (!changed) co_return changed.error();
  co_return std::nullopt;
}

/// A persistent device is either this one or the generic one. The generic one is then not set
/// before each restart.
redfish_outcome set_virtual_drive(redfish_call call, const first_row& row, bool persistent) {
  const auto wrong = co_await put_first(call, row.word, persistent);
  if (wrong) co_return redfish_step_failed(*wrong);
  facts out;
  if (persistent) out.driver_internal_info[boot_memory_key] = nullptr;
  if (persistent || !kept_first(call).empty())
    out.driver_internal_info[first_note] = persistent ? json(row.word) : json{};
  co_return step_done(std::move(out), "boots from the virtual drive " + std::string{row.word});
}

/// Removes a persistent first device; otherwise it would still boot.
redfish_outcome set_usual_device(redfish_call call) {
  const bool kept = !kept_first(call).empty();
  if (kept) {
    const auto wrong = co_await put_first(call, nothing_first, false);
    if (wrong) co_return redfish_step_failed(*wrong);
  }
  auto out = co_await set_redfish_boot_device(std::move(call));
  if (kept && out.status == step_status::done)
    out.observed.driver_internal_info[first_note] = nullptr;
  co_return out;
}

redfish_outcome set_device_of_idrac(redfish_call call) {
  const auto device = member_text(call.request.what.args, "device");
  const auto* row = find_first_row(device, &first_row::device);
  if (row == nullptr || !is_virtual(call)) co_return co_await set_usual_device(std::move(call));
  const bool persistent = call.request.what.args.value("persistent", json{}) == true;
  co_return co_await set_virtual_drive(std::move(call), *row, persistent);
}

json shown_first(const first_row& row, const json& attributes) {
  return {{"boot_device", std::string{row.device}},
          {"persistent", member_text(attributes, once_key) == "Disabled"}};
}

redfish_outcome get_device_of_idrac(redfish_call call) {
  if (!is_virtual(call) && kept_first(call).empty())
    co_return co_await get_redfish_boot_device(std::move(call));
  const auto shown = co_await get_attributes(call);
  if (!shown) co_return redfish_step_failed(shown.error());
  const auto& attributes = member_at(shown->body, {"Attributes"});
  const auto* row = find_first_row(member_text(attributes, first_key), &first_row::word);
  if (row != nullptr) co_return redfish_answered(shown_first(*row, attributes));
  co_return co_await get_redfish_boot_device(std::move(call));
}

// -- the boot interface ---------------------------------------------------------------------------

media_slots choose_virtual_drives(redfish_call call, std::vector<media_slot> slots) {
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return tl::unexpected(system.error());
  const auto manager = co_await get_manager(call.bmc, std::move(*system));
  if (!manager) co_return tl::unexpected(manager.error());
  if (idrac_generation(manager->body) >= one_drive_generation)
    std::erase_if(slots, [](const auto& slot) { return !slot.shown.path.ends_with(one_drive); });
  co_return slots;
}

step_outcome with_drive_note(step_outcome out, json value) {
  if (out.status == step_status::done)
    out.observed.driver_internal_info[drive_note] = std::move(value);
  return out;
}

redfish_outcome prepare_virtual_disc(redfish_call call) {
  auto out = co_await prepare_boot_iso(std::move(call), &choose_virtual_drives);
  co_return with_drive_note(std::move(out), true);
}

redfish_outcome prepare_virtual_instance(redfish_call call) {
  if (!boots_live(call)) co_return step_done();
  co_return co_await prepare_virtual_disc(std::move(call));
}

redfish_outcome take_virtual_disc_out(redfish_call call) {
  auto out = co_await eject_boot_iso(std::move(call));
  co_return with_drive_note(std::move(out), nullptr);
}

namespace boots = driver_operations::boot;

constexpr std::array boot_acts{
    redfish_operation_row{boots::prepare_ramdisk, &prepare_virtual_disc,
                          &go_on_with<&prepare_virtual_disc>},
    redfish_operation_row{boots::clean_up_ramdisk, &take_virtual_disc_out},
    redfish_operation_row{boots::prepare_instance, &prepare_virtual_instance,
                          &go_on_with<&prepare_virtual_instance>},
    redfish_operation_row{boots::clean_up_instance, &take_virtual_disc_out},
};

}  // namespace

redfish_operations idrac_boot_acts() { return boot_acts; }

redfish_outcome set_idrac_boot_device(redfish_call call) {
  return set_device_of_idrac(std::move(call));
}

redfish_outcome get_idrac_boot_device(redfish_call call) {
  return get_device_of_idrac(std::move(call));
}

}  // namespace ironbus
