#include "drivers/redfish/redfish_boot.hpp"

#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/client/redfish_settings.hpp"
#include "drivers/redfish/redfish_order.hpp"
#include "drivers/redfish/redfish_quirks.hpp"
#include "drivers/redfish/redfish_system.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr std::string_view target_key = "BootSourceOverrideTarget";
constexpr std::string_view enabled_key = "BootSourceOverrideEnabled";
constexpr std::string_view mode_key = "BootSourceOverrideMode";
constexpr std::string_view http_target = "UefiHttp";
constexpr const char* http_url_property = "HttpBootUri";
const std::string once = "Once";
const std::string always = "Continuous";

struct device_row {
  std::string_view device;
  std::string_view target;
};

constexpr std::array device_rows{
    device_row{"pxe", "Pxe"},        device_row{"disk", "Hdd"},           device_row{"cdrom", "Cd"},
    device_row{"bios", "BiosSetup"}, device_row{"uefihttp", http_target},
};

/// The resource with the machine's boot setting.
struct boot_setting {
  redfish_resource holder;       ///< The system, or its settings resource.
  bool holder_is_ahead = false;  ///< It is the settings resource.
  redfish_resource system;
  vendor_quirks habits;

  const json& boot() const { return member_at(holder.body, {"Boot"}); }
  /// A settings resource may leave the allowed values to its system.
  std::optional<std::vector<std::string>> offered(std::string_view key) const {
    auto out = allowed_values(boot(), key);
    return out ? out : allowed_values(member_at(system.body, {"Boot"}), key);
  }
};

using setting_result = boost::asio::awaitable<redfish_result<boot_setting>>;

/// Some BMCs accept boot settings only in a settings resource, which shows those of the next boot.
setting_result find_boot(redfish_call call) {
  auto known = co_await find_known_system(call);
  if (!known) co_return tl::unexpected(known.error());
  boot_setting out;
  out.habits = std::move(known->habits);
  const auto settings = settings_of(known->system);
  out.system = std::move(known->system);
  out.holder = out.system;
  if (!settings.empty()) {
    auto held = co_await call.bmc.get(settings);
    if (held && member_at(held->body, {"Boot"}).contains(target_key)) {
      out.holder = std::move(*held);
      out.holder_is_ahead = true;
    }
  }
  if (!out.boot().is_object()) co_return no_link(out.holder, "Boot");
  co_return out;
}

std::string target_of(std::string_view device, const boot_setting& setting) {
  const auto* row = std::find_if(device_rows.begin(), device_rows.end(),
                                 [&](const auto& one) { return one.device == device; });
  const auto offered = setting.offered(target_key);
  const auto& own = setting.habits.optical_drive;
  if (device == "cdrom" && !own.empty() && offered &&
      std::find(offered->begin(), offered->end(), own) != offered->end())
    return own;
  return std::string{row->target};
}

/// The URL for HTTP boot. Without a recorded URL the network provides it. A URL together with
/// another target would be rejected.
void put_http_url(json& change, const boot_setting& setting, const std::string& target,
                  const json& notes) {
  if (target == http_target) {
    if (auto url = member_text(notes, http_boot_url_key); !url.empty())
      change[http_url_property] = std::move(url);
  } else if (setting.holder_is_ahead && !member_text(setting.boot(), http_url_property).empty()) {
    change[http_url_property] = nullptr;
  }
}

json boot_change(const boot_setting& setting, const std::string& target, std::string_view enabled,
                 const json& notes) {
  json out{{target_key, target}};
  const auto& now = setting.boot();
  put_http_url(out, setting, target, notes);
  if (setting.habits.boot_whole || member_text(now, enabled_key) != enabled)
    out[std::string{enabled_key}] = enabled;
  const auto mode = member_text(now, mode_key);
  if (setting.habits.boot_whole && !mode.empty()) out[std::string{mode_key}] = mode;
  return {{"Boot", std::move(out)}};
}

