#include "drivers/redfish/redfish_boot_mode.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/client/redfish_settings.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "drivers/redfish/restart_change.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

struct mode_row {
  std::string_view mode;
  std::string_view word;
};

constexpr std::array mode_rows{mode_row{"uefi", "UEFI"}, mode_row{"bios", "Legacy"}};

/// Unset: the BMC does not report it.
std::optional<std::string> mode_of(const redfish_resource& system) {
  const auto word = member_text(member_at(system.body, {"Boot"}), "BootSourceOverrideMode");
  for (const auto& row : mode_rows)
    if (row.word == word) return std::string{row.mode};
  return std::nullopt;
}

step_outcome has_mode(std::optional<std::string> mode, std::string evidence = {}) {
  facts out;
  out.boot_mode = std::move(mode);
  return step_done(std::move(out), std::move(evidence));
}

json mode_change(std::string_view word) { return {{"Boot", {{"BootSourceOverrideMode", word}}}}; }

/// The resource that accepts the mode. Some BMCs accept it only in the settings resource.
redfish_get find_mode_holder(redfish_client bmc, redfish_resource system) {
  const auto settings = settings_of(system);
  if (settings.empty()) co_return system;
  auto held = co_await bmc.get(settings);
  if (!held || !mode_of(*held)) co_return system;
  co_return held;
}

/// For a BMC that accepts Boot only as a whole: its current content with the new mode.
json whole_mode_change(const redfish_resource& holder, std::string_view word) {
  const auto& boot = member_at(holder.body, {"Boot"});
  json out{{"BootSourceOverrideMode", word}};
  for (const auto* key : {"BootSourceOverrideTarget", "BootSourceOverrideEnabled"})
    if (const auto text = member_text(boot, key); !text.empty()) out[key] = text;
  return {{"Boot", std::move(out)}};
}

redfish_change write_mode(redfish_client bmc, redfish_resource holder, std::string_view word) {
  auto body = mode_change(word);
  auto whole = whole_mode_change(holder, word);
  auto changed = co_await patch_settings(bmc, holder, std::move(body));
  if (changed || !changed.error().says("PropertyMissing")) co_return changed;
  co_return co_await patch_settings(bmc, std::move(holder), std::move(whole));
}

redfish_get get_secure_boot_resource(redfish_client bmc, redfish_resource system) {
  const auto link = link_at(system.body, {"SecureBoot"});
  if (link.empty()) co_return no_link(system, "SecureBoot");
  co_return co_await bmc.get(link);
}

std::optional<bool> secure_boot_of(const redfish_resource& shown) {
  const auto& enabled = member_at(shown.body, {"SecureBootEnable"});
  return enabled.is_boolean() ? std::optional{enabled.get<bool>()} : std::nullopt;
}

step_outcome has_secure_boot(std::optional<bool> enabled) {
  facts out;
  out.secure_boot = enabled;
  return step_done(std::move(out));
}

json secure_boot_change(bool wanted) { return {{"SecureBootEnable", wanted}}; }
json keys_change(const char* type) { return {{"ResetKeysType", type}}; }

/// The BMC does not support it, or needs a licence. The state is then unknown.
bool lacks_secure_boot(const redfish_error& wrong) {
  return wrong.fault == redfish_fault::missing || wrong.says("OemLicenseNotPassed");
}

redfish_outcome change_keys(redfish_call call, const char* type) {
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  const auto shown = co_await get_secure_boot_resource(call.bmc, std::move(*system));
  if (!shown) co_return redfish_step_failed(shown.error());
  const auto target = action_target(shown->body, "SecureBoot.ResetKeys");
  if (target.empty()) co_return step_failed("The BMC cannot change the secure boot keys.");
  auto body = keys_change(type);
  const auto done = co_await call.bmc.post(target, std::move(body));
  if (!done) co_return redfish_step_failed(done.error());
  co_return step_done({}, "Redfish: " + std::string{type});
}

boost::asio::awaitable<redfish_result<bool>> shows_wanted_mode(redfish_call call) {
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return tl::unexpected(system.error());
  co_return mode_of(*system) == member_text(call.request.what.args, "mode");
}

