#pragma once

#include "actors/catalog/decide_record.hpp"

namespace ironbus {

// An allocation searches for a node: it asks the store for candidates, then one node after the
// other. The node decides, so two allocations never get the same node. An allocation with a node
// ends only after the node has released it. So a node never carries an allocation that is missing,
// has failed or has another node. An active allocation that has lost its node ends with the next
// message. Reference: api.md K.

/// `node` is the UUID of the node to be recorded (back-fill), or null. The client of a back-fill
/// gets its answer when the node has replied.
void begin_allocation(record_decision& decision, const json& node);
void candidates_found(record_decision& decision, const rows_found& found);
void claim_answered(record_decision& decision, const answer_claim& answer_claim);
/// A reply for a deleted allocation: the node is released.
void release_late_claim(record_decision& d, const answer_claim& x);
/// Repeats overdue requests.
void continue_allocation(record_decision& decision);
/// Returns whether the allocation ends now. Otherwise its node has to release it first, and the
/// answer comes later.
bool end_allocation(record_decision& decision, const delete_record& delete_record);
/// The node is in use: the allocation stays.
void release_refused(record_decision& decision, const answer_release& answer_release);

}  // namespace ironbus
