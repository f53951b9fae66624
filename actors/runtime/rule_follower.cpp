#include "actors/runtime/rule_follower.hpp"

#include "actors/runtime/rule_actor.hpp"
#include "actors/runtime/scheduling.hpp"
#include "messages/wire/routing.hpp"

#include <caf/all.hpp>

#include <optional>

namespace ironbus::inspection {

using runtime::local;

class rule_follower::impl {
public:
  impl(bus& messages, listings& records, store_health& health, rule_registry& rules,
       std::function<void(const std::string&)> report, size_t threads)
      : messages_(messages),
        health_(health),
        source_{records, rules, std::move(report)},
        threads_(threads) {}

  ~impl() { stop(); }

  void start() {
    system_.emplace(runtime::configure(config_, threads_));
    actor_ = system_->spawn(rule_behavior, &source_);
    // Bus and store keep callbacks for ever, but the actor ends before.
    const auto weak = caf::actor_cast<caf::actor_addr>(actor_);
    subscription events;
    events.exchange = routing::event_exchange;
    events.bindings = {std::string{rule_type} + ".#"};
    events.prefetch = 0;
    messages_.subscribe(std::move(events), [weak](const delivery& event) {
      const auto typed_actor = caf::actor_cast<runtime::rule_actor>(weak);
      if (const auto head = decode_envelope(event.body); typed_actor && head)
        caf::anon_send(typed_actor, local{runtime::record_changed{head->subject}});
    });
    messages_.on_state([weak](bus_state now, const std::string&) {
      const auto receiver = caf::actor_cast<runtime::rule_actor>(weak);
      if (receiver && now == bus_state::connected)
        caf::anon_send(receiver, local{runtime::connected{}});
    });
    health_.on_restart([weak](const store_restart&) {
      if (const auto receiver = caf::actor_cast<runtime::rule_actor>(weak))
        caf::anon_send(receiver, local{runtime::store_restarted{}});
    });
  }

  void stop() {
    if (actor_) caf::anon_send_exit(actor_, caf::exit_reason::kill);
    actor_ = runtime::rule_actor{};
  }

  caf::scheduler::abstract_coordinator& scheduler() { return system_->scheduler(); }

private:
  bus& messages_;
  store_health& health_;
  const rule_source source_;
  const size_t threads_;
  caf::actor_system_config config_;
  std::optional<caf::actor_system> system_;  ///< Its threads start with start().
  runtime::rule_actor actor_;
};

rule_follower::rule_follower(bus& messages, listings& records, store_health& health,
                             rule_registry& rules, std::function<void(const std::string&)> report,
                             size_t threads)
    : impl_(std::make_unique<impl>(messages, records, health, rules, std::move(report), threads)) {}

rule_follower::~rule_follower() = default;

void rule_follower::start() { impl_->start(); }

void rule_follower::stop() { impl_->stop(); }

caf::scheduler::abstract_coordinator& rule_follower::scheduler() { return impl_->scheduler(); }

}  // namespace ironbus::inspection
