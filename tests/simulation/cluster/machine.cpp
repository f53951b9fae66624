#include "tests/simulation/cluster/machine.hpp"

#include "drivers/fake/fake_effects.hpp"

#include <algorithm>
#include <array>

namespace ironbus::simulation {

namespace {

constexpr std::array task_interfaces{"firmware", "raid", "bios"};

bool may_become_task(const step_request& request) {
  return std::find(task_interfaces.begin(), task_interfaces.end(), request.what.interface) !=
         task_interfaces.end();
}

}  // namespace

std::string handle_of(const step_id& id) { return "task/" + claim_key(id); }

machine_model::machine_model(event_loop& loop, std::string node, uint64_t seed,
                             machine_habits habits, observer begun)
    : loop_{loop},
      node_{std::move(node)},
      random_{seed},
      habits_{habits},
      begun_{std::move(begun)},
      forgets_{random_.one_in(habits.forgets_one_in)} {}

void machine_model::begin(const step_request& request, const std::string& owner, ended done) {
  const auto key = claim_key(request.id);
  if (const auto found = attempts_.find(key); found != attempts_.end()) {
    begun_(*this, found->second, true);
    return when_ended(found->second, std::move(done));
  }
  const auto& begun = attempts_.emplace(key, plan(request, owner)).first->second;
  begun_(*this, begun, false);
  const bool carried_out = begun.outcome.status == step_status::done ||
                           (begun.outcome.power_unknown && random_.one_in(2));
  if (request.what.interface == "power" && carried_out) set_power(request);
  if (begun.task) return done(begun);
  when_ended(begun, std::move(done));
}

machine_model::attempt machine_model::plan(const step_request& request, const std::string& owner) {
  attempt out;
  out.id = request.id;
  out.name = request.what.interface + "." + request.what.name;
  out.owner = owner;
  out.began = loop_.now();
  out.outcome = fake_effect(request);
  const bool fails = random_.one_in(habits_.fails_one_in);
  if (fails && out.outcome.status == step_status::done)
    out.outcome = step_failed("The machine could not do it.");
  // A power order fails without an end: the machine may carry it out all the same.
  out.outcome.power_unknown = fails && out.name == "power.set_power_state";
  out.task = may_become_task(request) && !fails && random_.one_in(habits_.tasks_one_in);
  const bool is_long = out.task || !request.what.repeatable;
  out.ends = loop_.now() +
             random_.between(habits_.step_least, is_long ? habits_.task_most : habits_.step_most);
  return out;
}

void machine_model::set_power(const step_request& request) {
  const auto target = fake_text_argument(request, "target");
  const bool off = target.find("off") != std::string::npos;
  if (!off && target == "power on" && power_ == power_state::on) return;
  power_ = off ? power_state::off : power_state::on;
  if (power_changed_) power_changed_(power_);
}

const machine_model::attempt* machine_model::find(const step_id& id) const {
  const auto found = attempts_.find(claim_key(id));
  return found == attempts_.end() ? nullptr : &found->second;
}

void machine_model::when_ended(const attempt& x, ended done) {
  loop_.after(x.ends - loop_.now(), [&x, done = std::move(done)] { done(x); });
}

void machine_model::silence(std::chrono::nanoseconds length) {
  silent_until_ = std::max(silent_until_, loop_.now() + length);
}

}  // namespace ironbus::simulation
