#include "drivers/execution/power_sweep.hpp"

#include "messages/base/uuid.hpp"
#include "messages/platform/log.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/routing.hpp"

#include <boost/asio/steady_timer.hpp>

namespace ironbus {

power_sweep::power_sweep(std::shared_ptr<execution_context> with, power_survey survey,
                         delivery_tag tag, std::function<void()> ended)
    : with_{std::move(with)}, survey_{std::move(survey)}, tag_{tag}, ended_{std::move(ended)} {}

void power_sweep::begin() { next(); }

void power_sweep::give_back() {
  next_ = survey_.targets.size();
  ended_ = nullptr;
  with_->messages.reject(tag_, true);
}

void power_sweep::next() {
  while (next_ < survey_.targets.size() && open_ < with_->options.survey_reads_max) {
    const auto& target = survey_.targets[next_++];
    ++open_;
    ++with_->counters.surveyed;
    read(target, [self = shared_from_this(), &target](reading x) { self->found(target, x); });
  }
  if (open_ > 0) return;
  if (auto ended = std::exchange(ended_, nullptr)) {
    with_->messages.ack(tag_);
    ended();
  }
}

/// `done` is called once, on the strand and never within this call: with the driver's answer, or
/// with the time-out if that comes first.
void power_sweep::read(const power_survey::target& target, std::function<void(reading)> done) {
  auto timer = std::make_shared<boost::asio::steady_timer>(with_->strand,
                                                           with_->options.survey_read_timeout);
  auto once = [timer, pending = std::make_shared<std::function<void(reading)>>(std::move(done))](
                  reading x) {
    timer->cancel();
    if (auto first = std::exchange(*pending, nullptr)) first(std::move(x));
  };
  timer->async_wait(with_->back([once](boost::system::error_code error) {
    if (!error) once(fail(error_code::timeout, "The machine did not say its power state in time."));
  }));
  auto answer = with_->back(once);
  auto chosen = target.on.interfaces.find("power");
  auto driver =
      chosen == target.on.interfaces.end() ? nullptr : with_->drivers.find("power", chosen->second);
  if (!driver)
    return answer(
        reading{fail(error_code::invalid, "This worker lacks the node's power interface.")});
  try {
    driver->read_power(target.on, answer);
  } catch (const std::exception& e) {
    log::error("the driver threw in read_power",
               {{log_key::node, target.on.uuid}, {log_key::error, e.what()}});
    answer(reading{fail(error_code::internal, "The driver broke off reading the power state.")});
  }
}

void power_sweep::found(const power_survey::target& target, const reading& reading) {
  if (!reading) return tell({target.on.uuid, std::nullopt, reading.error().message});
  // A machine that does not say has no news either.
  if (*reading && *reading != target.expected) return tell({target.on.uuid, *reading, {}});
  read_one();
}

void power_sweep::tell(power_finding power_finding) {
  const auto node = power_finding.node;
  const auto event = envelop(observe_power{std::move(power_finding)}, random_uuid(), node,
                             with_->source, with_->time.now());
  outgoing out;
  out.exchange = routing::node_exchange;
  out.routing_key = routing::shard_key(routing::shard_of(node, with_->policy->shards));
  out.id = event.id;
  out.body = encode_envelope(event);
  out.durable = false;  // the next survey finds it again
  out.mandatory = true;
  with_->messages.publish(
      std::move(out), with_->back([self = shared_from_this(), node](result<std::monostate> sent) {
        if (!sent)
          log::warn("a power finding was not told",
                    {{log_key::node, node}, {log_key::error, sent.error().message}});
        self->read_one();
      }));
}

void power_sweep::read_one() {
  --open_;
  next();
}

}  // namespace ironbus
