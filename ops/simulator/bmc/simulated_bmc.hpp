#pragma once

#include "messages/base/time.hpp"
#include "ops/simulator/faults/fault_plan.hpp"
#include "ops/simulator/faults/scenario.hpp"
#include "ops/simulator/mockup/mockup.hpp"
#include "ops/simulator/redfish/call.hpp"
#include "ops/simulator/resources/event_texts.hpp"

#include <chrono>
#include <mutex>
#include <optional>
#include <vector>

namespace ironbus::simulator {

enum class delivery : uint8_t {
  whole,
  half,  ///< The connection ends in the middle of the body.
  none,  ///< The connection ends without an answer.
};

struct bmc_answer {
  http::response response;
  delivery how = delivery::whole;
  std::chrono::milliseconds delay{};
};

/// What subscribers are to be sent.
struct due_events {
  std::vector<outgoing_event> events;
  /// When there may be more though nobody asks; unset: not by itself, or nobody has subscribed.
  std::optional<std::chrono::microseconds> more_in;
};

/// A machine that speaks Redfish, without sockets: what is asked and what it answers. It does what
/// it does by itself (boots, runs tasks) up to the clock's present time whenever it is asked.
/// Thread safe.
class simulated_bmc {
public:
  /// What is given by reference or pointer must outlive it. `played`: whose documents it shows, and
  /// whose profile `kind` is; null: its own.
  simulated_bmc(identity who, const profile& kind, const clock& clock, const scenario& scenario,
                uint64_t seed = 0, const mockup* played = nullptr);

  /// Answers as the machine and the scenario have it.
  bmc_answer answer_to(const http::request& request);
  /// The same for whoever has no connection that could end: 503 where there would be no answer.
  http::response handle(const http::request& request);

  bool has_subscribers();
  due_events take_events();

  /// What the machine is and does now, as `/simulate/machines` shows it.
  json state();
  const identity& who() const { return memory_.machine.who(); }
  const profile& kind() const { return memory_.machine.kind(); }

  /// Looks at the machine, or changes what no BMC could: a disk that holds nothing, say.
  template <class Work>
  auto with_machine(Work work) {
    std::lock_guard hold{mutex_};
    advance();
    return work(memory_.machine);
  }

private:
  void advance();
  bmc_answer answer_with(const http::request& request,
                         const std::vector<const fault_rule*>& faults);

  const clock& clock_;
  std::mutex mutex_;  ///< Guards the rest.
  bmc_memory memory_;
  fault_plan faults_;
};

}  // namespace ironbus::simulator
