#pragma once

#include "messages/base/time.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ironbus::simulator {

/// Who ordered a power change.
enum class order_source : uint8_t {
  bmc,     ///< A request to the BMC.
  system,  ///< The running system, such as a ramdisk's agent.
};

/// A power order that a machine received.
struct power_order {
  timestamp when;
  std::string type;  ///< ResetType.
  order_source origin = order_source::bmc;
  bool had_effect = false;  ///< False: the machine already had the state, or ignored the order.
};

/// A change of the power state. Every change has an order.
struct power_transition {
  timestamp when;
  bool powered = false;
  unsigned order = 0;  ///< Number of the order that caused it, from 1.
};

/// A boot of a machine, by the firmware's choice.
struct boot_note {
  timestamp when;
  std::string device;   ///< Value of BootSourceOverrideTarget; empty: nothing to boot.
  std::string image;    ///< URL of the booted medium; empty: none.
  bool stale = false;   ///< The medium is not the last one that a client ordered.
  bool missed = false;  ///< The override named another device.
};

/// What a machine was ordered to do and what it did. The simulator keeps it, so that a test does
/// not need to believe the service. The lists keep the latest entries, the numbers count all.
class machine_log {
public:
  void add_order(power_order what);
  /// Whether the latest order changed something.
  void set_effect(bool had_effect);
  void add_transition(timestamp when, bool powered);
  void add_boot(boot_note what);
  /// A client ordered this image into the slot; an empty image: to eject it. The order counts even
  /// if the BMC does not carry it out.
  void order_medium(const std::string& slot, std::string image) {
    ordered_[slot] = std::move(image);
  }
  bool is_ordered(const std::string& slot, const std::string& image) const;

  const std::vector<power_order>& orders() const { return orders_; }
  const std::vector<power_transition>& transitions() const { return transitions_; }
  const std::vector<boot_note>& boots() const { return boots_; }
  unsigned order_count() const { return order_count_; }
  unsigned boot_count() const { return boot_count_; }
  unsigned stale_count() const { return stale_count_; }
  unsigned missed_count() const { return missed_count_; }

private:
  std::vector<power_order> orders_;
  std::vector<power_transition> transitions_;
  std::vector<boot_note> boots_;
  std::map<std::string, std::string, std::less<>> ordered_;  ///< Slot → image.
  unsigned order_count_ = 0;
  unsigned cause_ = 0;  ///< Number of the latest order that had an effect.
  unsigned boot_count_ = 0;
  unsigned stale_count_ = 0;
  unsigned missed_count_ = 0;
};

}  // namespace ironbus::simulator
