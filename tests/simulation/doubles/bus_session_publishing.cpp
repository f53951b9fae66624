#include "tests/simulation/doubles/bus_session.hpp"

#include <utility>

namespace ironbus::simulation {

namespace {

using namespace std::chrono_literals;

/// As in amqp_options.
constexpr size_t unconfirmed_max = 1024;
constexpr size_t body_bytes_max = 128 * 1024 * 1024;
/// Limit of AMQP's short strings.
constexpr size_t short_text_max = 255;

std::optional<failure> check_message(const outgoing& message) {
  if (!simulated_broker::is_known_exchange(message.exchange))
    return failure{error_code::not_found, "no exchange '" + message.exchange + "'"};
  if (message.body.size() > body_bytes_max)
    return failure{error_code::too_large,
                   "a message of " + std::to_string(message.body.size()) + " bytes"};
  for (const auto* text :
       {&message.routing_key, &message.id, &message.reply_to, &message.correlation_id})
    if (text->size() > short_text_max)
      return failure{error_code::invalid, "a text of more than 255 bytes"};
  return std::nullopt;
}

result<std::monostate> outcome_of(publish_fate fate, const outgoing& message) {
  switch (fate) {
    case publish_fate::returned:
      return fail(error_code::not_found, "no queue accepts '" + message.routing_key +
                                             "' of exchange '" + message.exchange + "'");
    case publish_fate::refused:
      return fail(error_code::unavailable, "the broker rejected the message");
    default: return std::monostate{};
  }
}

/// Runs `handled` after the confirm: the broker stores confirmed messages.
bus::publish_callback with_receipt(bus::publish_callback done, std::function<void()> handled) {
  if (!handled) return done;
  return [done = std::move(done), handled = std::move(handled)](result<std::monostate> outcome) {
    const bool taken = outcome.has_value();
    if (done) done(std::move(outcome));
    if (taken) handled();
  };
}

}  // namespace

void bus_session::publish(outgoing message, bus::publish_callback done, bool fail_fast) {
  if (gate_.ended()) return;
  done = with_receipt(std::move(done), std::exchange(message.handled, {}));
  if (stopped_ || (!started_ && fail_fast))
    return fail_later(std::move(done), {error_code::unavailable, "the bus is not running"});
  if (auto wrong = check_message(message)) return fail_later(std::move(done), *std::move(wrong));
  if (fail_fast && started_ && (!link_ || is_blocked_))
    return fail_later(std::move(done), {error_code::unavailable, "the broker takes nothing now"});
  waiting_.push_back(
      {std::make_shared<const outgoing>(std::move(message)), std::move(done), fail_fast});
  flush();
}

void bus_session::fail_later(bus::publish_callback done, failure why) {
  if (!done) return;
  later(0ns, [done = std::move(done), why = std::move(why)] { done(tl::unexpected(why)); });
}

void bus_session::flush() {
  while (link_ && !is_blocked_ && !waiting_.empty() && unconfirmed_.size() < unconfirmed_max) {
    const auto number = ++last_publish_;
    const auto& added = unconfirmed_.emplace(number, std::move(waiting_.front())).first->second;
    waiting_.pop_front();
    link_->send([&broker = broker_, message = added.message, number](broker_connection& link) {
      broker.take(link, message, number);
    });
  }
}

void bus_session::confirmed(uint64_t number, publish_fate fate) {
  const auto found = unconfirmed_.find(number);
  if (found == unconfirmed_.end()) return;
  const auto publish = std::move(found->second);
  unconfirmed_.erase(found);
  if (publish.done) publish.done(outcome_of(fate, *publish.message));
  if (gate_.ended()) return;
  flush();
  finish_if_idle();
}

void bus_session::blocked(bool is_blocked) {
  is_blocked_ = is_blocked;
  const std::string why = is_blocked ? "low on memory" : "";
  if (is_blocked) fail_impatient("the broker accepts no messages: " + why);
  set_state(is_blocked ? bus_state::blocked : bus_state::connected, why);
  if (!gate_.ended()) flush();
}

void bus_session::publish_again(const std::string& why) {
  std::deque<pending_publish> again;
  std::vector<pending_publish> failed;
  for (auto& [number, publish] : std::exchange(unconfirmed_, {})) {
    if (publish.fail_fast)
      failed.push_back(std::move(publish));
    else
      again.push_back(std::move(publish));
  }
  for (auto& publish : waiting_) again.push_back(std::move(publish));
  waiting_ = std::move(again);
  fail_all(failed, why);
  if (!gate_.ended()) fail_impatient(why);
}

void bus_session::fail_impatient(const std::string& why) {
  std::vector<pending_publish> failed;
  std::erase_if(waiting_, [&](pending_publish& publish) {
    if (!publish.fail_fast) return false;
    failed.push_back(publish);
    return true;
  });
  fail_all(failed, why);
}

void bus_session::fail_all(const std::vector<pending_publish>& failed, const std::string& why) {
  for (const auto& publish : failed)
    if (publish.done && !gate_.ended()) publish.done(fail(error_code::unavailable, why));
}

}  // namespace ironbus::simulation
