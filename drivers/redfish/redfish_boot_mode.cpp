#include "drivers/redfish/redfish_boot_mode.hpp"

#include "drivers/kit/capabilities.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/client/redfish_settings.hpp"
#include "drivers/redfish/redfish_order.hpp"
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

order_sight setting_sight(std::string state, const std::string& wanted) {
  order_sight out{machine_sight::other, std::move(state), {}};
  if (out.state == wanted) out.shows = machine_sight::wanted;
  return out;
}

boost::asio::awaitable<order_sight> look_at_mode(redfish_call call) {
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_unread(system.error());
  co_return setting_sight(mode_of(*system).value_or(""),
                          member_text(call.request.what.args, "mode"));
}

boost::asio::awaitable<order_answer> send_mode(redfish_client bmc, redfish_resource holder,
                                               std::string_view word) {
  const auto changed = co_await write_mode(std::move(bmc), std::move(holder), word);
  co_return redfish_order_answer(changed);
}

bool wants_secure_boot(const redfish_call& call) {
  return call.request.what.args.value("state", json{}) == true;
}

std::string secure_boot_text(std::optional<bool> enabled) {
  if (!enabled) return {};
  return *enabled ? "secure boot on" : "secure boot off";
}

boost::asio::awaitable<order_sight> look_at_secure_boot(redfish_call call) {
  auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_unread(system.error());
  const auto shown = co_await get_secure_boot_resource(call.bmc, std::move(*system));
  if (!shown) co_return redfish_unread(shown.error());
  co_return setting_sight(secure_boot_text(secure_boot_of(*shown)),
                          secure_boot_text(wants_secure_boot(call)));
}

boost::asio::awaitable<order_answer> send_secure_boot(redfish_client bmc, redfish_resource holder,
                                                      bool wanted) {
  auto body = secure_boot_change(wanted);
  const auto changed = co_await patch_settings(std::move(bmc), std::move(holder), std::move(body));
  co_return redfish_order_answer(changed);
}

const mode_row* find_mode_row(std::string_view mode) {
  const auto* row = std::find_if(mode_rows.begin(), mode_rows.end(),
                                 [&](const auto& one) { return one.mode == mode; });
  return row == mode_rows.end() ? nullptr : row;
}

order_sender mode_sender(const redfish_call& call, redfish_resource holder, std::string_view word) {
  return
      [bmc = call.bmc, holder = std::move(holder), word] { return send_mode(bmc, holder, word); };
}

using maybe_mode_failure = boost::asio::awaitable<std::optional<step_outcome>>;

/// Some BMCs accept the mode and show it only after the machine's next start.
maybe_mode_failure order_mode(redfish_call call, redfish_resource holder, std::string_view word) {
  machine_order order;
  order.send = mode_sender(call, std::move(holder), word);
  order.look = [call] { return look_at_mode(call); };
  order.repeatable = true;
  order.seen_other = true;
  auto pace = redfish_order_pace(call.bmc, call.bmc.options().setting_shown_within);
  pace.again_max = 1;  // a client of the API waits for 30 s
  const auto end = co_await execute_order(std::move(order), std::move(pace));
  const bool accepted = info(end.answer).accepted && end.unread.empty();
  if (end.result == order_result::done || accepted) co_return std::nullopt;
  const auto wanted = member_text(call.request.what.args, "mode");
  co_return step_failed(
      text_of(end, "The boot mode of the BMC at " + call.bmc.account().place(), wanted));
}

maybe_mode_failure match_mode(redfish_call call) {
  const auto& machine = call.request.machine;
  const auto wanted = named_boot_mode(machine.instance_info, machine.properties);
  if (!wanted) co_return std::nullopt;
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  const auto now = mode_of(*system);
  if (!now || *now == *wanted) co_return std::nullopt;
  auto holder = co_await find_mode_holder(call.bmc, *system);
  if (!holder) co_return redfish_step_failed(holder.error());
  if (mode_of(*holder) == *wanted) co_return std::nullopt;  // that of the next start
  call.request.what.args = json{{"mode", *wanted}};
  const auto* row = find_mode_row(*wanted);
  co_return co_await order_mode(std::move(call), std::move(*holder), row->word);
}

redfish_outcome set_boot_mode(redfish_call call) {
  const auto mode = member_text(call.request.what.args, "mode");
  const auto* row = find_mode_row(mode);
  if (row == nullptr)
    co_return step_refused("The boot mode '" + mode + "' is not supported; allowed: uefi, bios.");
  const auto system = co_await get_system(call.bmc, call.system);
  if (!system) co_return redfish_step_failed(system.error());
  const auto now = mode_of(*system);
  if (!now) co_return step_refused("The BMC does not report the boot mode.");
  if (*now == mode) co_return has_mode(now);
  auto holder = co_await find_mode_holder(call.bmc, *system);
  if (!holder) co_return redfish_step_failed(holder.error());
  restart_change change;
  change.send = mode_sender(call, *holder, row->word);
  change.look = &look_at_mode;
  change.what = "its boot mode";
  change.wanted = mode;
  auto wrong = co_await change_with_restart(call, std::move(change));
  if (wrong) co_return std::move(*wrong);
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
  const auto path = shown->path;
  restart_change change;
  change.send = [bmc = call.bmc, holder = *shown, wanted] {
    return send_secure_boot(bmc, holder, wanted);
  };
  change.look = &look_at_secure_boot;
  change.what = "its secure boot";
  change.wanted = secure_boot_text(wanted);
  auto wrong = co_await change_with_restart(call, std::move(change));
  if (wrong) co_return std::move(*wrong);
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

boost::asio::awaitable<std::optional<step_outcome>> match_named_boot_mode(redfish_call call) {
  return match_mode(std::move(call));
}

}  // namespace ironbus
