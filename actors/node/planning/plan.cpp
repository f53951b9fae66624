#include "actors/node/planning/plan.hpp"

#include "actors/node/planning/boot_device.hpp"
#include "actors/node/planning/requested.hpp"
#include "messages/contract/driver_operations.hpp"

#include <algorithm>

namespace ironbus {

namespace {

/// The calls that boot the ramdisk.
const std::vector<step_call>& ramdisk_boot() {
  static const std::vector<step_call> calls{{"boot", "prepare_ramdisk"},
                                            {"power", std::string{reserved_step::reboot}}};
  return calls;
}

/// The power calls of a deployment for a machine that must not be powered off: it stays in its
/// locked ramdisk until everything is ready, and then boots the instance.
void keep_powered(std::vector<step_call>& calls) {
  std::erase_if(calls, [](const step_call& x) { return x.name == reserved_step::power_off; });
  for (auto& x : calls)
    if (x.name == reserved_step::power_on) x.name = reserved_step::reboot;
}

/// Where the instances of a node run, according to its deploy interface.
instance_place place_of_instances(const known_steps& known) {
  const auto* deploy = known.ctx.drivers.find(known.x.attributes, "deploy");
  return deploy != nullptr && deploy->runs_live ? instance_place::live : instance_place::on_disk;
}

/// Adds the arguments about the instance to a call of a boot interface.
void add_instance_arguments(step& call, instance_place place) {
  if (driver_operation{call.interface, call.name} == driver_operations::boot::prepare_instance &&
      place == instance_place::live)
    call.args.edit()["live"] = true;
}

/// Appends a call and the calls that it brings along. Tests of the catalogue make sure that no call
/// brings itself.
void append_call(std::vector<step>& out, const known_steps& known, const step_call& call,
                 const step& like, bool ramdisk) {
  const auto place = place_of_instances(known);
  if (call.instances != instance_place::anywhere && call.instances != place) return;
  if (is_reserved_step(call.name)) {
    step x;
    x.interface = call.interface;
    x.name = call.name;
    x.priority = like.priority;
    x.role = like.role;
    x.unless_agent_stays = call.unless_agent_stays;
    return out.push_back(std::move(x));
  }
  const auto* implementation = known.ctx.drivers.find(known.x.attributes, call.interface);
  const auto* declared = implementation != nullptr ? implementation->find_step(call.name) : nullptr;
  if (declared == nullptr) return;
  auto& made = out.emplace_back(to_step(call.interface, *declared, like.priority, like.role));
  made.args = call.args;
  add_instance_arguments(made, place);
  choose_known_device(made, *implementation);
  if (!ramdisk) return;
  for (const auto& next : declared->then) append_call(out, known, next, like, ramdisk);
}

/// Appends a work step with the calls that it brings along, or with the reboot that the agent
/// requires after it.
void append_work(std::vector<step>& out, const known_steps& known, step work) {
  const auto* own = known.ctx.drivers.find(known.x.attributes, work.interface);
  const auto* declared = own != nullptr ? own->find_step(work.name) : nullptr;
  std::vector<step_call> then;
  if (declared != nullptr) then = declared->then;
  for (const auto& offered : known.offered)
    if (offered.interface == work.interface && offered.declared.name == work.name &&
        offered.reboot_requested)
      then = ramdisk_boot();
  if (known.phase == phase_deploy && known.x.attributes.disable_power_off) keep_powered(then);
  const step like = work;
  out.push_back(std::move(work));
  for (const auto& call : then) append_call(out, known, call, like, true);
}

/// A requested step replaces the declared one of the same name.
void merge_by_priority(std::vector<step>& steps, std::vector<step> asked) {
  for (auto& x : asked) {
    std::erase_if(steps, [&](const step& y) {
      return y.interface == x.interface && y.name == x.name && !is_reserved_step(x.name);
    });
    if (x.priority > 0) steps.push_back(std::move(x));
  }
  sort_by_priority(steps);
}

const std::vector<std::string>& disallowed_in(const context& ctx, uint32_t phase) {
  static const std::vector<std::string> none;
  switch (phase) {
    case phase_clean: return ctx.options.disallowed_clean_steps;
    case phase_deploy: return ctx.options.disallowed_deploy_steps;
    case phase_service: return ctx.options.disallowed_service_steps;
    default: return none;  // verification runs declared steps only
  }
}

bool is_disallowed(const context& ctx, uint32_t phase, const std::string& name) {
  const auto& banned = disallowed_in(ctx, phase);
  return std::find(banned.begin(), banned.end(), name) != banned.end();
}

const priority_overrides& overrides_of(const context& ctx, uint32_t phase) {
  static const priority_overrides none;
  switch (phase) {
    case phase_verify: return ctx.options.verify_step_priority_override;
    case phase_clean: return ctx.policy.clean_step_priority_override;
    case phase_deploy: return ctx.options.deploy_step_priority_override;
    default: return none;  // servicing has no automatic steps
  }
}

/// The automatic steps, sorted.
std::vector<step> automatic_steps(const known_steps& known, const operation& op) {
  const auto& overrides = overrides_of(known.ctx, known.phase);
  auto out = declared_steps(known.ctx.drivers, known.x.attributes, known.phase, overrides);
  if (op.agent_asked) {
    auto more = automatic_agent_steps(
        known.ctx.drivers, known.x.attributes, known.phase,
        known.phase == phase_clean
            ? with_defaults(overrides, known.ctx.policy.agent_clean_priorities)
            : overrides);
    out.insert(out.end(), more.begin(), more.end());
  }
  std::erase_if(out, [&](const step& x) {
    return is_disallowed(known.ctx, known.phase, x.interface + "." + x.name);
  });
  return out;
}

known_steps known_of(const node_snapshot& snapshot, const context& ctx, const operation& op) {
  known_steps out{snapshot, ctx, info(op.kind).phase, {}};
  // An instance that runs live is deployed without an agent.
  const bool live = out.phase == phase_deploy && place_of_instances(out) == instance_place::live;
  const bool agent = op.ramdisk && !live && has_agent(ctx.drivers, snapshot.attributes);
  if (op.agent_asked) out.offered = agent_steps(ctx.drivers, snapshot.attributes, out.phase);
  out.agent_expected = agent && !op.agent_asked;
  return out;
}

/// Errors for steps of the agent before it is booted; nothing boots it earlier.
std::string too_early(const std::vector<step>& plan) {
  const auto boots =
      std::find_if(plan.begin(), plan.end(), [](const step& x) { return x.collects_steps; });
  if (boots == plan.end()) return {};
  std::string out;
  for (auto places = plan.begin(); places != boots; ++places)
    if (places->in_agent)
      out += " step " + places->interface + "." + places->name +
             " runs in the agent, which is booted at " + to_string(boots->priority) +
             ", so its priority must be lower than that, not " + to_string(places->priority) + ";";
  return out;
}

failure bad_steps(const operation& op, std::string errors) {
  errors.pop_back();
  return {error_code::invalid,
          "Invalid " + std::string{info(op.kind).noun} + " steps:" + errors + "."};
}

bool has_only_requested_steps(const operation& op) {
  const auto& row = info(op.kind);
  return row.work == work_source::asked ||
         (row.work == work_source::declared_unless_asked && op.request.contains(row.steps_key));
}

}  // namespace

std::vector<step> plan_calls(const node_snapshot& snapshot, const context& ctx, const operation& op,
                             std::span<const driver_operation> calls, step_role role) {
  std::vector<step> out;
  step like;
  like.role = role;
  const known_steps known{snapshot, ctx, phase_none, {}};
  for (const auto& call : calls)
    append_call(out, known, {std::string{call.interface}, std::string{call.name}}, like,
                op.ramdisk);
  if (info(op.kind).keeps_boot_device) std::erase_if(out, sets_boot_device);
  return out;
}

std::vector<step> plan_ramdisk_boot(const node_snapshot& snapshot, const context& ctx) {
  std::vector<step> out;
  const known_steps known{snapshot, ctx, phase_none, {}};
  for (const auto& call : ramdisk_boot()) append_call(out, known, call, {}, true);
  return out;
}

result<std::vector<step>> plan_work(const node_snapshot& snapshot, const context& ctx,
                                    const operation& op) {
  const auto known = known_of(snapshot, ctx, op);
  if (known.phase == phase_none) return std::vector<step>{};
  std::string errors;
  auto steps = requested_steps(known, op, errors);
  if (op.request.value("disable_ramdisk", false))
    for (const auto& x_step : steps)
      if (x_step.requires_ramdisk)
        errors += " step " + x_step.interface + "." + x_step.name + " requires the ramdisk;";
  if (!errors.empty()) return tl::unexpected(bad_steps(op, std::move(errors)));
  if (!has_only_requested_steps(op)) {
    auto asked = std::exchange(steps, automatic_steps(known, op));
    merge_by_priority(steps, std::move(asked));
  }
  std::vector<step> out;
  for (auto& x_step : steps) append_work(out, known, std::move(x_step));
  if (auto early = too_early(out); !early.empty())
    return tl::unexpected(bad_steps(op, std::move(early)));
  return out;
}

result<std::vector<step>> plan_remaining(const node_snapshot& snapshot, const context& ctx,
                                         const operation& op) {
  auto all = plan_work(snapshot, ctx, op);
  if (!all) return all;
  const auto asks =
      std::find_if(all->begin(), all->end(), [](const step& y) { return y.collects_steps; });
  if (asks != all->end()) all->erase(all->begin(), std::next(asks));
  return all;
}

bool needs_ramdisk(const node_snapshot& snapshot, const context& ctx, const operation& op) {
  if (op.request.value("disable_ramdisk", false)) return false;
  if (!has_only_requested_steps(op)) return true;
  std::string unknown;
  const known_steps without{snapshot, ctx, info(op.kind).phase, {}};
  const auto steps = requested_steps(without, op, unknown);
  return !unknown.empty() ||
         std::any_of(steps.begin(), steps.end(), [](const step& y) { return y.requires_ramdisk; });
}

result<std::monostate> check_plan(const node_snapshot& snapshot, const context& ctx, workflow kind,
                                  const json& request) {
  operation trial;
  trial.kind = kind;
  trial.request = request;
  const auto plan = plan_work(snapshot, ctx, trial);
  if (!plan) return tl::unexpected(plan.error());
  return {};
}

result<std::monostate> check_requested_steps(const context& ctx, uint32_t phase,
                                             const json& steps) {
  if (!steps.is_array()) return fail(error_code::invalid, "Steps must be a list.");
  for (const auto& item : steps) {
    if (!item.is_object() || !item.contains("step") || !item["step"].is_string())
      return fail(error_code::invalid, "Each step must be an object with a text 'step'.");
    const auto name =
        item.value("interface", std::string{}) + "." + item["step"].get<std::string>();
    if (is_disallowed(ctx, phase, name))
      return fail(error_code::invalid, "Step '" + name + "' is not allowed by configuration.");
  }
  return {};
}

}  // namespace ironbus
