#include "actors/node/power/power.hpp"

#include "actors/node/base/reset.hpp"
#include "actors/node/decision/progress.hpp"
#include "actors/node/decision/worker_check.hpp"
#include "actors/node/planning/boot_device.hpp"
#include "actors/node/planning/plan.hpp"
#include "actors/node/power/power_doubt.hpp"
#include "messages/contract/driver_operations.hpp"
#include "messages/model/agent_steps.hpp"
#include "messages/model/state_table.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

struct power_target {
  std::string_view target;
  power_state leads_to;
  bool stops_ramdisk;  ///< The running agent stops.
  bool soft = false;   ///< The operating system shuts down, which may take long.
};

constexpr std::array targets{
    power_target{"power on", power_state::on, false},
    power_target{"power off", power_state::off, true},
    power_target{"rebooting", power_state::on, true},
    power_target{"soft rebooting", power_state::on, true, true},
    power_target{"soft power off", power_state::off, true, true},
};

const power_target* find_target(std::string_view name) {
  for (const auto& row : targets)
    if (row.target == name) return &row;
  return nullptr;
}

struct listed_step {
  std::string_view name;
  std::string_view target;
};

/// Steps of a list that change the power.
constexpr std::array listed_steps{
    listed_step{reserved_step::power_on, "power on"},
    listed_step{reserved_step::power_off, "power off"},
    listed_step{reserved_step::reboot, "rebooting"},
};

const listed_step* find_listed(std::string_view name) {
  for (const auto& row : listed_steps)
    if (row.name == name) return &row;
  return nullptr;
}

constexpr auto power_change = driver_operations::power::set_power_state;

std::optional<failure> check(const decision& decision, const power_target& row) {
  const auto& x = decision.next.attributes;
  const auto target = std::string{row.target};
  if (info(x.state).has(flag_fixed_power))
    return failure{error_code::invalid, "The power state cannot be changed to '" + target +
                                            "' while the node is in state '" +
                                            std::string{to_string(x.state)} + "'."};
  if (x.disable_power_off && row.leads_to == power_state::off)
    return failure{error_code::conflict,
                   "Node " + x.uuid + " must not be powered off (disable_power_off)."};
  const auto* power = decision.ctx().drivers.find(x, power_change.interface);
  const auto supported = [&] {
    const auto& all = power->power_states;
    return std::find(all.begin(), all.end(), target) != all.end();
  };
  if (power == nullptr || !power->supported || !supported())
    return failure{error_code::invalid, "Power state '" + target +
                                            "' is not supported by the power interface of node " +
                                            x.uuid + "."};
  return std::nullopt;
}

driver_call make_call(decision& decision, const step& what) {
  driver_call out;
  out.id = decision.fresh_id();
  out.what = as_driver_step(decision.next.attributes, what);
  out.user = decision.user();
  const auto& current = decision.next.current;
  out.trace = current ? span_of(*current) : decision.trace();
  return out;
}

void call_besides_plan(decision& decision, const std::vector<step>& steps) {
  auto& x = decision.next;
  if (x.power) return;  // a power change of an operator is running
  for (const auto& what : steps) {
    auto call = make_call(decision, what);
    call.of_step = id_of_step(x);
    x.calls.push_back(std::move(call));
  }
}

/// Whether the boot outside the workflow's plan starts the agent's ramdisk.
bool boots_ramdisk_besides_plan(const decision& decision) {
  const auto& x = decision.next;
  return x.current && x.current->ramdisk && has_agent(decision.ctx().drivers, x.attributes);
}

/// Sets the boot device with the power off: by then a slow BMC has carried out the last request of
/// a dead worker, which could otherwise use up the setting.
std::vector<step> boot_device_again(const node& attributes, const step& device) {
  step off;
  off.interface = power_change.interface;
  off.name = reserved_step::power_off;
  std::vector<step> out;
  if (!attributes.disable_power_off) out.push_back(std::move(off));
  out.push_back(device);
  return out;
}

}  // namespace

void ask_driver(decision& decision, const step& what, step_in_flight out) {
  auto& x = decision.next;
  // A reading before an order says nothing about the machine after it; calls mostly read.
  if (!std::holds_alternative<due_driver_call>(out.what) || orders_power(what))
    x.power_differs.reset();
  out.since = decision.ctx().now;
  if (out.until == timestamp{}) out.until = out.since + decision.ctx().options.step_timeout;
  out.epoch = decision.ctx().epoch;
  decision.request({{x.attributes.uuid, out.operation_id, out.index, out.attempt},
                    with_time_limit(what, decision.ctx().options),
                    current_workflow(x),
                    out.until,
                    machine_for(what, x.attributes, x.ports, decision.ctx().drivers)});
  x.in_flight = std::move(out);
}

