#pragma once

#include "gateways/amqp/connection.hpp"
#include "gateways/amqp/consumer.hpp"

#include <string_view>

namespace ironbus::amqp {

/// Whether publishing to the exchange is allowed. Publishing to a missing one would end the
/// connection.
bool is_known_exchange(std::string_view name, const amqp_options& how);

/// Declares the exchanges, the dead-letter queue and the event log. May be repeated. Fails if one
/// exists with other properties.
status declare_exchanges(const connection& connection, const amqp_options& how);

/// Declares the queue and bindings of a subscription, and names a private queue.
status declare_queue(const connection& connection, consumer& consumer, const amqp_options& how);

/// Starts the deliveries of a declared queue.
status consume(const connection& connection, const consumer& consumer, const amqp_options& how);

}  // namespace ironbus::amqp
