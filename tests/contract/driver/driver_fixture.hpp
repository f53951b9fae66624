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

  /// "fake-hardware power/fake set_power_state": for messages.
  std::string title() const;
};

/// All that the hardware types declare, whatever a node would take by itself.
std::vector<declared_operation> declared_operations();

/// A machine and a worker with its drivers. Steps go the way of all steps: as a message to the
/// worker, by a claim, to the driver, back as outcomes. Nothing happens but in its calls.
class driver_fixture {
public:
  /// `counted`: the calls of its machine are.
  explicit driver_fixture(const hardware_row& hardware, bool counted = false);
  ~driver_fixture();
  driver_fixture(const driver_fixture&) = delete;
  driver_fixture& operator=(const driver_fixture&) = delete;

  const registry& drivers() const { return *drivers_; }
  test_machine& machine() { return *machine_; }
  const executor_counters& counters() const { return worker_->counters(); }

  /// The node as steps of that implementation get it: of driver_info what it declares.
  ironbus::machine node_for(const interface_implementation& implementation, const step& what);
  /// Good arguments: all that there are, or those that must be given.
  json arguments(const declared_operation& operation, bool all);
  /// One attempt of its own, with the deadline an hour ahead.
  step_request request(const declared_operation& operation, json args);
  /// What was told of it until it ended or waits for what the suite has none of: an agent that
  /// calls by itself. Fails the test if nothing ends it.
  std::vector<step_outcome> attempt(const step_request& request);
  /// The same of all the parts that a step is done in.
  std::vector<step_outcome> carry_out(step_request request);
  step_outcome end_of(const step_request& x) { return carry_out(x).back(); }
  /// The same for a worker that is frozen when it has claimed the step, and wakes as another one.
  step_outcome carry_out_after_a_lapse(const step_request& request);
  /// A worker has claimed the step and died.
  void claim_by_the_dead(const step_request& x);
  /// The worker is gone, and another one is there, which remembers nothing.
  void restart();
  /// What is told of it when its request comes once.
  std::vector<step_outcome> ask_for(const step_request& request);
  /// What is told of it so far, after one more poll.
  std::vector<step_outcome> poll_once(const step_request& request);
  timestamp now() const { return time_.now(); }
  /// The implementation itself, for calls past the worker.
  driver_interface& driver(const declared_operation& operation) const;
  size_t machine_calls() const { return machine_->calls(folder_); }

  /// Runs until it is true; fails the test if it does not become so within seconds.
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

/// A mask of what facts say.
uint32_t facts_in(const facts& facts);

}  // namespace ironbus::test
