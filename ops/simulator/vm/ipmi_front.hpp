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

/// What somebody has told the BMC by IPMI, in the words of ipmi_sim's chassis_control:
/// `power` 0 or 1, `reset`, `shutdown`, `boot` with a device.
struct ipmi_order {
  std::string name;
  std::string value;
};

/// Empty where nothing is asked for; as BootSourceOverrideTarget.
std::string target_of_ipmi_boot(const std::string& device);
std::string ipmi_boot_of_target(const std::string& target);

/// A BMC that speaks IPMI 2.0 by UDP: ipmi_sim of OpenIPMI. What it is told about its chassis it
/// hands to a script, and that hands it to us by a pipe; what the chassis is the script reads in
/// files that we write. For one thread, with which the program ends.
class ipmi_front {
public:
  /// `folder`: the machine's. `serial_port`: where its serial line is, for Serial over LAN.
  /// `unavailable`: openipmi is not installed, no port can be had, or it does not listen.
  static result<ipmi_front> start(const std::string& folder, const ipmi_account& who,
                                  uint16_t serial_port);

  uint16_t port() const { return port_; }                ///< Of UDP, at 127.0.0.1.
  uint16_t system_port() const { return system_port_; }  ///< Where the machine's KCS is to lead.
  int fd() const { return orders_.get(); }               ///< Readable when there is an order.
  std::vector<ipmi_order> take_orders();
  /// `target` as BootSourceOverrideTarget.
  void show(bool powered, const std::string& target) const;

private:
  explicit ipmi_front(std::string folder) : folder_{std::move(folder)} {}
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