/// Members that the settings resource does not have are changed in the system.
redfish_change change_boot(redfish_client bmc, boot_setting setting, json change) {
  if (!setting.holder_is_ahead)
    co_return co_await patch_settings(bmc, std::move(setting.holder), std::move(change));
  json rest{{"Boot", take_unshown_members(change["Boot"], setting.boot())}};
  if (!rest["Boot"].empty()) {
    auto first = co_await bmc.patch(std::move(setting.system), std::move(rest));
    if (!first) co_return first;
  }
  co_return co_await bmc.patch(std::move(setting.holder), std::move(change));
}

/// Whether the BMC supports persistent boot devices. If it does not report it, it may.
bool can_keep(const boot_setting& setting) {
  const auto words = setting.offered(enabled_key);
  return !words || std::find(words->begin(), words->end(), always) != words->end();
}

std::optional<redfish_error> check_target(const boot_setting& setting, const std::string& device,
                                          const std::string& target) {
  const auto offered = setting.offered(target_key);
  if (!offered || std::find(offered->begin(), offered->end(), target) != offered->end())
    return std::nullopt;
  return redfish_error{redfish_fault::refused,
                       0,
                       "The BMC cannot boot from '" + device + "' (" + target +
                           "); it allows: " + join(*offered) + ".",
                       {}};
}

/// The change of a boot device, and what the BMC shows of it.
struct boot_device_order {
  redfish_call call;
  boot_setting setting;
  std::string target;
  bool kept = false;  ///< Permanent.

  std::string_view enabled() const { return kept ? always : once; }
};
using boot_order_ptr = std::shared_ptr<boot_device_order>;

redfish_change patch_boot_device(boot_order_ptr order) {
  const auto& notes = order->call.request.machine.driver_internal_info;
  auto change = boot_change(order->setting, order->target, order->enabled(), notes);
  return change_boot(order->call.bmc, order->setting, std::move(change));
}

/// A BMC that cannot keep a device may accept it for one boot.
boost::asio::awaitable<order_answer> send_boot_change(boot_order_ptr order) {
  auto changed = co_await patch_boot_device(order);
  if (!changed && order->kept && changed.error().fault == redfish_fault::refused) {
    order->kept = false;
    changed = co_await patch_boot_device(order);
  }
  co_return redfish_order_answer(changed);
}

boost::asio::awaitable<order_sight> look_at_boot_device(boot_order_ptr order) {
  const auto shown = co_await order->call.bmc.get(order->setting.holder.path);
  if (!shown) co_return redfish_unread(shown.error());
  const auto& boot = member_at(shown->body, {"Boot"});
  const auto enabled = member_text(boot, enabled_key);
  order_sight out{machine_sight::other, member_text(boot, target_key), {}};
  if (out.state != order->target || enabled == "Disabled") co_return out;
  out.shows = machine_sight::wanted;
  if (!order->kept && enabled == always)
    order->call.bmc.note(redfish_oddity::once_not_shown, shown->path);
  // What it forgets after the next boot, the node must store.
  if (enabled == once) order->kept = false;
  co_return out;
}

using maybe_text = boost::asio::awaitable<std::optional<std::string>>;

/// Unset: the BMC shows the device, or has accepted it. Some apply it at the next start only.
maybe_text order_boot_device(boot_order_ptr boot) {
  machine_order order;
  order.send = [boot] { return send_boot_change(boot); };
  order.look = [boot] { return look_at_boot_device(boot); };
  order.repeatable = true;
  order.seen_other = true;
  const auto& bmc = boot->call.bmc;
  auto pace = redfish_order_pace(bmc, bmc.options().setting_shown_within);
  pace.again_max = 1;  // a client of the API waits for 30 s
  const auto end = co_await execute_order(std::move(order), std::move(pace));
  if (end.result == order_result::done) co_return std::nullopt;
  const bool accepted = info(end.answer).accepted && end.unread.empty();
  if (!accepted)
    co_return text_of(end, "The boot device of the BMC at " + bmc.account().place(), boot->target);
  bmc.note(redfish_oddity::boot_not_shown, boot->setting.holder.path);
  co_return std::nullopt;
}