bool wants_secure_boot(const redfish_call& call) {
  return call.request.what.args.value("state", json{}) == true;
}

boost::asio::awaitable<redfish_result<bool>> shows_wanted_secure_boot(redfish_call call) {
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return tl::unexpected(system.error());
  const auto shown = co_await get_secure_boot_resource(call.bmc, std::move(*system));
  if (!shown) co_return tl::unexpected(shown.error());
  co_return secure_boot_of(*shown) == wants_secure_boot(call);
}

redfish_outcome set_boot_mode(redfish_call call) {
  const auto mode = member_text(call.request.what.args, "mode");
  const auto* row = std::find_if(mode_rows.begin(), mode_rows.end(),
                                 [&](const auto& one) { return one.mode == mode; });
  if (row == mode_rows.end())
    co_return step_refused("The boot mode '" + mode + "' is not supported; allowed: uefi, bios.");
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  const auto now = mode_of(*system);
  if (!now) co_return step_refused("The BMC does not report the boot mode.");
  if (*now == mode) co_return has_mode(now);
  auto holder = co_await find_mode_holder(call.bmc, *system);
  if (!holder) co_return redfish_step_failed(holder.error());
  const auto changed = co_await write_mode(call.bmc, std::move(*holder), row->word);
  if (!changed) co_return redfish_step_failed(changed.error());
  const auto shown = co_await shows_wanted_mode(call);
  if (!shown) co_return redfish_step_failed(shown.error());
  if (!*shown) {
    auto wrong = co_await restart_for_change(call, &shows_wanted_mode, "its boot mode");
    if (wrong) co_return std::move(*wrong);
  }
  const auto after = co_await get_system(call.bmc, call.system);
  if (!after) co_return redfish_step_failed(after.error());
  co_return has_mode(mode_of(*after), "Redfish: " + std::string{row->word});
}

}  // namespace

redfish_outcome get_redfish_boot_mode(redfish_call call) {
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  co_return has_mode(mode_of(*system));
}

redfish_outcome get_redfish_secure_boot(redfish_call call) {
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  const auto shown = co_await get_secure_boot_resource(call.bmc, std::move(*system));
  if (!shown && lacks_secure_boot(shown.error())) co_return has_secure_boot(std::nullopt);
  if (!shown) co_return redfish_step_failed(shown.error());
  co_return has_secure_boot(secure_boot_of(*shown));
}

redfish_outcome set_redfish_secure_boot(redfish_call call) {
  const bool wanted = wants_secure_boot(call);
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  const auto mode = mode_of(*system);
  auto shown = co_await get_secure_boot_resource(call.bmc, std::move(*system));
  if (!shown) co_return redfish_step_failed(shown.error());
  if (secure_boot_of(*shown) == wanted) co_return has_secure_boot(wanted);
  if (wanted && mode == "bios")
    co_return step_refused(
        "Secure boot needs the boot mode uefi, but the machine is in mode bios.");
  auto body = secure_boot_change(wanted);
  const auto path = shown->path;
  const auto changed = co_await patch_settings(call.bmc, std::move(*shown), std::move(body));
  if (!changed) co_return redfish_step_failed(changed.error());
  const auto taken = co_await shows_wanted_secure_boot(call);
  if (!taken) co_return redfish_step_failed(taken.error());
  if (!*taken) {
    auto wrong = co_await restart_for_change(call, &shows_wanted_secure_boot, "its secure boot");
    if (wrong) co_return std::move(*wrong);
  }
  const auto after = co_await call.bmc.get(path);
  if (!after) co_return redfish_step_failed(after.error());
  co_return has_secure_boot(secure_boot_of(*after));
}

redfish_outcome reset_redfish_keys(redfish_call call) {
  return change_keys(std::move(call), "ResetAllKeysToDefault");
}

redfish_outcome clear_redfish_keys(redfish_call call) {
  return change_keys(std::move(call), "DeleteAllKeys");
}

redfish_outcome set_redfish_boot_mode(redfish_call call) { return set_boot_mode(std::move(call)); }

}  // namespace ironbus
