#include "drivers/redfish/redfish_interface.hpp"

#include "drivers/kit/password_rotation.hpp"
#include "drivers/kit/spawn_call.hpp"
#include "drivers/redfish/client/redfish_link.hpp"
#include "drivers/redfish/redfish_boot.hpp"
#include "drivers/redfish/redfish_boot_mode.hpp"
#include "drivers/redfish/redfish_clock.hpp"
#include "drivers/redfish/redfish_identity.hpp"
#include "drivers/redfish/redfish_indicators.hpp"
#include "drivers/redfish/redfish_media.hpp"
#include "drivers/redfish/redfish_password.hpp"
#include "drivers/redfish/redfish_power.hpp"
#include "drivers/redfish/redfish_sensors.hpp"
#include "messages/contract/driver_operations.hpp"

#include <boost/asio/strand.hpp>

#include <algorithm>
#include <array>

namespace ironbus {

namespace asio = boost::asio;

namespace {

namespace bmc = driver_operations::management;

constexpr std::array machine_acts{
    redfish_operation_row{driver_operations::power::get_power_state, &get_redfish_power},
    redfish_operation_row{driver_operations::power::set_power_state, &set_redfish_power, nullptr,
                          &recover_redfish_power},
    redfish_operation_row{bmc::set_boot_device, &in_named_boot_mode<&set_redfish_boot_device>},
    redfish_operation_row{bmc::get_boot_device, &get_redfish_boot_device},
    redfish_operation_row{{"management", "get_boot_mode"}, &get_redfish_boot_mode},
    redfish_operation_row{bmc::set_boot_mode, &set_redfish_boot_mode},
    redfish_operation_row{{"management", "get_secure_boot"}, &get_redfish_secure_boot},
    redfish_operation_row{bmc::set_secure_boot, &set_redfish_secure_boot},
    redfish_operation_row{{"management", "reset_secure_boot_keys_to_default"}, &reset_redfish_keys},
    redfish_operation_row{{"management", "clear_secure_boot_keys"}, &clear_redfish_keys},
    redfish_operation_row{bmc::inject_nmi, &inject_redfish_nmi},
    redfish_operation_row{bmc::get_indicators, &get_redfish_indicators},
    redfish_operation_row{bmc::get_indicator_state, &get_redfish_indicator},
    redfish_operation_row{bmc::set_indicator_state, &set_redfish_indicator},
    redfish_operation_row{bmc::get_mac_addresses, &get_redfish_mac_addresses},
    redfish_operation_row{{"management", "get_node_health"}, &get_redfish_health},
    redfish_operation_row{{"management", "detect_vendor"}, &detect_redfish_vendor},
    redfish_operation_row{{"management", "get_sensors_data"}, &get_redfish_sensors},
    redfish_operation_row{bmc::get_virtual_media, &get_redfish_media},
    redfish_operation_row{bmc::attach_virtual_media, &attach_redfish_media},
    redfish_operation_row{bmc::detach_virtual_media, &detach_redfish_media},
    redfish_operation_row{{"management", "set_bmc_clock"}, &set_redfish_clock},
    redfish_operation_row{{"management", "verify_bmc_clock"}, &verify_redfish_clock},
    redfish_operation_row{{"management", "rotate_password"},
                          &rotate_redfish_password,
                          nullptr,
                          &recover_redfish_password},
};

result<redfish_account> account_of(const machine& x, const redfish_options& options) {
  auto out = read_redfish_account(x.driver_info, options);
  if (out) out->second_password = second_password(x.driver_internal_info);
  return out;
}

result<redfish_call> call_of(const std::shared_ptr<redfish_context>& held, permitted_step request) {
  auto& context = *held;
  auto account = account_of(request.machine, context.options);
  if (!account) return tl::unexpected(account.error());
  const auto connection = context.connections.find(*account, request.allowed);
  connection->vendor = vendor_number(request.machine.properties);
  redfish_client client{connection, request.allowed, context.options};
  return redfish_call{std::move(request), std::move(client), std::move(account->system),
                      std::move(account->media_transport), held};
}

const redfish_operation_row* find_act(redfish_operations acts, const driver_operation& what) {
  const auto found =
      std::find_if(acts.begin(), acts.end(), [&](const auto& row) { return row.what == what; });
  return found == acts.end() ? nullptr : &*found;
}

redfish_outcome carry_out_redfish(std::shared_ptr<redfish_context> context, redfish_operations acts,
                                  permitted_step request) {
  const auto interface = request.what.interface;
  const auto name = request.what.name;
  const driver_operation asked{interface, name};
  auto call = call_of(context, std::move(request));
  if (!call) co_return step_refused(call.error().message);
  const auto* row = find_act(acts, asked);
  if (row == nullptr) co_return step_refused("The Redfish driver has no step " + name + ".");
  const auto bmc = call->bmc;
  const json known = member_at(call->request.machine.driver_internal_info, {oddities_key});
  auto out = co_await row->act(std::move(*call));
  if (auto met = bmc.oddities().unknown_to(known); !met.is_null())
    out.observed.driver_internal_info[oddities_key] = std::move(met);
  co_return out;
}

asio::awaitable<std::optional<step_outcome>> ask_on_bmc(std::shared_ptr<redfish_context> context,
                                                        permitted_step request,
                                                        redfish_probe question) {
  auto call = call_of(context, std::move(request));
  if (!call) co_return step_refused(call.error().message);
  co_return co_await question(std::move(*call));
}

asio::awaitable<redfish_reading> read_on_bmc(std::shared_ptr<redfish_context> context,
                                             machine target, permit allowed) {
  const auto account = account_of(target, context->options);
  if (!account) co_return tl::unexpected(account.error());
  auto connection = context->connections.find(*account, allowed);
  connection->vendor = vendor_number(target.properties);
  redfish_client client{std::move(connection), std::move(allowed), context->options};
  co_return co_await read_redfish_power(std::move(client), account->system);
}

}  // namespace

redfish_operations redfish_machine_acts() { return machine_acts; }

void redfish_interface::run(permitted_step request, step_callback done) {
  spawn_call(asio::make_strand(context_->executor), context_,
             carry_out_redfish(context_, acts_, std::move(request)), std::move(done),
             step_failed(driver_defect));
}

void redfish_interface::recover(permitted_step request, recover_callback done) {
  const auto* row = find_act(acts_, {request.what.interface, request.what.name});
  if (row != nullptr && row->recover != nullptr)
    return spawn_call(asio::make_strand(context_->executor), context_,
                      ask_on_bmc(context_, std::move(request), row->recover), std::move(done),
                      std::optional{step_interrupted(driver_defect)});
  if (row != nullptr && row->probe != nullptr) return done(std::nullopt);
  driver_interface::recover(std::move(request), std::move(done));
}

/// An internal error does not end the step; its deadline does.
void redfish_interface::probe(permitted_step request, recover_callback done) {
  const auto* row = find_act(acts_, {request.what.interface, request.what.name});
  if (row == nullptr || row->probe == nullptr || request.task_handle.empty())
    return driver_interface::probe(std::move(request), std::move(done));
  spawn_call(asio::make_strand(context_->executor), context_,
             ask_on_bmc(context_, std::move(request), row->probe), std::move(done),
             std::optional<step_outcome>{});
}

void redfish_interface::read_power(machine target, permit allowed, power_callback done) {
  spawn_call(asio::make_strand(context_->executor), context_,
             read_on_bmc(context_, std::move(target), std::move(allowed)), std::move(done),
             redfish_reading{fail(error_code::internal, driver_defect)});
}

void redfish_interface::release_machines(permit allowed,
                                         std::chrono::steady_clock::time_point deadline,
                                         std::function<void()> done) {
  context_->connections.close_all(allowed, deadline, std::move(done));
}

}  // namespace ironbus
