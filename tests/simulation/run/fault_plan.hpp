#pragma once

#include "tests/simulation/cluster/cluster.hpp"

#include <string>
#include <vector>

namespace ironbus::simulation {

enum class fault_kind : uint8_t {
  kill,          ///< A process, at the given call of its ports from then.
  freeze,        ///< A process, as by SIGSTOP.
  suspend,       ///< The host of a process.
  clock_jump,    ///< Wrong wall clock on the host of a process, until the end of the fault.
  cut_bus,       ///< Interrupted connection between a process and the broker.
  cut_store,     ///< Interrupted connection between a process and the store.
  reset_bus,     ///< Closed connection between a process and the broker.
  broker_crash,  ///< With a restart after the fault.
  broker_blocked,
  broker_slow,
  broker_refusing,  ///< Rejects one in some messages.
  store_crash,      ///< With a restart that keeps all acknowledged writes.
  store_loss,       ///< With a restart that loses the last writes.
  store_fail_over,
  store_full,
  store_slow,
  power_cut,  ///< Of everything except the machines; the store loses its last writes.
  bmc_silent,
  count_
};

std::string_view to_string(fault_kind x);

/// One fault of a plan.
struct fault {
  fault_kind kind = fault_kind::kill;
  moment when{};
  std::chrono::nanoseconds length{};
  uint32_t place = 0;   ///< Process or machine, modulo their number.
  uint32_t amount = 0;  ///< kill: calls; losses: milliseconds; jumps: seconds.
  uint32_t number = 0;  ///< Position in the plan of its seed, from 1.
};

/// "3: at 12.500s kill, place 2, for 3.000s, amount 7".
std::string to_text(const fault& x);

/// The faults of a seed, ordered by time: `count` of all kinds, within that time.
std::vector<fault> make_faults(uint64_t seed, uint32_t count, std::chrono::nanoseconds within);

/// Starts and ends the faults of a plan.
class fault_injector {
public:
  fault_injector(surroundings& around, cluster& service) : around_{around}, service_{service} {}

  void schedule(const std::vector<fault>& faults);

  /// End of the latest fault; earlier faults have ended.
  moment last_trouble() const { return last_trouble_; }
  /// Time of the store's latest loss; unset: never.
  std::optional<moment> last_loss() const { return last_loss_; }

private:
  void begin(const fault& x);
  void trouble_process(const fault& x);
  void trouble_broker(const fault& x);
  void trouble_store(const fault& x);
  void cut_power(const fault& x);
  void crash_broker(const fault& x);
  void crash_store(const fault& x, std::chrono::milliseconds lost);
  void until(const fault& x, event_loop::action end);

  surroundings& around_;
  cluster& service_;
  moment last_trouble_{};
  std::optional<moment> last_loss_;
  uint32_t broker_down_ = 0;  ///< Number of overlapping faults of one kind; the last one ends it.
  uint32_t store_down_ = 0;
};

}  // namespace ironbus::simulation
