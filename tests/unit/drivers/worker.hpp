#pragma once

#include "drivers/execution/executor.hpp"
#include "messages/wire/commands.hpp"
#include "tests/support/manual_ports.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/asio/io_context.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::test {

/// A step request for node "n-1" with all interfaces fake.
step_request request_for(std::string interface, std::string name, json args = json::object());
/// The step deploy.deploy, its claim's key, and the owner of the claims of the worker below.
step_request deploy();
inline const std::string key = "op-1.3.1";
inline const std::string me = "worker-1/b";
std::string encode_request(const step_request& request);
machine fake_machine(std::string uuid);

/// A driver controlled by the test. Stores each request and its callback.
class scripted_driver final : public driver_interface {
public:
  struct call {
    permitted_step request;
    step_callback done;
  };

  void run(permitted_step x, step_callback done) override;
  void recover(permitted_step x, recover_callback done) override;
  void probe(permitted_step x, recover_callback done) override;
  void read_power(machine machine, permit allowed, power_callback done) override;

  std::vector<call> runs;
  size_t recoveries = 0;
  std::function<void(const permitted_step&, const step_callback&)> on_run;
  std::function<void(const permitted_step&, const recover_callback&)> on_recover;
  std::function<void(const permitted_step&, const recover_callback&)> on_probe;
  std::function<void(const machine&, const power_callback&)> on_read;
};

/// An executor "worker-1/b" with manual ports and a scripted driver for deploy, power and
/// "no-bios". The test's own thread runs the io_context, so everything runs within `until` and
/// `settle`.
struct worker {
  worker();

  uint64_t ask(const step_request& x);
  /// Runs until the condition is true; fails the test after some seconds.
  void until(const std::function<bool()>& condition);
  /// Runs everything that is ready now.
  void run_until_quiet();
  std::vector<step_outcome> outcomes() const;
  bool acked(uint64_t tag) const;

  boost::asio::io_context io;  ///< Outlives the ports' references to the executor.
  manual_bus messages;
  claim_store records;
  still_clock time;
  test_lease held;
  std::shared_ptr<scripted_driver> driver = std::make_shared<scripted_driver>();
  std::optional<registry> drivers;
  std::optional<executor> subject;
};

}  // namespace ironbus::test
