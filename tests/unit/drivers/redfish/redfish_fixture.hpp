#pragma once

#include "drivers/redfish/redfish_interface.hpp"
#include "drivers/redfish/redfish_power.hpp"
#include "tests/support/redfish/simulated_link.hpp"
#include "tests/support/test_lease.hpp"

#include <boost/asio/io_context.hpp>

#include <map>
#include <memory>
#include <string>

namespace ironbus::test {

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Without long waits: the machine's time advances with each request.
redfish_options quick_redfish();

/// A simulated machine and its driver. Everything runs within its calls.
class redfish_fixture {
public:
  explicit redfish_fixture(std::string_view profile = "dell", simulator::scenario plan = {});

  /// Starts again with these options.
  void use(redfish_options wanted);

  simulated_link link;
  redfish_options options = quick_redfish();
  installation_policy policy;  ///< For drivers created next.
  image_options images = as_they_are_named();
  machine node;

  step_request request(const std::string& interface, const std::string& name,
                       json args = json::object()) const;
  step_outcome run(const step_request& request);
  step_outcome run(const std::string& interface, const std::string& name,
                   json args = json::object()) {
    return run(request(interface, name, std::move(args)));
  }
  /// The same. The test fails if the step is not done. Applies the notes to the node.
  step_outcome done(const std::string& interface, const std::string& name,
                    json args = json::object());
  step_outcome power(const std::string& target) {
    return done("power", "set_power_state", {{"target", target}});
  }
  std::optional<step_outcome> recover(const step_request& request);
  std::optional<step_outcome> probe(const step_request& request);
  redfish_reading read_power();
  /// The worker exits, with that time limit.
  void release_machines(const permit& allowed = lasting_permit(),
                        std::chrono::milliseconds time = std::chrono::minutes{1});
  /// Answers requests to paths with that end instead of the machine.
  void answer_instead(std::string path_end, unsigned status, const std::string& body = {});
  /// The step's answer in the API's form.
  json answer(const std::string& name, json args = json::object()) {
    return done("management", name, std::move(args)).answer;
  }
  simulator::machine_power machine_power();
  /// Waits until the machine has no running activity.
  void settle() { link.time.moment += std::chrono::minutes{5}; }

private:
  /// Images that tests name by http are not fetched.
  static image_options as_they_are_named() {
    image_options out;
    out.boot_fetcher = "http";
    return out;
  }

  boost::asio::io_context io_;
  redfish_interface& driver_of(const step_request& request);

  std::shared_ptr<redfish_context> context_;
  std::map<const redfish_operation_row*, std::unique_ptr<redfish_interface>> drivers_;
};

/// The names of all profiles.
std::vector<std::string> all_profiles();
/// One fault of that kind, that many times.
simulator::scenario with_fault(simulator::fault_kind kind, std::string path, unsigned count,
                               std::string method = {});

}  // namespace ironbus::test
