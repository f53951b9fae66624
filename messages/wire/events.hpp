#pragma once

#include "messages/base/secrets.hpp"
#include "messages/wire/envelope.hpp"

#include <string>
#include <string_view>

namespace ironbus {

/// Types of the events on `ironbus.events`, without the prefix "ironbus.". The routing key is
/// node.<uuid>.<type>. Secrets are masked. The `data` of every event has {"uuid", "name"} of the
/// node.
namespace event {

/// The API resource as created. Also port.created.
inline constexpr std::string_view node_created = "node_created";
/// {"changed": [field, …]}.
inline constexpr std::string_view node_updated = "node_updated";
inline constexpr std::string_view node_deleted = "node_deleted";
/// {"event", "from", "to", "previous_target", "target", "status": start | end | success | error,
///  "last_error"}.
inline constexpr std::string_view provision_state_changed = "provision_state_changed";
/// {"from", "to", "target"}: a power change has ended.
inline constexpr std::string_view power_state_changed = "power_state_changed";
/// {"target"}: a power change was requested.
inline constexpr std::string_view power_action_started = "power_action_started";
/// {"target", "reason"}.
inline constexpr std::string_view power_action_failed = "power_action_failed";
/// {"from", "to"}: the machine's power state differed from the stored one.
inline constexpr std::string_view power_state_corrected = "power_state_corrected";
/// {"order", "power_state", "reason", "by"}: an order may have changed the power state, and the
/// machine did not show the end. `power_state` is the last state that it showed, or null.
inline constexpr std::string_view power_state_unconfirmed = "power_state_unconfirmed";
/// {"order", "power_state", "since"}: after that the machine has shown its power state.
inline constexpr std::string_view power_state_confirmed = "power_state_confirmed";
/// {"from", "to"}: "OK", "Warning", "Critical" or null.
inline constexpr std::string_view health_changed = "health_changed";
/// {"sensors": {type: {id: {key: value}}}}: sensor readings of a machine, if enabled.
inline constexpr std::string_view sensors_read = "sensors_read";
/// {"maintenance", "reason", "fault"}.
inline constexpr std::string_view maintenance_changed = "maintenance_changed";
/// {"workflow", "operation_id", "interface", "step", "index", "attempt", "expected_end"}; the last
/// only if enough runs are known.
inline constexpr std::string_view step_started = "step_started";
/// As step_started, plus {"status", "reason", "seconds", "worker", "driver", "vendor", "model"};
/// the last two are the node's properties, or null.
inline constexpr std::string_view step_finished = "step_finished";
/// As step_started, plus {"overdue_at", "seconds", "driver", "vendor", "model"}: the run takes
/// longer than nearly all earlier ones. Sent once for a run, before the run times out.
inline constexpr std::string_view step_overdue = "step_overdue";
/// {"reason", "agent_url"}: the agent in the machine was lost or restarted during its work.
inline constexpr std::string_view agent_lost = "agent_lost";
/// {"call", "reason"}: a call of the agent that the node waits for was refused. Sent at most twice
/// a minute.
inline constexpr std::string_view agent_refused = "agent_refused";
/// {"from", "to"}: the node's boot files are now at another location (boot_notes::place), or were
/// removed.
inline constexpr std::string_view boot_place_changed = "boot_place_changed";
/// Of parts of a node ("port", "portgroup", "volume_connector", "volume_target"): "<kind>_created"
/// {"<kind>_uuid"}, "<kind>_updated" {"<kind>_uuid", "changed": […]}, "<kind>_deleted"
/// {"<kind>_uuid"}; for a port also its "address". Records ("chassis", "deploy_template",
/// "runbook", "allocation", "inspection_rule", "webhook", "token") have the same events; their
/// `data` has {"uuid", "name"} of the record.
inline constexpr std::string_view created_suffix = "_created";
inline constexpr std::string_view updated_suffix = "_updated";
inline constexpr std::string_view deleted_suffix = "_deleted";
/// {"traits": […]}.
inline constexpr std::string_view traits_changed = "traits_changed";
/// {"log", "after", "oldest"}: sent to one webhook instead of events that the log no longer has. It
/// is not in the log.
inline constexpr std::string_view webhook_gap = "webhook_gap";
/// {"error", "message_id", "type"}: a message could not be handled.
inline constexpr std::string_view message_dead_lettered = "message_dead_lettered";

}  // namespace event

}  // namespace ironbus
