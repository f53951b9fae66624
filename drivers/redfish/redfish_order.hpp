#pragma once

#include "drivers/kit/order/execute_order.hpp"
#include "drivers/redfish/redfish_context.hpp"

#include <string>

namespace ironbus {

// Requests to a BMC in the terms of drivers/kit/order.

/// The answer to an order.
order_answer redfish_order_answer(const redfish_result<redfish_answer>& answer);
/// The same for an order that failed with that error.
order_answer redfish_order_answer(const redfish_error& wrong);

/// The same for an error of a reading that precedes the order, so that it was not sent. `not_sent`
/// for this driver's own checks.
order_answer redfish_unsent_order(const redfish_error& wrong);

/// A failed reading.
order_sight redfish_unread(const redfish_error& wrong);

/// The pace of orders to that BMC, by its options.
order_pace redfish_order_pace(const redfish_client& bmc, std::chrono::milliseconds limit);

/// "The machine of the BMC at 192.0.2.1", for text_of().
std::string redfish_machine_text(const redfish_client& bmc);

}  // namespace ironbus
