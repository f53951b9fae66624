#include "drivers/ipmi/ipmi_interface.hpp"

#include "drivers/ipmi/ipmi_console.hpp"
#include "drivers/ipmi/ipmi_management.hpp"
#include "drivers/ipmi/ipmi_power.hpp"
#include "drivers/ipmi/ipmi_vendor.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/platform/log.hpp"

#include <boost/asio/co_spawn.hpp>

#include <array>

namespace ironbus {

namespace asio = boost::asio;

namespace {

struct act_row {
  driver_operation what;
  ipmi_act act;
};

constexpr std::array act_rows{
    act_row{driver_operations::power::get_power_state, &get_ipmi_power},
    act_row{driver_operations::power::set_power_state, &set_ipmi_power},
    act_row{driver_operations::management::set_boot_device, &set_ipmi_boot_device},
    act_row{driver_operations::management::get_boot_device, &get_ipmi_boot_device},
    act_row{driver_operations::management::inject_nmi, &inject_ipmi_nmi},
    act_row{{"management", "get_sensors_data"}, &get_ipmi_sensors},
    act_row{{"management", "detect_vendor"}, &detect_ipmi_vendor},
    act_row{driver_operations::console::start_console, &start_ipmi_console},
    act_row{driver_operations::console::stop_console, &stop_ipmi_console},
    act_row{driver_operations::console::get_console, &get_ipmi_console},
    act_row{{"vendor", "send_raw"}, &send_ipmi_raw},
    act_row{{"vendor", "bmc_reset"}, &reset_ipmi_bmc},
};

ipmi_outcome carry_out(ipmi_context& context, permitted_step request) {
  auto access = read_ipmi_access(request.machine.driver_info);
  if (!access) co_return step_refused(access.error().message);
  const driver_operation asked{request.what.interface, request.what.name};
  for (const auto& row : act_rows)
    if (row.what == asked) co_return co_await row.act(context, std::move(request), *access);
  co_return step_refused("IPMI has no step " + request.what.name + ".");
}

constexpr const char* defect =
    "The driver broke off because of a defect; the log of its worker has the cause.";

/// Runs a coroutine on the family's strand; a defect in it is logged and ends as `otherwise`.
template <class T, class Done>
void spawn_on_strand(const std::shared_ptr<ipmi_context>& context, asio::awaitable<T> call,
                     Done done, T otherwise) {
  asio::co_spawn(context->strand, std::move(call),
                 [context, done = std::move(done), otherwise = std::move(otherwise)](
                     const std::exception_ptr& thrown, T value) mutable {
                   if (!thrown) return done(std::move(value));
                   try {
                     std::rethrow_exception(thrown);
                   } catch (const std::exception& e) {
                     log::error("a call of a BMC broke off", {{log_key::error, e.what()}});
                   }
                   done(std::move(otherwise));
                 });
}

}  // namespace

ipmi_interface::ipmi_interface(std::shared_ptr<ipmi_context> context)
    : context_{std::move(context)} {}

void ipmi_interface::run(permitted_step request, step_callback done) {
  spawn_on_strand(context_, carry_out(*context_, std::move(request)), std::move(done),
                  step_failed(defect));
}

void ipmi_interface::recover(permitted_step request, recover_callback done) {
  const driver_operation asked{request.what.interface, request.what.name};
  if (asked != driver_operations::power::set_power_state)
    return driver_interface::recover(std::move(request), std::move(done));
  spawn_on_strand(context_, recover_ipmi_power(*context_, std::move(request)), std::move(done),
                  std::optional<step_outcome>{});
}

void ipmi_interface::read_power(machine target, permit allowed, power_callback done) {
  spawn_on_strand(context_, read_ipmi_power(*context_, std::move(target), std::move(allowed)),
                  std::move(done), power_reading{fail(error_code::internal, defect)});
}

}  // namespace ironbus
