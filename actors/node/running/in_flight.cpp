#include "actors/node/running/in_flight.hpp"

#include "actors/node/calls/calls.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/power/power.hpp"
#include "actors/node/running/step_end.hpp"

#include <array>

namespace ironbus {

namespace {

std::optional<step> step_requested(const node_snapshot& x) {
  if (!is_of_workflow(x, *x.in_flight)) return std::nullopt;
  return as_driver_step(x.attributes, x.current->steps[x.in_flight->index]);
}

std::optional<step> power_requested(const node_snapshot& x) { return power_step(*x.power); }

std::optional<step> call_requested(const node_snapshot& x) { return x.calls.front().what; }

/// In the order of step_in_flight::what.
constexpr std::array in_flight_table{
    in_flight_rules{step_requested, workflow_step_ended, workflow_step_silent},
    in_flight_rules{power_requested, power_action_ended, power_action_silent},
    in_flight_rules{call_requested, driver_call_ended, driver_call_silent},
};

static_assert(in_flight_table.size() == std::variant_size_v<decltype(step_in_flight::what)>);

}  // namespace

const in_flight_rules& rules_of(const step_in_flight& x) { return in_flight_table[x.what.index()]; }

bool is_ending_ramdisk(const node_snapshot& snapshot) {
  if (!snapshot.in_flight) return false;
  const auto what = rules_of(*snapshot.in_flight).requested(snapshot);
  return what && stops_ramdisk(*what);
}

void repeat_request(decision& decision) {
  const auto& x = decision.next;
  if (!x.in_flight) return;
  const auto& out = *x.in_flight;
  auto what = rules_of(out).requested(x);
  if (!what) return;
  auto machine = machine_for(*what, x.attributes, x.ports, decision.ctx().drivers);
  step_request request{{x.attributes.uuid, out.operation_id, out.index, out.attempt},
                       with_time_limit(std::move(*what), decision.ctx().options),
                       current_workflow(x),
                       out.until,
                       std::move(machine)};
  request.again = true;
  decision.request(std::move(request));
}

}  // namespace ironbus
