#pragma once

#include "drivers/execution/executor.hpp"
#include "hardware.hpp"
#include "messages/contract/driver_contract.hpp"
#include "tests/support/manual_ports.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/asio/io_context.hpp>

#include <memory>
#include <string>
#include <vector>

namespace ironbus::test {

/// An operation that an implementation of a hardware type declares.
struct declared_operation {
  const hardware_row* hardware;
  interface_implementation implementation;
  step_declaration step;
  const operation_contract* contract;

  /// "fake-hardware power/fake set_power_state", for messages.
  std::string title() const;
};

/// All declared operations of the hardware types, independent of a node's defaults.
std::vector<declared_operation> declared_operations();

/// A machine, and a worker with its drivers. Steps take the real path: as a message to the worker,
/// with a claim, to the driver, and back as outcomes. Everything happens within its calls.
class driver_fixture {
public:
  /// `counted`: counts the calls of its machine.
  explicit driver_fixture(const hardware_row& hardware, bool counted = false);
  ~driver_fixture();
  driver_fixture(const driver_fixture&) = delete;
  driver_fixture& operator=(const driver_fixture&) = delete;

  const registry& drivers() const { return *drivers_; }
  test_machine& machine() { return *machine_; }
  const executor_counters& counters() const { return worker_->counters(); }

  /// The node for steps of that implementation: its driver_info has only declared keys.
  ironbus::machine node_for(const interface_implementation& implementation, const step& what);
  /// Valid arguments: all, or the required ones.
  json arguments(const declared_operation& operation, bool all);
  /// A new attempt, with a deadline in an hour.
  step_request request(const declared_operation& operation, json args);
  /// Runs the step until it ends, or waits for something that the suite does not have, such as an
  /// agent that calls. Returns its outcomes. Fails the test if it does not end.
  std::vector<step_outcome> attempt(const step_request& request);
  /// The same for all parts of a step.
  std::vector<step_outcome> carry_out(step_request request);
  step_outcome end_of(const step_request& x) { return carry_out(x).back(); }
  /// The same with a worker that is frozen after its claim and continues as another incarnation.
  step_outcome carry_out_after_a_lapse(const step_request& request);
  /// Claims the step for a worker that has died.
  void claim_by_the_dead(const step_request& x);
  /// Replaces the worker by a new one without state.
  void restart();
  /// Sends the request once. Returns the outcomes.
  std::vector<step_outcome> ask_for(const step_request& request);
  /// Polls once. Returns all outcomes so far.
  std::vector<step_outcome> poll_once(const step_request& request);
  timestamp now() const { return time_.now(); }
  /// The implementation, for direct calls.
  driver_interface& driver(const declared_operation& operation) const;
  size_t machine_calls() const { return machine_->calls(folder_); }

  /// Runs until the condition is true; fails the test after seconds.
  void until(const std::function<bool()>& condition);

private:
  void poll(const step_request& request);
  uint64_t send(std::string_view type, const step_request& request);
  void until_acked(uint64_t tag);
  void deliver(std::string_view type, const step_request& request) {
    until_acked(send(type, request));
  }
  std::vector<step_outcome> outcomes(const step_id& step) const;

  const hardware_row& hardware_;
  const bool counted_;
  std::string folder_;
  boost::asio::io_context io_;
  manual_bus messages_;
  claim_store records_;
  still_clock time_;
  test_lease held_;
  std::unique_ptr<test_machine> machine_;
  std::unique_ptr<registry> drivers_;
  std::unique_ptr<executor> worker_;
  uint32_t attempts_ = 0;
};

/// A bit mask of the kinds of facts.
uint32_t facts_in(const facts& facts);

}  // namespace ironbus::test
