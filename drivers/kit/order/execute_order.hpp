#pragma once

#include "drivers/kit/order/machine_order.hpp"

namespace ironbus {

/// The rule for every order to a machine: sends it, reads until the machine shows the wanted state
/// or the deadline passes, and reports what was seen. The answer decides when the first reading
/// follows, whether the order may be sent again, and what to say if the end is never shown. Only an
/// answer that proves that nothing was executed ends the order by itself.
///
/// A reading of the wanted state must be confirmed by a second one, unless the machine accepted the
/// order and has shown another state before: BMCs report old states for a while.
boost::asio::awaitable<order_end> execute_order(machine_order order, order_pace pace);

/// The reading part of the rule, for an order that the machine has accepted before.
boost::asio::awaitable<order_end> await_sight(order_reader look, order_pace pace);

/// Reads until two readings in a row show the same state and no change, or the deadline passes;
/// then `changing`. A failed reading is returned at once. For decisions without an order before
/// them, such as "nothing is to be done". `before`: a reading just made, if any.
boost::asio::awaitable<order_sight> confirmed_sight(order_reader look, order_pace pace,
                                                    std::optional<order_sight> before = {});

}  // namespace ironbus
