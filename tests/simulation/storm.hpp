#pragma once

#include "actors/catalog/decide_record.hpp"
#include "actors/inspection/processing/policy.hpp"
#include "actors/node/decide.hpp"
#include "messages/wire/step.hpp"
#include "tests/support/invariants.hpp"

#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace ironbus::test {

/// Runs only the rules of nodes and allocations, in virtual time. The seed determines the order of
/// messages: messages of one subject keep their order, others do not, and any may be redelivered,
/// as after the death of its owner. Checks the invariants after every message.
class storm {
public:
  storm(unsigned seed, int nodes);

  /// Does something random: an operator's request, a driver's outcome, passing of time, a delivery.
  void act();
  /// Ends everything that runs successfully.
  void run_until_quiet();

  /// All violations.
  const sentences& violations() const { return violations_; }
  /// Violations of invariants that hold when nothing runs.
  sentences violations_at_rest() const;

  size_t delivered() const { return delivered_; }
  size_t allocated() const { return allocated_; }

private:
  struct post {
    std::string id;
    envelope head;
  };

  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  template <class Map>
  const typename Map::key_type* any_of(const Map& x);

  void order();
  void order_allocation();
  void send(const std::string& subject, const command& x);
  void send_record(const std::string& subject, const record_command& x);
  void enqueue(const envelope& head) { queues_[head.subject].push_back({head.id, head}); }

  void deliver();
  void answer_step(step_status status);
  void pass(std::chrono::seconds seconds);

  void tell_node(const std::string& uuid, const std::string& id, const node_message& message);
  void tell_record(const std::string& subject, const std::string& id,
                   const record_message& message);
  void keep_node(const std::string& uuid, const decision& decision);
  void keep_record(const std::string& subject, const record_decision& decision);
  void publish(const std::vector<outgoing>& messages);
  rows_found find_rows(const query& query) const;
  context make_context() const;

  std::mt19937 random_;
  driver_catalog drivers_;
  installation_policy policy_;
  conductor_options options_;
  inspection::rules_in_force rules_ = std::make_shared<std::vector<inspection::rule_ptr>>();
  timestamp now_{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};
  size_t ids_ = 0;
  size_t delivered_ = 0;
  size_t allocated_ = 0;

  std::map<std::string, node_snapshot> nodes_;
  std::map<std::string, row> rows_;
  std::map<std::string, record_snapshot> records_;  ///< By subject.
  std::map<std::string, std::deque<post>> queues_;  ///< By subject; oldest first.
  std::map<std::string, step_request> steps_;       ///< By claim.
  sentences violations_;
};

}  // namespace ironbus::test
