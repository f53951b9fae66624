#include "tests/simulation/cluster/machine_interface.hpp"

#include "tests/simulation/cluster/network.hpp"

namespace ironbus::simulation {

namespace {

/// Time limit of a BMC's response, as the driver sees it.
constexpr std::chrono::seconds answer_awaited{30};

}  // namespace

bool machine_interface::send(const permit& allowed, const std::string& node, call what) {
  if (!allowed.check() || !owner_.may_call()) return false;
  auto& around = owner_.around();
  const auto way = around.random.between(machine_way.least, machine_way.most);
  around.loop.after(way, [&machines = machines_, node, what = std::move(what)] {
    if (const auto found = machines.find(node); found != machines.end()) what(*found->second);
  });
  return true;
}

void machine_interface::run(permitted_step request, step_callback done) {
  const auto answer = owner_.once(std::move(done));
  const auto refused = [answer] { answer(step_interrupted(permit_refused)); };
  const auto owner = request.allowed.owner();
  const auto begin = [request = step_request{request}, owner, answer,
                      &loop = owner_.around().loop](machine_model& machine) {
    if (machine.silent()) {
      loop.after(answer_awaited, [answer] { answer(step_failed("The BMC does not answer.")); });
      return;
    }
    machine.begin(request, owner, [answer](const machine_model::attempt& ended) {
      answer(ended.task ? step_waiting_for_task(handle_of(ended.id)) : ended.outcome);
    });
  };
  if (!send(request.allowed, request.id.node, begin)) refused();
}

void machine_interface::recover(permitted_step request, recover_callback done) {
  const auto answer = owner_.once(std::move(done));
  const auto ask = [id = request.id, repeatable = request.what.repeatable,
                    answer](machine_model& machine) {
    if (!repeatable && machine.forgets())
      return answer(std::optional{step_interrupted("The machine cannot tell.")});
    const auto* found = machine.find(id);
    if (found == nullptr) return answer(std::optional<step_outcome>{});
    if (found->task) return answer(std::optional{step_waiting_for_task(handle_of(id))});
    machine.when_ended(*found, [answer](const machine_model::attempt& ended) {
      answer(std::optional{ended.outcome});
    });
  };
  if (!send(request.allowed, request.id.node, ask))
    answer(std::optional{step_interrupted(permit_refused)});
}

void machine_interface::probe(permitted_step request, recover_callback done) {
  const auto answer = owner_.once(std::move(done));
  const auto ask = [id = request.id, answer](machine_model& machine) {
    const auto* found = machine.find(id);
    if (machine.silent()) return answer(std::optional<step_outcome>{});
    if (found == nullptr) return answer(std::optional{step_failed("The task is unknown.")});
    answer(machine.has_ended(*found) ? std::optional{found->outcome} : std::nullopt);
  };
  if (!send(request.allowed, request.id.node, ask)) answer(std::optional<step_outcome>{});
}

void machine_interface::read_power(machine target, permit allowed, power_callback done) {
  using reading = result<machine_reading>;
  const auto answer = owner_.once(std::move(done));
  const auto ask = [answer](machine_model& machine) {
    if (machine.silent())
      return answer(reading{fail(error_code::unavailable, "The BMC does not answer.")});
    answer(machine_reading{machine.power(), {}});
  };
  if (!send(allowed, target.uuid, ask)) answer(machine_reading{});
}

}  // namespace ironbus::simulation
