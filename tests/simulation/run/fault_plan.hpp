#pragma once

#include "tests/simulation/cluster/cluster.hpp"

#include <string>
#include <vector>

namespace ironbus::simulation {

enum class fault_kind : uint8_t {
  kill,          ///< A process, at the so-manyth call of its ports from then.
  freeze,        ///< A process, as by SIGSTOP.
  suspend,       ///< A process's host.
  clock_jump,    ///< A process's host's wall clock is off, until the end of the fault.
  cut_bus,       ///< A process and the broker do not hear of each other.
  cut_store,     ///< A process and the store do not hear of each other.
  reset_bus,     ///< A process's connection to the broker ends.
  broker_crash,  ///< And is back after the fault.
  broker_blocked,
  broker_slow,
  broker_refusing,  ///< It does not take one in some messages.
  store_crash,      ///< And is back with all that it had acknowledged.
  store_loss,       ///< And is back without its last writes.
  store_fail_over,
  store_full,
  store_slow,
  power_cut,  ///< Of all but the machines: the store is back without its last writes.
  bmc_silent,
  count_
};

std::string_view to_string(fault_kind x);

/// One fault of a plan.
struct fault {
  fault_kind kind = fault_kind::kill;
  moment when{};
  std::chrono::nanoseconds length{};
  uint32_t place = 0;   ///< Which process or machine, modulo how many there are.
  uint32_t amount = 0;  ///< Of kill: calls. Of losses: milliseconds. Of jumps: seconds.
  uint32_t number = 0;  ///< Its place in the plan of its seed, from 1.
};

/// "3: at 12.500s kill, place 2, for 3.000s, amount 7".
std::string to_text(const fault& x);

/// The faults of a seed, by their moments: so many, of all kinds, within that time.
std::vector<fault> make_faults(uint64_t seed, uint32_t count, std::chrono::nanoseconds within);

/// Makes the faults of a plan happen, and ends them.
class fault_injector {
public:
  fault_injector(surroundings& around, cluster& service) : around_{around}, service_{service} {}

  void schedule(const std::vector<fault>& faults);

  /// Until when something is or was wrong; faults of before have passed.
  moment last_trouble() const { return last_trouble_; }
  /// When the store last forgot something; unset: never.
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
  uint32_t broker_down_ = 0;  ///< Faults of one kind may overlap: the last one ends it.
  uint32_t store_down_ = 0;
};

}  // namespace ironbus::simulation
