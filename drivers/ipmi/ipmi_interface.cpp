#include "drivers/ipmi/ipmi_interface.hpp"

#include "drivers/ipmi/ipmi_console.hpp"
#include "drivers/ipmi/ipmi_management.hpp"
#include "drivers/ipmi/ipmi_password.hpp"
#include "drivers/ipmi/ipmi_power.hpp"
#include "drivers/ipmi/ipmi_recording.hpp"
#include "drivers/ipmi/ipmi_vendor.hpp"
#include "drivers/kit/spawn_call.hpp"
#include "messages/contract/driver_operations.hpp"

#include <array>

namespace ironbus {

namespace {

struct act_row {
  driver_operation what;
  ipmi_operation act;
};

constexpr std::array act_rows{
    act_row{driver_operations::power::get_power_state, &get_ipmi_power},
    act_row{driver_operations::power::set_power_state, &set_ipmi_power},
    act_row{driver_operations::management::set_boot_device, &set_ipmi_boot_device},
    act_row{driver_operations::management::get_boot_device, &get_ipmi_boot_device},
    act_row{driver_operations::management::inject_nmi, &inject_ipmi_nmi},
    act_row{{"management", "get_sensors_data"}, &get_ipmi_sensors},
    act_row{{"management", "detect_vendor"}, &detect_ipmi_vendor},
    act_row{{"management", "rotate_password"}, &rotate_ipmi_password},
    act_row{driver_operations::console::start_console, &start_ipmi_console},
    act_row{driver_operations::console::stop_console, &stop_ipmi_console},
    act_row{driver_operations::console::get_console, &get_ipmi_console},
    act_row{driver_operations::console::get_console_log, &get_ipmi_console_log},
    act_row{driver_operations::console::start_recording, &start_ipmi_recording},
    act_row{driver_operations::console::stop_recording, &stop_ipmi_recording},
    act_row{{"vendor", "send_raw"}, &send_ipmi_raw},
    act_row{{"vendor", "bmc_reset"}, &reset_ipmi_bmc},
};

using ipmi_found = boost::asio::awaitable<std::optional<step_outcome>>;

struct recover_row {
  driver_operation what;
  ipmi_found (*ask)(ipmi_context&, permitted_step);
};

constexpr std::array recover_rows{
    recover_row{driver_operations::power::set_power_state, &recover_ipmi_power},
    recover_row{{"management", "rotate_password"}, &recover_ipmi_password},
};

ipmi_outcome carry_out(ipmi_context& context, permitted_step request) {
  auto access = ipmi_access_of(request.machine);
  if (!access) co_return step_refused(access.error().message);
  const driver_operation asked{request.what.interface, request.what.name};
  for (const auto& row : act_rows)
    if (row.what == asked) co_return co_await row.act(context, std::move(request), *access);
  co_return step_refused("The IPMI driver has no step " + request.what.name + ".");
}

}  // namespace

ipmi_interface::ipmi_interface(std::shared_ptr<ipmi_context> context)
    : context_{std::move(context)} {}

void ipmi_interface::run(permitted_step request, step_callback done) {
  spawn_call(context_->strand, context_, carry_out(*context_, std::move(request)), std::move(done),
             step_failed(driver_defect));
}

void ipmi_interface::recover(permitted_step request, recover_callback done) {
  const driver_operation asked{request.what.interface, request.what.name};
  for (const auto& row : recover_rows)
    if (row.what == asked)
      return spawn_call(context_->strand, context_, row.ask(*context_, std::move(request)),
                        std::move(done), std::optional<step_outcome>{});
  driver_interface::recover(std::move(request), std::move(done));
}

void ipmi_interface::read_power(machine target, permit allowed, power_callback done) {
  spawn_call(context_->strand, context_,
             read_ipmi_power(*context_, std::move(target), std::move(allowed)), std::move(done),
             power_reading{fail(error_code::internal, driver_defect)});
}

}  // namespace ironbus
