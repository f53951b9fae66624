#include "drivers/execution/power_sync_run.hpp"

#include "drivers/kit/timer.hpp"
#include "messages/base/uuid.hpp"
#include "messages/platform/log.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/routing.hpp"

namespace ironbus {

power_sync_run::power_sync_run(std::shared_ptr<execution_context> context, power_survey survey)
    : context_{std::move(context)}, survey_{std::move(survey)} {}

void power_sync_run::begin() {
  std::erase_if(survey_.targets, [this](const auto& target) {
    return !context_->surveyed.insert(target.machine.uuid).second;
  });
  next();
}

void power_sync_run::next() {
  while (!context_->draining && next_ < survey_.targets.size() &&
         open_ < context_->options.power_sync_reads_max) {
    const auto& target = survey_.targets[next_++];
    ++open_;
    ++context_->counters.surveyed;
    read(target, [self = shared_from_this(), &target](reading x) { self->found(target, x); });
  }
}

/// `done` is called once, on the strand and never within this call: with the driver's answer or
/// with a timeout.
void power_sync_run::read(const power_survey::target& target, std::function<void(reading)> done) {
  auto waiting = std::make_shared<timer>(context_->strand, context_->options.survey_read_timeout);
  auto once = [waiting, pending = std::make_shared<std::function<void(reading)>>(std::move(done))](
                  reading given) {
    waiting->cancel();
    if (auto first = std::exchange(*pending, nullptr)) first(std::move(given));
  };
  waiting->async_wait(context_->back([once](boost::system::error_code error) {
    if (!error) once(fail(error_code::timeout, "The BMC did not return the power state in time."));
  }));
  const auto allowed = context_->held->issue();
  auto answer = context_->back([once, allowed](reading given) {
    once(allowed.holds() ? std::move(given) : reading{machine_reading{}});
  });
  if (!allowed.holds()) return answer(machine_reading{});
  auto chosen = target.machine.interfaces.find("power");
  auto driver = chosen == target.machine.interfaces.end()
                    ? nullptr
                    : context_->drivers.find("power", chosen->second);
  if (!driver)
    return answer(reading{
        fail(error_code::invalid, "This driver worker does not have the node's power interface.")});
  try {
    driver->read_power(target.machine, allowed, answer);
  } catch (const std::exception& e) {
    log::error("the driver threw in read_power",
               {{log_key::node, target.machine.uuid}, {log_key::error, e.what()}});
    answer(reading{fail(error_code::internal,
                        "Reading the power state failed because of an internal error. See the log "
                        "of the driver worker.")});
  }
}

void power_sync_run::found(const power_survey::target& target, const reading& reading) {
  if (!reading) return tell({target.machine.uuid, std::nullopt, reading.error().message, {}});
  // A machine that does not report its power state has no change either.
  const bool is_new = target.always || reading->power != target.expected ||
                      (reading->health && reading->health != target.health);
  if (reading->power && is_new)
    return tell({target.machine.uuid, reading->power, {}, reading->health});
  read_one(target.machine.uuid);
}

void power_sync_run::tell(power_finding power_finding) {
  const auto node = power_finding.node;
  const auto event = envelop(observe_power{std::move(power_finding)}, random_uuid(), node,
                             context_->source, context_->time.now());
  outgoing out;
  out.exchange = routing::node_exchange;
  out.routing_key = routing::shard_key(routing::shard_of(node, context_->policy->shards));
  out.id = event.id;
  out.body = encode_envelope(event);
  out.durable = false;  // the next power sync finds it again
  out.mandatory = true;
  context_->messages.publish(std::move(out), context_->back([self = shared_from_this(),
                                                             node](result<std::monostate> sent) {
    if (!sent)
      log::warn("cannot publish a power state",
                {{log_key::node, node}, {log_key::error, sent.error().message}});
    self->read_one(node);
  }));
}

void power_sync_run::read_one(const std::string& machine) {
  context_->surveyed.erase(machine);
  --open_;
  next();
}

}  // namespace ironbus
