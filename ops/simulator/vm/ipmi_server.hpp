#pragma once

#include "drivers/kit/process/spawn.hpp"
#include "messages/base/errors.hpp"
#include "ops/simulator/vm/child.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ironbus::simulator {

struct ipmi_account {
  std::string user;
  std::string password;
};

/// A command to the BMC by IPMI, in the terms of ipmi_sim's chassis_control: `power` 0 or 1,
/// `reset`, `shutdown`, `boot` with a device.
struct chassis_command {
  std::string name;
  std::string value;
};

/// The BootSourceOverrideTarget of an IPMI boot device; empty for none.
std::string target_of_ipmi_boot(const std::string& device);
std::string ipmi_boot_of_target(const std::string& target);

/// A BMC for IPMI 2.0 over UDP: ipmi_sim of OpenIPMI. It passes chassis commands to a script, which
/// writes them to a pipe; the script reads the chassis state from files that this class writes.
/// Used by one thread, and ipmi_sim ends with that thread.
class ipmi_server {
public:
  /// `folder`: of the machine. `serial_port`: port of its serial line, for Serial over LAN. Fails
  /// with `unavailable` if openipmi is not installed, no port is free, or ipmi_sim does not listen.
  static result<ipmi_server> start(const std::string& folder, const ipmi_account& who,
                                   uint16_t serial_port);

  uint16_t port() const { return port_; }                ///< UDP port at 127.0.0.1.
  uint16_t system_port() const { return system_port_; }  ///< TCP port for the machine's KCS.
  int fd() const { return orders_.get(); }               ///< Readable if there are commands.
  std::vector<chassis_command> take_commands();
  /// Sets the state that IPMI clients read. `target`: a value of BootSourceOverrideTarget.
  void show(bool powered, const std::string& target) const;

private:
  explicit ipmi_server(std::string folder) : folder_{std::move(folder)} {}
  result<std::monostate> write_files(const ipmi_account& who, uint16_t serial_port);
  result<std::monostate> run();
  bool listens() const;
  void write(const std::string& name, const std::string& text) const;

  std::string folder_;
  owned_fd orders_;
  std::string unread_;
  uint16_t port_ = 0;
  uint16_t system_port_ = 0;
  std::optional<child> program_;
};

}  // namespace ironbus::simulator
