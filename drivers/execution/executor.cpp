#include "drivers/execution/executor.hpp"

#include "drivers/execution/context.hpp"
#include "drivers/execution/outcome_message.hpp"
#include "drivers/execution/power_sync_run.hpp"
#include "drivers/execution/step_probe.hpp"
#include "drivers/execution/step_run.hpp"
#include "drivers/kit/timer.hpp"
#include "messages/platform/log.hpp"
#include "messages/wire/commands.hpp"
#include "messages/wire/routing.hpp"

#include <algorithm>
#include <map>

namespace ironbus {

/// State of the executor. Used on the context's strand, except for start.
class executor::core : public std::enable_shared_from_this<executor::core> {
public:
  explicit core(std::shared_ptr<execution_context> context)
      : context_{context}, limit_{context->strand} {}

  void start();
  void drain(std::chrono::milliseconds limit, drained_callback done);
  void stop();
  void tell_store_again();

  const std::shared_ptr<execution_context>& context() const { return context_; }

private:
  void accept(const delivery& delivery);
  bool accept_step(const envelope& envelope, delivery_tag tag);
  bool accept_probe(const envelope& envelope, delivery_tag tag);
  bool accept_survey(const envelope& envelope, delivery_tag tag);
  void give_back_what_waits();
  void end_drain_if_idle();
  void end_drain();

  std::shared_ptr<execution_context> context_;
  std::map<std::string, std::shared_ptr<step_run>> runs_;  ///< By claim key.
  timer limit_;
  drained_callback drained_;
};

void executor::core::start() {
  for (const auto& group : context_->options.groups) {
    subscription wanted;
    wanted.queue = routing::step_queue(group);
    wanted.exchange = routing::step_exchange;
    wanted.bindings = {routing::step_key("*", group)};
    wanted.prefetch = context_->options.prefetch;
    // The bus may outlive the io_context of the execution context.
    context_->messages.subscribe(
        std::move(wanted),
        [weak = weak_from_this(), weak_context = std::weak_ptr{context_}](delivery delivery) {
          const auto context = weak_context.lock();
          if (!context) return;
          context->post([weak, x = std::move(delivery)] {
            if (auto self = weak.lock()) self->accept(x);
          });
        });
  }
}

// -- requests -------------------------------------------------------------------------------------

void executor::core::accept(const delivery& delivery) {
  if (context_->draining) return context_->messages.reject(delivery.tag, true);
  const auto request = decode_envelope(delivery.body);
  if (request && request->type == step_request_type && !delivery.redelivered)
    context_->counters.queue_seconds.observe(
        std::max(context_->time.now() - request->time, std::chrono::microseconds{0}));
  if (request && request->type == step_request_type && accept_step(*request, delivery.tag)) return;
  if (request && request->type == step_probe_type && accept_probe(*request, delivery.tag)) return;
  if (request && request->type == power_survey_type && accept_survey(*request, delivery.tag))
    return;
  ++context_->counters.rejected;
  log::error("dead-lettered a message that is not a step request",
             request ? std::vector<log::field>{{log_key::queue, delivery.queue},
                                               {log_key::type, request->type},
                                               {log_key::message_id, request->id}}
                     : std::vector<log::field>{{log_key::queue, delivery.queue},
                                               {log_key::error, request.error().message}});
  context_->messages.reject(delivery.tag, false);
}

bool executor::core::accept_step(const envelope& envelope, delivery_tag tag) {
  auto request = decode<step_request>(envelope.data);
  if (!request || request->id.node.empty() || request->id.operation_id.empty()) return false;
  const auto key = claim_key(request->id);
  if (auto found = runs_.find(key); found != runs_.end()) {
    ++context_->counters.duplicates_dropped;
    found->second->join(tag);
    return true;
  }
  auto origin = origin_of(envelope, *request);
  auto run = std::make_shared<step_run>(context_, std::move(*request), std::move(origin), tag,
                                        [weak = weak_from_this(), key] {
                                          auto self = weak.lock();
                                          if (!self) return;
                                          self->runs_.erase(key);
                                          self->end_drain_if_idle();
                                        });
  runs_.emplace(key, run);
  run->begin();
  return true;
}

bool executor::core::accept_probe(const envelope& envelope, delivery_tag tag) {
  auto request = decode<step_request>(envelope.data);
  if (!request || request->id.node.empty()) return false;
  auto origin = origin_of(envelope, *request);
  step_probe::ask(context_, std::move(*request), std::move(origin), tag);
  return true;
}

bool executor::core::accept_survey(const envelope& envelope, delivery_tag tag) {
  auto survey = decode<power_survey>(envelope.data);
  if (!survey) return false;
  // Acked before the machines are read, because silent machines would block the messages behind it.
  // If this process dies, the next power sync reads them.
  context_->messages.ack(tag);
  std::make_shared<power_sync_run>(context_, std::move(*survey))->begin();
  return true;
}

// -- shutdown -------------------------------------------------------------------------------------

void executor::core::drain(std::chrono::milliseconds limit, drained_callback done) {
  context_->draining = true;
  drained_ = std::move(done);
  // Pending requests go first: unsubscribing invalidates their tags on a bus that redelivers
  // everything.
  give_back_what_waits();
  for (const auto& group : context_->options.groups)
    context_->messages.unsubscribe(routing::step_queue(group));
  if (!runs_.empty())
    log::info("waiting for running steps before exit",
              {{log_key::count, std::to_string(runs_.size())},
               {log_key::seconds, std::to_string(limit.count() / 1000)}});
  limit_.expires_after(limit);
  limit_.async_wait(context_->back([weak = weak_from_this()](boost::system::error_code error) {
    auto self = weak.lock();
    if (self && !error) self->end_drain();
  }));
  end_drain_if_idle();
}

void executor::core::give_back_what_waits() {
  for (auto found = runs_.begin(); found != runs_.end();)
    if (found->second->elsewhere()) {
      found->second->requeue();
      found = runs_.erase(found);
    } else {
      ++found;
    }
}

void executor::core::end_drain_if_idle() {
  if (context_->draining && runs_.empty()) end_drain();
}

void executor::core::end_drain() {
  limit_.cancel();
  auto done = std::exchange(drained_, nullptr);
  if (!done) return;
  const auto left = runs_.size();
  if (left != 0)
    log::warn("stopped waiting, steps are still running", {{log_key::count, std::to_string(left)}});
  stop();
  done(left);
}

void executor::core::tell_store_again() {
  for (const auto& [key, run] : runs_) run->keep_claim();
  context_->ended.tell_again();
}

void executor::core::stop() {
  context_->stop();
  runs_.clear();
}

executor::executor(boost::asio::io_context& io, bus& messages, membership& processes,
                   step_claims& claims, const registry& drivers, lease_ptr held, const clock& time,
                   policy_ptr policy, executor_options options)
    : core_{std::make_shared<core>(std::make_shared<execution_context>(
          io, messages, processes, claims, drivers, std::move(held), time, std::move(policy),
          std::move(options)))} {}

executor::~executor() { core_->stop(); }

void executor::start() { core_->start(); }

void executor::drain(std::chrono::milliseconds limit, drained_callback done) {
  core_->context()->post([self = core_, limit, done = std::move(done)]() mutable {
    self->drain(limit, std::move(done));
  });
}

std::function<void()> executor::restart_listener() {
  return [weak = std::weak_ptr{core_}] {
    const auto core = weak.lock();
    if (core) core->context()->post([core] { core->tell_store_again(); });
  };
}

const executor_counters& executor::counters() const { return core_->context()->counters; }

}  // namespace ironbus
