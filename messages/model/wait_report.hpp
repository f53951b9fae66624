#pragma once

#include "messages/model/snapshot.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// A call of the API.
struct rest_call {
  std::string method;
  std::string path;
  json body;  ///< Null: none.
};

/// Somebody who can make a node go on.
struct unblocker {
  std::string who;
  std::string does;
  std::optional<rest_call> call;  ///< Unset: it does so without being asked.
};

/// Why a node does not go on at this moment, for an operator. There is none that lacks a part: an
/// empty text is a defect, and the constructor throws std::logic_error.
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
  /// When the machine is asked next how far it is; unset: it is not.
  std::optional<timestamp> next_poll() const { return next_poll_; }

private:
  awaited awaited_party_;
  std::string who_;
  timestamp since_;
  std::optional<timestamp> until_;  ///< Unset: never; then `on_expiry_` says so.
  std::string on_expiry_;
  std::vector<unblocker> unblocked_by_;
  std::optional<timestamp> next_poll_;
};

/// What is known of the driver workers that a node may be waiting for.
struct worker_facts {
  std::vector<std::string> alive;         ///< Names of those that serve the node's group.
  std::string unserved;                   ///< served_groups::refusal, if there is none of them.
  std::optional<std::string> claimed_by;  ///< Name of the one that has begun the step that is out.
};

/// Whether the last workflow has failed and an operator must say what comes next: in each state of
/// a failure, and in `error`.
bool awaits_decision(provision_state state);

/// Whom the node waits for; nothing only where it rests: in a stable state, with nothing out.
std::optional<wait_report> wait_of(const node_snapshot& snapshot, const worker_facts& workers);

/// Calls by which an operator can have the node leave its state, best first; none in a stable one
/// but `error`.
std::vector<unblocker> ways_out(const node& node);

/// The target of `claim_key` that is out for the node.
std::optional<step_id> step_out(const node_snapshot& x);

/// {"for", "who", "since", "until", "on_expiry"}; "next_poll" where there is one.
void to_json(json& out, const wait_report& report);
/// {"who", "does", "call", "body"}; the last two where there are any.
void to_json(json& out, const unblocker& unblocker);

}  // namespace ironbus
