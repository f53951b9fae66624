#include "drivers/ipmi/ipmi_management.hpp"

#include "drivers/ipmi/boot_memory.hpp"
#include "drivers/ipmi/boot_selector.hpp"
#include "drivers/ipmi/sensor_text.hpp"
#include "messages/base/text.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr size_t ipmi_vendor_bytes_max = 100;

// Brace lists in plain functions only: g++ 12 cannot compile them in a coroutine.

ipmi_order send_nmi() { return single_order({"power", "diag"}); }
ipmi_order ask_sensors() { return repeatable_order({"sdr"}); }  // with ipmitool's -v
ipmi_order ask_vendor() { return repeatable_order({"mc", "info"}); }

json boot_device_answer(const std::optional<std::string>& device, bool persistent) {
  return {{"boot_device", device ? json(*device) : json{}}, {"persistent", persistent}};
}

step_outcome answered(json answer, std::string evidence = {}) {
  auto out = step_done({}, std::move(evidence));
  out.answer = std::move(answer);
  return out;
}

facts vendor_fact(const std::string& vendor) {
  facts out;
  if (!vendor.empty()) out.properties = {{"vendor", vendor}};
  return out;
}

}  // namespace

ipmi_outcome set_ipmi_boot_device(ipmi_context& context, permitted_step request,
                                  ipmi_access access) {
  const auto device = member_text(request.what.args, "device");
  const auto known = ipmi_boot_devices();
  if (std::find(known.begin(), known.end(), device) == known.end())
    co_return step_refused("The boot device '" + device +
                           "' is not supported; allowed: " + join(known) + ".");
  const bool persistent = request.what.args.value("persistent", json{}) == true;
  const bool remember = access.force_boot_device;
  // A device that the node stores for the BMC is set for one boot at a time.
  const auto wrong = co_await send_boot_device(context, std::move(request), std::move(access),
                                               device, persistent && !remember);
  if (wrong) co_return step_failed(*wrong);
  facts observed;
  if (remember) observed.driver_internal_info = boot_notes(device, persistent);
  co_return step_done(std::move(observed), "ipmitool: boots from " + device);
}

ipmi_outcome get_ipmi_boot_device(ipmi_context& context, permitted_step request,
                                  ipmi_access access) {
  if (access.force_boot_device) {
    const auto remembered = remembered_device(request.machine.driver_internal_info);
    if (!remembered.empty()) co_return answered(boot_device_answer(remembered, true));
  }
  auto order = ask_boot_device();
  const auto answer =
      co_await context.tool.run(request.allowed, std::move(access), std::move(order));
  if (!answer) co_return step_failed(answer.error().message);
  const auto setting = read_boot_setting(*answer);
  co_return answered(boot_device_answer(setting.device, setting.persistent));
}

ipmi_outcome inject_ipmi_nmi(ipmi_context& context, permitted_step request, ipmi_access access) {
  auto order = send_nmi();
  const auto answer =
      co_await context.tool.run(request.allowed, std::move(access), std::move(order));
  if (!answer) co_return step_failed(answer.error().message);
  co_return step_done({}, "ipmitool: power diag");
}

ipmi_outcome get_ipmi_sensors(ipmi_context& context, permitted_step request, ipmi_access access) {
  auto order = ask_sensors();
  const auto answer =
      co_await context.tool.run(request.allowed, std::move(access), std::move(order));
  if (!answer) co_return step_failed(answer.error().message);
  co_return answered(read_sensors(*answer));
}

ipmi_outcome detect_ipmi_vendor(ipmi_context& context, permitted_step request, ipmi_access access) {
  auto order = ask_vendor();
  const auto answer =
      co_await context.tool.run(request.allowed, std::move(access), std::move(order));
  if (!answer) co_return step_failed(answer.error().message);
  co_return step_done(vendor_fact(read_vendor(*answer)));
}

std::string read_vendor(std::string_view text) {
  constexpr std::string_view name = "Manufacturer Name";
  const auto begin = text.find(name);
  if (begin == std::string_view::npos) return {};
  auto line = text.substr(begin + name.size());
  line = trim(line.substr(0, line.find('\n')), " \t\r");
  if (!line.starts_with(':')) return {};
  auto out = lower(trim(line.substr(1), " \t\r").substr(0, ipmi_vendor_bytes_max));
  const bool printable = std::all_of(out.begin(), out.end(),
                                     [](char letter) { return letter >= ' ' && letter <= '~'; });
  return printable ? out : std::string{};
}

}  // namespace ironbus
