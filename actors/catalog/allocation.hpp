#pragma once

#include "actors/catalog/decide_record.hpp"

namespace ironbus {

// An allocation finds itself a node: it asks the store for candidates, then one node after the
// other whether it can be had. The node decides, so no two allocations get the same one. It ends
// the same way: by the node's word, if it has one. So a node never carries an allocation that is
// not there, has failed or has another node; and one that is active and has lost its node ends with
// the next message. Reference: api.md K.

/// `node` is the UUID of the node to be recorded (back-fill), or null. Whoever asked for a
/// back-fill is answered when the node has answered.
void begin_allocation(record_decision& decision, const json& node);
void candidates_found(record_decision& decision, const rows_found& found);
void claim_answered(record_decision& decision, const answer_claim& answer_claim);
/// An answer for an allocation that has ended: the node is let go.
void claim_came_too_late(record_decision& d, const answer_claim& x);
/// What is overdue is asked for again.
void continue_allocation(record_decision& decision);
/// Whether it ends now; else its node has been asked to let go, and the answer comes later.
bool end_allocation(record_decision& decision, const delete_record& delete_record);
/// The node is in use: the allocation stays.
void release_refused(record_decision& decision, const answer_release& answer_release);

}  // namespace ironbus
