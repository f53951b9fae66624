#pragma once

#include "drivers/ipmi/ipmi_interface.hpp"

#include <boost/asio/io_context.hpp>

#include <memory>
#include <string>
#include <vector>

namespace ironbus::test {

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A machine with the strict fake programs, and its driver. Everything runs within its calls.
class ipmi_fixture {
public:
  ipmi_fixture();
  ~ipmi_fixture();
  ipmi_fixture(const ipmi_fixture&) = delete;
  ipmi_fixture& operator=(const ipmi_fixture&) = delete;

  /// Starts again with these options.
  void use(ipmi_options options);
  ipmi_options options;
  machine node;

  /// A file of the simulated machine: its state, settings or faults.
  void set(const std::string& name, const std::string& text) const;
  std::string get(const std::string& name) const;
  /// The commands that it received.
  std::vector<std::string> commands() const;
  /// Complaints of the fake programs; empty: none.
  std::string complaints() const { return get("complaints"); }

  step_request request(const std::string& interface, const std::string& name,
                       json args = json::object()) const;
  step_outcome run(const step_request& request);
  step_outcome run(const std::string& interface, const std::string& name,
                   json args = json::object()) {
    return run(request(interface, name, std::move(args)));
  }
  std::optional<step_outcome> recover(const step_request& request);
  /// Reads the power state of all of them at the same time.
  std::vector<power_reading> read_power(const std::vector<machine>& machines);
  /// Starts a step. Its outcome arrives while other calls run.
  std::shared_ptr<std::optional<step_outcome>> begin(const step_request& request);
  void run_all();

  std::string folder;

private:
  boost::asio::io_context io_;
  std::unique_ptr<ipmi_interface> driver_;
};

}  // namespace ironbus::test
