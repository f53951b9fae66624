#pragma once

#include "actors/catalog/decide_record.hpp"

namespace ironbus {

// An allocation finds itself a node: it asks the store for candidates, then one node after the
// other whether it can be had. The node decides, so no two allocations get the same one.
// Reference: api.md K.

/// `node` is the UUID of the node to be recorded (back-fill), or null.
void begin_allocation(record_decision& d, const json& node);
void candidates_found(record_decision& d, const rows_found& x);
void claim_answered(record_decision& d, const answer_claim& x);
/// An answer for an allocation that has ended: the node is let go.
void claim_came_too_late(record_decision& d, const answer_claim& x);
/// What is overdue is asked for again.
void look_after_allocation(record_decision& d);
/// `by_node`: the node has let go already.
void end_allocation(record_decision& d, bool by_node);

}  // namespace ironbus
