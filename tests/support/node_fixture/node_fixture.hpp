#pragma once

#include "actors/inspection/processing/policy.hpp"
#include "actors/node/decide.hpp"
#include "actors/node/save.hpp"
#include "messages/wire/decision_record.hpp"
#include "tests/support/node_fixture/catalog_fixture.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::test {

/// A node without a runtime: told things, it decides, and what it decides becomes true at once.
class node_fixture {
public:
  node_fixture();

  /// Enrols the node with these fields besides the driver.
  explicit node_fixture(json fields);

  reply tell(const command& x);
  reply order(const std::string& target, json request = json::object());
  reply patch(const std::string& op, const std::string& path, json value = nullptr);
  reply power(const std::string& target);

  /// The outcome of the step request that is out; fails the test if none is.
  void answer(step_status status, const std::string& reason = {});
  void answer(step_outcome outcome);
  void done() { answer(step_status::done); }
  /// Answers `done` until nothing is out any more.
  void run();
  /// Delivers the same message again, under its old id.
  decision repeat_last();

  /// The questions to the agent since the last call.
  std::vector<step_request> probes();
  /// What a probe found.
  void agent_ends(const step_request& probe, step_outcome outcome);

  void pass(std::chrono::seconds x);
  void heartbeat();
  /// A new owner begins with the node as it was saved.
  void take_over();

  /// The id of the last message.
  const std::string& last_id() const { return last_id_; }
  /// What was sent later to whoever sent that message; unset if nothing was.
  std::optional<reply> later(const std::string& id) const;

  /// The names of the steps asked for since the last call: "deploy.prepare_cleaning".
  std::vector<std::string> asked();
  /// The states entered since the last call, by their wire names.
  std::vector<std::string> states();
  std::string state() const { return std::string{to_string(now().attributes.state)}; }
  const node_snapshot& now() const { return *snapshot_; }
  node_snapshot& edit() { return *snapshot_; }
  bool exists() const { return snapshot_.has_value(); }
  const step_request& request() const { return *request_; }
  bool is_out() const { return request_.has_value(); }
  /// Events since the beginning, in the order of their sequence.
  const std::vector<envelope>& events() const { return events_; }
  /// The notifications sent since the last call, where the options want them.
  std::vector<outgoing> notifications();
  const std::vector<row>& rows() const { return rows_; }
  /// The records of the decisions since the beginning, where `records_decisions` was set.
  const std::vector<decision_record>& decisions() const { return decisions_; }
  bool records_decisions = false;

  /// Where answers go; empty: nobody waits for one.
  std::string client = "client";
  /// What hooks do, and the rules in force; null: not known yet.
  inspection::policy policy = inspection::default_policy();
  inspection::rules_in_force rules = std::make_shared<std::vector<inspection::rule_ptr>>();
  std::vector<std::string> taken_macs;
  std::shared_ptr<const served_groups> served;
  usual_times usual;  ///< What is known of how long steps take; null: nothing.
  std::string user;   ///< Who sends the messages from now on.
  std::string request_id;
  trace_context trace;                     ///< Under which they are sent.
  trace_context request_trace;             ///< Under which the last step was asked for.
  std::vector<tracing::span> spans;        ///< Of all that has ended.
  std::chrono::seconds reply_timeout{30};  ///< How long a client waits for its answer.
  /// What the last decision writes into the log.
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
  std::vector<envelope> again_;  ///< What the node has sent to itself.
  std::map<std::string, reply> replies_;
  size_t events_read_ = 0;
  size_t messages_ = 0;
  std::string last_id_;
  node_message last_ = deadline_passed{};
};

/// A node that has been verified, with nothing left to be read of it.
node_fixture manageable();
/// The same, cleaned.
node_fixture available();

inline constexpr const char* test_uuid = "6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1e01";

}  // namespace ironbus::test