/// Sets the device for the next boot or for all boots. If the BMC cannot store it, the node's notes
/// do.
redfish_outcome set_device(redfish_call call, std::string device, bool persistent) {
  auto setting = co_await find_boot(call);
  if (!setting) co_return redfish_step_failed(setting.error());
  auto target = target_of(device, *setting);
  if (auto wrong = check_target(*setting, device, target))
    co_return step_refused(std::move(wrong->message));
  const bool keeps = persistent && can_keep(*setting);
  const auto remembered = member_text(call.request.machine.driver_internal_info, boot_memory_key);
  auto order = std::make_shared<boot_device_order>(
      boot_device_order{std::move(call), std::move(*setting), std::move(target), keeps});
  const auto wrong = co_await order_boot_device(order);
  if (wrong) co_return step_failed(*wrong);
  facts observed;
  if (persistent && !order->kept) observed.driver_internal_info = {{boot_memory_key, device}};
  if (persistent && order->kept && !remembered.empty())
    observed.driver_internal_info = {{boot_memory_key, nullptr}};
  co_return step_done(std::move(observed), "boots from " + device);
}

json shown_device(const boot_setting& setting, const json& notes) {
  const auto& boot = setting.boot();
  const auto enabled = member_text(boot, enabled_key);
  const auto target = member_text(boot, target_key);
  const auto remembered = member_text(notes, boot_memory_key);
  const auto* row = std::find_if(device_rows.begin(), device_rows.end(), [&](const auto& one) {
    return one.target == target ||
           (one.device == "cdrom" && target == setting.habits.optical_drive);
  });
  const bool off = enabled == "Disabled" || target == "None" || target.empty();
  json device = row == device_rows.end() || off ? json{} : json(row->device);
  json persistent = off ? json{} : json(enabled == always);
  if (!remembered.empty() && (off || device == remembered)) {
    device = remembered;
    persistent = true;
  }
  return {{"boot_device", std::move(device)}, {"persistent", std::move(persistent)}};
}

redfish_outcome get_boot_device(redfish_call call) {
  const auto setting = co_await find_boot(call);
  if (!setting) co_return redfish_step_failed(setting.error());
  co_return redfish_answered(shown_device(*setting, call.request.machine.driver_internal_info));
}

void log_renewal_failure(const redfish_call& call, const std::string& wrong) {
  log::warn("cannot set the boot device again before a restart",
            {{log_key::node, call.request.machine.uuid}, {log_key::error, wrong}});
}

boost::asio::awaitable<void> renew_boot_device(redfish_call call) {
  const auto device = member_text(call.request.machine.driver_internal_info, boot_memory_key);
  const auto known = redfish_boot_devices();
  if (std::find(known.begin(), known.end(), device) == known.end()) co_return;
  auto setting = co_await find_boot(call);
  if (!setting) {
    log_renewal_failure(call, setting.error().message);
    co_return;
  }
  const auto enabled = member_text(setting->boot(), enabled_key);
  if (enabled == once || enabled == always) co_return;  // the next boot already has another device
  auto target = target_of(device, *setting);
  auto order = std::make_shared<boot_device_order>(
      boot_device_order{call, std::move(*setting), std::move(target), false});
  const auto wrong = co_await order_boot_device(std::move(order));
  if (wrong) log_renewal_failure(call, *wrong);
}

}  // namespace

std::vector<std::string> redfish_boot_devices() {
  std::vector<std::string> out;
  out.reserve(device_rows.size());
  for (const auto& row : device_rows) out.emplace_back(row.device);
  return out;
}

redfish_outcome set_redfish_boot_device(redfish_call call) {
  auto device = member_text(call.request.what.args, "device");
  const auto known = redfish_boot_devices();
  if (std::find(known.begin(), known.end(), device) == known.end())
    co_return step_refused("The boot device '" + device +
                           "' is not supported; allowed: " + join(known) + ".");
  const bool persistent = call.request.what.args.value("persistent", json{}) == true;
  co_return co_await set_device(std::move(call), std::move(device), persistent);
}

redfish_outcome get_redfish_boot_device(redfish_call call) {
  return get_boot_device(std::move(call));
}

boost::asio::awaitable<void> renew_redfish_boot_device(redfish_call call) {
  return renew_boot_device(std::move(call));
}

}  // namespace ironbus
