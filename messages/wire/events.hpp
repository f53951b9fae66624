#pragma once

#include "messages/base/secrets.hpp"
#include "messages/wire/envelope.hpp"

#include <string>
#include <string_view>

namespace ironbus {

/// Types of the events on `ironbus.events`, less the prefix "ironbus.". The routing key is
/// node.<uuid>.<type>. Secrets are masked. Every event has {"uuid", "name"} of the node in `data`.
namespace event {

/// The API resource as created. Also port.created.
inline constexpr std::string_view node_created = "node_created";
/// {"changed": [field, …]}.
inline constexpr std::string_view node_updated = "node_updated";
inline constexpr std::string_view node_deleted = "node_deleted";
/// {"event", "from", "to", "previous_target", "target", "status": start | end | success | error,
///  "last_error"}.
inline constexpr std::string_view provision_state_changed = "provision_state_changed";
/// {"from", "to", "target"}; a change that ended.
inline constexpr std::string_view power_state_changed = "power_state_changed";
/// {"target"}; a change that was asked for.
inline constexpr std::string_view power_action_started = "power_action_started";
/// {"target", "reason"}.
inline constexpr std::string_view power_action_failed = "power_action_failed";
/// {"from", "to"}: the machine is not as recorded.
inline constexpr std::string_view power_state_corrected = "power_state_corrected";
/// {"from", "to"}: "OK", "Warning", "Critical" or null.
inline constexpr std::string_view health_changed = "health_changed";
/// {"sensors": {type: {id: {key: value}}}}: what a machine's sensors say, where they are read.
inline constexpr std::string_view sensors_read = "sensors_read";
/// {"maintenance", "reason", "fault"}.
inline constexpr std::string_view maintenance_changed = "maintenance_changed";
/// {"workflow", "operation_id", "interface", "step", "index", "attempt", "expected_end"}; the last
/// where enough of such runs are known.
inline constexpr std::string_view step_started = "step_started";
/// As step_started, plus {"status", "reason", "seconds", "worker", "driver", "vendor", "model"};
/// the last two are the node's properties, null where it has none.
inline constexpr std::string_view step_finished = "step_finished";
/// As step_started, plus {"overdue_at", "seconds", "driver", "vendor", "model"}: the run takes
/// longer than nearly all before it. Told once of a run, and before it counts as lost.
inline constexpr std::string_view step_overdue = "step_overdue";
/// {"reason", "agent_url"}: the agent in the machine was lost, or began anew, in the middle of its
/// work.
inline constexpr std::string_view agent_lost = "agent_lost";
/// {"from", "to"}: what the machine boots is written, or was removed, at another place than before
/// (boot_notes::place).
inline constexpr std::string_view boot_place_changed = "boot_place_changed";
/// Of what belongs to a node ("port", "portgroup", "volume_connector", "volume_target"):
/// "<kind>_created" {"<kind>_uuid"}, "<kind>_updated" {"<kind>_uuid", "changed": […]},
/// "<kind>_deleted" {"<kind>_uuid"}; of a port also its "address". The same of records ("chassis",
/// "deploy_template", "runbook", "allocation", "inspection_rule", "webhook"), whose `data` has
/// {"uuid", "name"} of the record.
inline constexpr std::string_view created_suffix = "_created";
inline constexpr std::string_view updated_suffix = "_updated";
inline constexpr std::string_view deleted_suffix = "_deleted";
/// {"traits": […]}.
inline constexpr std::string_view traits_changed = "traits_changed";
/// {"log", "after", "oldest"}: to a webhook alone, in the place of events that were not kept until
/// it could be told. It is in no log.
inline constexpr std::string_view webhook_gap = "webhook_gap";
/// {"error", "message_id", "type"}: a message that could not be handled.
inline constexpr std::string_view message_dead_lettered = "message_dead_lettered";

}  // namespace event

}  // namespace ironbus
