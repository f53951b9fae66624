#pragma once

#include "messages/base/time.hpp"
#include "ops/simulator/faults/fault_plan.hpp"
#include "ops/simulator/faults/scenario.hpp"
#include "ops/simulator/mockup/mockup.hpp"
#include "ops/simulator/quirks/quirk_set.hpp"
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

/// Events to deliver to subscribers.
struct due_events {
  std::vector<outgoing_event> events;
  /// Time until the next event without a request; unset: none is expected, or there is no
  /// subscriber.
  std::optional<std::chrono::microseconds> more_in;
};

/// A simulated machine with Redfish, without sockets. Each request first advances the machine
/// (boots, tasks) to the clock's time. Thread safe.
class simulated_bmc {
public:
  /// References and pointers must outlive it. `played`: the mockup that it shows, whose profile is
  /// `kind`; null: it shows a generated machine.
  simulated_bmc(const identity& who, const profile& kind, const clock& clock,
                const scenario& scenario, uint64_t seed = 0, const mockup* played = nullptr,
                const quirk_rows& quirks = {});

  /// Answers a request, including the faults of the scenario.
  bmc_answer answer_to(const http::request& request);
  /// The same for a caller without a connection: 503 instead of a broken response.
  http::response handle(const http::request& request);

  bool has_subscribers();
  due_events take_events();

  /// The state of the machine, as `/simulate/machines` shows it.
  json state();
  /// What the machine was ordered to do and did, with its quirks, as `/simulate/report` shows it.
  json report();
  /// The path of the system, as the BMC shows it.
  std::string shown_system_path() const;
  const identity& who() const { return memory_.machine.who(); }
  const profile& kind() const { return memory_.machine.kind(); }

  /// Reads or changes the machine directly, such as the content of its disk.
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
  http::response answer_through_quirks(const http::request& request);

  const clock& clock_;
  const profile kind_;  ///< With the quirks' changes.
  std::mutex mutex_;    ///< Guards the rest.
  quirk_set quirks_;
  unsigned requests_ = 0;  ///< All that arrived, answered or not.
  unsigned orders_ = 0;    ///< Requests that change something, without logins.
  bmc_memory memory_;
  fault_plan faults_;
};

}  // namespace ironbus::simulator
