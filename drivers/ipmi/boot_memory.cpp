#include "drivers/ipmi/boot_memory.hpp"

#include "drivers/ipmi/boot_selector.hpp"
#include "drivers/kit/capabilities.hpp"
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
  const auto answer = co_await context.tool.run(request.allowed, access, std::move(*order));
  if (!answer) co_return answer.error().message;
  co_return std::nullopt;
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
