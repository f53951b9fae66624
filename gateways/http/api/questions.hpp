#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/model/record.hpp"
#include "messages/ports/commit.hpp"
#include "messages/ports/event_log.hpp"
#include "messages/ports/membership.hpp"
#include "messages/ports/query.hpp"
#include "messages/ports/step_claims.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/record_commands.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ironbus::http {

// Awaitable questions of handlers to the store and the conductors (task.hpp). The answers are those
// of messages/ports and services/commander.hpp.

/// `kind`: "node" or "record". `not_found` if it never existed. A deleted one is returned with
/// `erased`.
question<stored> load_aggregate(const call_ptr& x, std::string kind, std::string id);
/// Loads an existing aggregate. Fails with `missing` if it does not exist or is deleted.
task<stored> load_existing(const call_ptr& call, std::string kind, std::string id, failure missing);
/// The aggregate that holds a unique value, such as space "nodes.name". `not_found` if none does.
question<std::string> resolve_key(const call_ptr& call, std::string space, std::string value);
task<std::string> resolve_existing(const call_ptr& call, std::string space, std::string value,
                                   failure missing);
/// A page of rows; `not_found` for an unknown marker.
question<std::vector<listed>> list_rows(const call_ptr& x, query wanted);
/// All rows, fetched page by page. For rare requests only.
task<std::vector<listed>> list_all_rows(const call_ptr& call, query page);
/// How many rows have each of these values in a column. Reads an index, no rows.
question<std::vector<uint64_t>> count_rows(const call_ptr& x, std::string collection,
                                           std::string column, std::vector<std::string> values);
question<std::vector<member>> read_members(const call_ptr& x);
/// A range of the event log.
question<event_page> read_events(const call_ptr& x, event_query what);
/// Several claims in one request; unset if a claim does not exist or cannot be read now.
question<std::vector<std::optional<step_claim>>> read_step_claims(const call_ptr& call,
                                                                  std::vector<std::string> keys);
/// Whether the store accepts writes now.
question<std::monostate> try_to_write(const call_ptr& x);

/// Sends a command to a node and returns the body of its answer.
question<std::string> ask_node(const call_ptr& x, command what, std::string node);
/// The same to a record; the subject is its "<type>/<uuid>".
question<std::string> ask_record(const call_ptr& call, record_command what, std::string subject);

}  // namespace ironbus::http
