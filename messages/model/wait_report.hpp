#pragma once

#include "messages/base/json.hpp"
#include "messages/model/operation.hpp"
#include "messages/model/provision_state.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

struct node;
struct node_snapshot;

/// A call of the API.
struct rest_call {
  std::string method;
  std::string path;
  json body;  ///< Null: no body.
};

/// A party that can end a wait, and how.
struct unblocker {
  std::string who;
  std::string does;
  std::optional<rest_call> call;  ///< Unset: it acts without a request.
};

/// Why a node waits, for an operator. All parts are present: an empty one is a bug, and the
/// constructor throws std::logic_error.
class wait_report {
public:
  wait_report(awaited awaited_party, std::string who, timestamp since,
              std::optional<timestamp> until, std::string on_expiry,
              std::vector<unblocker> unblocked_by, std::optional<timestamp> next_poll = {});

  awaited awaited_party() const { return awaited_party_; }
  const std::string& who() const { return who_; }
  timestamp since() const { return since_; }
  std::optional<timestamp> until() const { return until_; }
  const std::string& on_expiry() const { return on_expiry_; }
  const std::vector<unblocker>& unblocked_by() const { return unblocked_by_; }
  /// Time of the next poll of the machine; unset: it is not polled.
  std::optional<timestamp> next_poll() const { return next_poll_; }

private:
  awaited awaited_party_;
  std::string who_;
  timestamp since_;
  std::optional<timestamp> until_;  ///< Unset: never; `on_expiry_` says why.
  std::string on_expiry_;
  std::vector<unblocker> unblocked_by_;
  std::optional<timestamp> next_poll_;
};

/// The known driver workers that a node may wait for.
struct worker_facts {
  std::vector<std::string> alive;  ///< Names of the workers that serve the node's group.
  std::string unserved;            ///< served_groups::refusal, if `alive` is empty.
  /// Name of the worker that has claimed the outstanding step.
  std::optional<std::string> claimed_by;
};

/// Whether the last workflow failed and an operator must decide: in all failed states and in
/// `error`.
bool awaits_decision(provision_state state);

/// Why the node waits; unset only if it is idle: in a stable state without an outstanding request.
std::optional<wait_report> wait_of(const node_snapshot& snapshot, const worker_facts& workers);

/// API calls that leave the state, best first. Empty for stable states except `error`.
std::vector<unblocker> ways_out(const node& node);

/// The id of the outstanding step, for `claim_key`.
std::optional<step_id> outstanding_step(const node_snapshot& x);

/// {"for", "who", "since", "until", "on_expiry"}, and "next_poll" if the machine is polled.
void to_json(json& out, const wait_report& report);
/// {"who", "does"}, and "call" and "body" if there is a call.
void to_json(json& out, const unblocker& unblocker);

}  // namespace ironbus
