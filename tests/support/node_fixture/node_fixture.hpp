#pragma once

#include "actors/inspection/processing/policy.hpp"
#include "actors/node/decide.hpp"
#include "actors/node/save.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/decision_record.hpp"
#include "tests/support/node_fixture/catalog_fixture.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::test {

/// A node without a runtime: it decides on messages, and its decisions take effect immediately.
class node_fixture {
public:
  node_fixture();

  /// Enrols the node with these fields and the driver.
  explicit node_fixture(json fields);

  reply tell(const command& x);
  reply order(const std::string& target, json request = json::object());
  reply patch(const std::string& op, const std::string& path, json value = nullptr);
  reply power(const std::string& target);

  /// Answers the outstanding step request; fails the test if there is none.
  void answer(step_status status, const std::string& reason = {});
  void answer(step_outcome outcome);
  void done() { answer(step_status::done); }
  /// Delivers a message of a worker about a step, while the request stays outstanding.
  void hear(const step_outcome& outcome);
  /// Answers `done` until no request is outstanding.
  void run();
  /// Delivers the last message again, with the same id.
  decision repeat_last();

  /// The probes sent to the agent since the last call.
  std::vector<step_request> probes();
  /// Answers a probe.
  void agent_ends(const step_request& probe, step_outcome outcome);

  void pass(std::chrono::seconds x);
  void heartbeat();
  /// A new owner loads the saved node.
  void take_over();

  /// Id of the last message.
  const std::string& last_id() const { return last_id_; }
  /// The later reply to the sender of that message; unset if there was none.
  std::optional<reply> later(const std::string& id) const;

  /// Names of the steps requested since the last call: "deploy.prepare_cleaning".
  std::vector<std::string> asked();
  /// States entered since the last call, by their wire names.
  std::vector<std::string> states();
  std::string state() const { return std::string{to_string(now().attributes.state)}; }
  const node_snapshot& now() const { return *snapshot_; }
  node_snapshot& edit() { return *snapshot_; }
  bool exists() const { return snapshot_.has_value(); }
  const step_request& request() const { return *request_; }
  bool is_out() const { return request_.has_value(); }
  /// All events, ordered by sequence.
  const std::vector<envelope>& events() const { return events_; }
  /// Notifications since the last call, if the options enable them.
  std::vector<outgoing> notifications();
  const std::vector<row>& rows() const { return rows_; }
  /// Records of all decisions, if `records_decisions` is set.
  const std::vector<decision_record>& decisions() const { return decisions_; }
  bool records_decisions = false;

  /// Address for replies; empty: no client waits.
  std::string client = "client";
  /// The hooks and the active rules; null: not known yet.
  inspection::policy policy = inspection::default_policy();
  inspection::rules_in_force rules = std::make_shared<std::vector<inspection::rule_ptr>>();
  std::vector<std::string> taken_macs;
  std::shared_ptr<const served_groups> served;
  usual_times usual;  ///< Known durations of steps; null: none.
  std::string user;   ///< Sender of the following messages.
  std::string request_id;
  std::optional<seen_access> seen;   ///< The access on which the sender's permission is based.
  trace_context trace;               ///< Trace of the following messages.
  trace_context request_trace;       ///< Trace of the last step request.
  std::vector<tracing::span> spans;  ///< All ended spans.
  std::chrono::seconds reply_timeout{30};  ///< How long a client waits for its reply.
  /// Log records of the last decision.
  std::vector<std::string> logged;

  installation_policy installation;
  conductor_options options;
  timestamp time{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};
  int api_version = 115;
  uint64_t epoch = 1;  ///< Of the node's shard.

private:
  decision take(const std::string& id, const node_message& message);
  void record(const decision& decision, const std::string& id, const node_message& message);
  void keep(const decision& decision);
  void deliver_again();

  driver_catalog drivers_ = make_catalog();
  std::optional<node_snapshot> snapshot_;
  std::optional<step_request> request_;
  std::vector<std::string> asked_;
  std::vector<step_request> probes_;
  std::vector<envelope> events_;
  std::vector<outgoing> notifications_;
  std::vector<row> rows_;
  std::vector<decision_record> decisions_;
  std::vector<envelope> again_;  ///< Messages of the node to itself.
  std::map<std::string, reply> replies_;
  size_t events_read_ = 0;
  size_t messages_ = 0;
  std::string last_id_;
  node_message last_ = deadline_passed{};
};

/// A verified node without unread changes.
node_fixture manageable();
/// The same, cleaned.
node_fixture available();

inline constexpr const char* test_uuid = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";

}  // namespace ironbus::test
