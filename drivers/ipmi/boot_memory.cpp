#include "drivers/ipmi/boot_memory.hpp"

#include "drivers/ipmi/boot_selector.hpp"
#include "drivers/kit/capabilities.hpp"
#include "drivers/kit/order/execute_order.hpp"
#include "messages/base/text.hpp"
#include "messages/platform/log.hpp"

namespace ironbus {

namespace {

// The names that other services of this kind use, for nodes migrated from them.
constexpr const char* device_key = "persistent_boot_device";
constexpr const char* next_key = "is_next_boot_persistent";

using maybe_wrong = boost::asio::awaitable<std::optional<std::string>>;

bool next_is_another(const json& notes) {
  const auto found = notes.find(next_key);
  return found != notes.end() && *found == false;
}

json next_as_always() { return {{next_key, nullptr}}; }

/// Some BMCs have no such setting, and others forget nothing anyway.
maybe_wrong keep_it(ipmi_context& context, const permitted_step& request,
                    const ipmi_access& access) {
  if (!access.disable_boot_timeout.value_or(context.options.disable_boot_timeout))
    co_return std::nullopt;
  auto order = keep_boot_device();
  const auto kept = co_await context.tool.run(request.allowed, access, std::move(order));
  if (kept) co_return std::nullopt;
  if (kept.error().fault != ipmi_fault::unsupported) co_return kept.error().message;
  log::warn("a BMC forgets its boot device after 60 seconds",
            {{log_key::node, request.machine.uuid}, {log_key::error, kept.error().message}});
  co_return std::nullopt;
}

boost::asio::awaitable<order_answer> send_boot_flags(ipmi_context& context, permit allowed,
                                                     ipmi_access access, ipmi_order order) {
  const auto answer =
      co_await context.tool.run(std::move(allowed), std::move(access), std::move(order));
  if (answer) co_return order_answer{};
  co_return ipmi_order_answer(answer.error());
}

boost::asio::awaitable<order_sight> look_at_boot_flags(ipmi_context& context, permit allowed,
                                                       ipmi_access access, std::string device) {
  auto order = ask_boot_device();
  const auto answer = co_await context.tool.run(allowed, std::move(access), std::move(order));
  if (answer) {
    const auto shown = read_boot_setting(*answer).device.value_or("none");
    order_sight out{machine_sight::other, shown, {}};
    if (shown == device) out.shows = machine_sight::wanted;
    co_return out;
  }
  auto out = ipmi_unread(answer.error(), allowed);
  // Some BMCs cannot show it.
  if (ipmi_order_answer(answer.error()).kind == answer_kind::refused)
    out.shows = machine_sight::closed;
  co_return out;
}

/// A BMC that does not show the device may have it all the same.
maybe_wrong order_boot_flags(ipmi_context& context, permitted_step request, ipmi_access access,
                             ipmi_order command, std::string device) {
  machine_order order;
  order.send = [&context, allowed = request.allowed, access, command] {
    return send_boot_flags(context, allowed, access, command);
  };
  order.look = [&context, allowed = request.allowed, access, device] {
    return look_at_boot_flags(context, allowed, access, device);
  };
  order.repeatable = true;
  order.seen_other = true;
  order_pace pace;
  pace.limit = context.options.setting_shown_within;
  pace.first = context.options.power_poll_first;
  // Once again at most: a client of the API waits for 30 s.
  pace.again_after = 2 * context.options.min_command_interval;
  pace.again_max = 1;
  const auto end = co_await execute_order(std::move(order), std::move(pace));
  if (end.result == order_result::done) co_return std::nullopt;
  auto text = text_of(end, "The boot device of the BMC at " + access.place(), device);
  if (!info(end.answer).accepted) co_return text;
  log::warn("a BMC does not show the boot device that it accepted",
            {{log_key::node, request.machine.uuid}, {log_key::error, std::move(text)}});
  co_return std::nullopt;
}

}  // namespace

std::string remembered_device(const json& notes) {
  if (!notes.is_object() || next_is_another(notes)) return {};
  return member_text(notes, device_key);
}

json boot_notes(const std::string& device, bool persistent) {
  if (persistent) return {{device_key, device}, {next_key, nullptr}};
  return {{next_key, false}};
}

maybe_wrong send_boot_device(ipmi_context& context, permitted_step request, ipmi_access access,
                             std::string device, bool persistent) {
  const auto& node = request.machine;
  const bool uefi = deploy_boot_mode(node.instance_info, node.properties) == "uefi";
  auto order = boot_order(device, persistent, uefi, member_text(node.properties, "vendor"));
  if (!order) co_return "Unknown boot device '" + device + "'.";
  auto wrong = co_await keep_it(context, request, access);
  if (wrong) co_return wrong;
  auto ordered = order_boot_flags(context, std::move(request), std::move(access), std::move(*order),
                                  std::move(device));
  co_return co_await std::move(ordered);
}

maybe_wrong renew_boot_device(ipmi_context& context, permitted_step request, ipmi_access access,
                              facts& observed) {
  const json& notes = request.machine.driver_internal_info;
  if (!access.force_boot_device || !notes.is_object()) co_return std::nullopt;
  if (next_is_another(notes)) {
    observed.driver_internal_info = next_as_always();
    co_return std::nullopt;
  }
  auto device = remembered_device(notes);
  if (device.empty()) co_return std::nullopt;
  auto call =
      send_boot_device(context, std::move(request), std::move(access), std::move(device), false);
  co_return co_await std::move(call);
}

}  // namespace ironbus
