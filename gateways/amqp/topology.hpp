#pragma once

#include "gateways/amqp/connection.hpp"
#include "gateways/amqp/consumer.hpp"

#include <string_view>

namespace ironbus::amqp {

/// Whether publishing to it is allowed: one that does not exist would cost the whole connection.
bool is_known_exchange(std::string_view name, const amqp_options& how);

/// Declares the exchanges, the dead-letter queue and the event log. May be repeated; fails if one
/// exists with other properties.
status declare_exchanges(const connection& connection, const amqp_options& how);

/// Declares the queue of a subscription and its bindings and gives an own queue its name.
status declare_queue(const connection& connection, consumer& consumer, const amqp_options& how);

/// Begins the deliveries of a declared queue.
status consume(const connection& connection, const consumer& consumer, const amqp_options& how);

}  // namespace ironbus::amqp
