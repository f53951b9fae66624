#pragma once

#include "drivers/ipmi/ipmi_context.hpp"

namespace ironbus {

ipmi_outcome send_ipmi_raw(ipmi_context& context, permitted_step x, ipmi_access access);
ipmi_outcome reset_ipmi_bmc(ipmi_context& context, permitted_step x, ipmi_access access);

}  // namespace ironbus
