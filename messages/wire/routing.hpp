#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ironbus::routing {

/// Commands and step outcomes to nodes; direct; key = shard number.
inline constexpr std::string_view node_exchange = "ironbus.node";
/// Step requests to driver workers; topic; key = step.<interface>[.<conductor group>].
inline constexpr std::string_view step_exchange = "ironbus.steps";
/// Events; topic, durable; key = node.<uuid>.<event type>, or <record type>.<uuid>.<event type>.
inline constexpr std::string_view event_exchange = "ironbus.events";
/// Messages that cannot be handled; fanout into the queue of the same name.
inline constexpr std::string_view dead_letter_exchange = "ironbus.dead";
inline constexpr std::string_view dead_letter_queue = "ironbus.dead";
/// Stream that keeps the events of the last days for replay.
inline constexpr std::string_view event_log_queue = "ironbus.events.log";

/// The shard of a node or record: FNV-1a 64 of its subject, equal in every release and on every
/// host.
uint32_t shard_of(std::string_view subject, uint32_t shards);

std::string shard_key(uint32_t shard);
std::string shard_queue(uint32_t shard);

/// Routing key of a step: `step.<interface>` or `step.<interface>.<group>`.
std::string step_key(std::string_view interface, std::string_view conductor_group);
/// The queue that the driver workers of a conductor group share.
std::string step_queue(std::string_view conductor_group);

/// `subject`: a node's UUID or a record's "<type>/<uuid>".
std::string event_key(std::string_view subject, std::string_view event_type);

}  // namespace ironbus::routing
