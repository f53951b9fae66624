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

/// A machine behind the strict fake programs, and a driver that knows no other. Nothing happens but
/// in its calls.
class ipmi_fixture {
public:
  ipmi_fixture();
  ~ipmi_fixture();
  ipmi_fixture(const ipmi_fixture&) = delete;
  ipmi_fixture& operator=(const ipmi_fixture&) = delete;

  /// Begins anew with these.
  void use(ipmi_options options);
  ipmi_options options;
  machine node;

  /// A file of the machine: what it is, accepts, or what goes wrong with it.
  void set(const std::string& name, const std::string& text) const;
  std::string get(const std::string& name) const;
  /// The commands that have reached it.
  std::vector<std::string> commands() const;
  /// What the programs complained about; empty: nothing.
  std::string complaints() const { return get("complaints"); }

  step_request request(const std::string& interface, const std::string& name,
                       json args = json::object()) const;
  step_outcome run(const step_request& request);
  step_outcome run(const std::string& interface, const std::string& name,
                   json args = json::object()) {
    return run(request(interface, name, std::move(args)));
  }
  std::optional<step_outcome> recover(const step_request& request);
  /// The power of all of them, asked for at the same time.
  std::vector<power_reading> read_power(const std::vector<machine>& machines);
  /// Begins a step; its end comes into the list while something else is run.
  std::shared_ptr<std::optional<step_outcome>> begin(const step_request& request);
  void run_all();

  std::string folder;

private:
  boost::asio::io_context io_;
  std::unique_ptr<ipmi_interface> driver_;
};

}  // namespace ironbus::test