step with_time_limit(step what, const conductor_options& options) {
  if (driver_operation{what.interface, what.name} != power_change) return what;
  const auto* row = find_target(what.args.value("target", ""));
  if (row == nullptr || what.args.contains("timeout")) return what;
  const auto limit =
      row->soft ? options.soft_power_off_timeout : options.power_state_change_timeout;
  what.args.edit()["timeout"] = limit.count();
  return what;
}

workflow current_workflow(const node_snapshot& x) {
  return x.current ? x.current->kind : workflow{};
}

bool is_power_target(std::string_view name) { return find_target(name) != nullptr; }

power_state state_after(std::string_view target) { return find_target(target)->leads_to; }

void ask_for_power(decision& decision, std::string_view target, std::optional<uint32_t> timeout) {
  auto& x = decision.next;
  const auto* row = find_target(target);
  power_action action{.id = decision.fresh_id(),
                      .target = std::string{target},
                      .timeout_seconds = timeout,
                      .user = decision.user(),
                      .trace = decision.trace()};
  x.attributes.target_power_state = row->leads_to;
  (x.power ? x.power_queued : x.power) = std::move(action);
  decision.emit(event::power_action_started, {{"target", target}});
}

void set_power(decision& decision, const set_power_state& command) {
  const auto* row = find_target(command.target);
  if (row == nullptr)
    return decision.refuse(
        {error_code::invalid, "'" + command.target + "' is not a power state target."});
  for (auto refused : {check(decision, *row), check_workers(decision)})
    if (refused) return decision.refuse(std::move(*refused));
  decision.next.attributes.last_error.reset();
  ask_for_power(decision, row->target, command.timeout_seconds);
}

step power_step(const power_action& action) {
  step what;
  what.interface = power_change.interface;
  what.name = power_change.name;
  what.args = {{"target", action.target}};
  if (action.timeout_seconds) what.args.edit()["timeout"] = *action.timeout_seconds;
  return what;
}

bool is_power_step(std::string_view name) { return find_listed(name) != nullptr; }

step as_driver_step(const node& attributes, const step& step) {
  const auto* row = find_listed(step.name);
  auto out = step;
  decide_persistence(attributes, out);
  if (row == nullptr) return out;
  out.interface = power_change.interface;
  out.name = power_change.name;
  const bool stays_on = attributes.disable_power_off && row->name == reserved_step::power_off;
  out.args = {{"target", stays_on ? "rebooting" : row->target}};
  return out;
}

bool stops_ramdisk(const step& step) {
  if (driver_operation{step.interface, step.name} != power_change) return false;
  const auto* row = find_target(step.args.value("target", ""));
  return row != nullptr && row->stops_ramdisk;
}

void reboot_for_agent(decision& decision) {
  call_besides_plan(decision, plan_ramdisk_boot(decision.next, decision.ctx()));
}

void reboot_for_next_part(decision& decision) {
  if (boots_ramdisk_besides_plan(decision)) return reboot_for_agent(decision);
  step reboot;
  reboot.interface = power_change.interface;
  reboot.name = reserved_step::reboot;
  call_besides_plan(decision, {std::move(reboot)});
}

void set_boot_device_before_call(decision& decision) {
  auto& x = decision.next;
  if (!boots_ramdisk_besides_plan(decision)) return;
  const auto boot = plan_ramdisk_boot(x, decision.ctx());
  const auto device = std::find_if(boot.begin(), boot.end(), sets_boot_device);
  if (device == boot.end()) return;
  auto waiting = std::exchange(x.calls, {});
  call_besides_plan(decision, boot_device_again(x.attributes, *device));
  std::move(waiting.begin(), waiting.end(), std::back_inserter(x.calls));
}

void set_boot_device_again(decision& decision) {
  const auto& op = *decision.next.current;
  const auto begin = op.steps.begin();
  for (auto place = begin + op.index; place != begin; --place)
    if (const auto& before = *std::prev(place); sets_boot_device(before))
      return call_besides_plan(decision, boot_device_again(decision.next.attributes, before));
}

void start_power_action(decision& decision) {
  const auto& x = decision.next;
  if (!x.power) return;
  const auto what = power_step(*x.power);
  if (stops_ramdisk(what))
    drop_agent(decision.next.attributes);  // before the next ramdisk looks up its node
  ask_driver(
      decision, what,
      {.operation_id = x.power->id, .attempt = x.power->attempt, .what = due_power_action{}});
}

}  // namespace ironbus
