#include "gateways/http/services/commander.hpp"

#include "messages/base/host_source.hpp"
#include "messages/base/uuid.hpp"
#include "messages/wire/routing.hpp"

namespace ironbus::http {

namespace {

failure describe(failure cause) {
  if (cause.code == error_code::not_found)  // Unroutable: no conductor consumes the node's shard.
    return {error_code::unavailable, "No conductor is running that could handle the request."};
  if (cause.code == error_code::unavailable)
    return {cause.code, "The message bus cannot be reached: " + cause.message};
  return cause;
}

}  // namespace

commander::commander(bus& messages, const ironbus::clock& time, commander_options options)
    : bus_(messages), clock_(time), options_(std::move(options)) {}

void commander::start() {
  bus_.on_reply([this](delivery x) { take_reply(x); });
}

template <class Command>
outgoing commander::message(const Command& content, const std::string& subject,
                            const origin& sender, std::optional<timestamp> expires) const {
  auto wrapped = envelop(content, random_uuid(), subject, options_.source, clock_.now());
  wrapped.trace = sender.trace;
  wrapped.authid = sender.user;
  wrapped.request_id = sender.request_id;
  wrapped.expires = expires;
  wrapped.seen = sender.seen;
  outgoing out;
  out.exchange = routing::node_exchange;
  out.routing_key = routing::shard_key(routing::shard_of(subject, options_.shards));
  out.id = wrapped.id;
  out.body = encode_envelope(wrapped);
  out.durable = true;
  out.mandatory = true;
  return out;
}

void commander::ask(const command& x, const std::string& node, const origin& sender,
                    answered done) {
  ask(message(x, node, sender, clock_.now() + options_.reply_timeout), std::move(done));
}

void commander::ask(const record_command& x, const std::string& subject, const origin& sender,
                    answered done) {
  ask(message(x, subject, sender, clock_.now() + options_.reply_timeout), std::move(done));
}

void commander::ask(outgoing out, answered done) {
  out.reply_to = bus_.reply_address();
  out.correlation_id = out.id;
  const auto id = out.id;
  {
    std::lock_guard hold{mutex_};
    waiting_.emplace(id, std::move(done));
    deadlines_.push_back({steady_clock::now() + options_.reply_timeout, id});
  }
  auto published = [this, id](result<std::monostate> y) {
    if (!y) finish(id, tl::unexpected(describe(y.error())));
  };
  bus_.publish(std::move(out), std::move(published), true);
}

void commander::tell(const command& content, const std::string& node, const origin& sender,
                     sent done) {
  auto published = [done = std::move(done)](result<std::monostate> y) {
    if (y) return done(y);
    done(tl::unexpected(describe(y.error())));
  };
  bus_.publish(message(content, node, sender), std::move(published), true);
}

void commander::take_reply(const delivery& message) {
  auto answer = decode_reply(message.body);
  if (!answer) return finish(message.correlation_id, tl::unexpected(answer.error()));
  if (answer->refused) return finish(message.correlation_id, tl::unexpected(*answer->refused));
  finish(message.correlation_id, std::move(answer->body));
}

void commander::finish(const std::string& id, result<std::string> outcome) {
  answered done;
  {
    std::lock_guard hold{mutex_};
    auto deadline = waiting_.find(id);
    if (deadline == waiting_.end())  // Already answered or timed out.
      return;
    done = std::move(deadline->second);
    waiting_.erase(deadline);
  }
  done(std::move(outcome));
}

void commander::expire(time_point now) {
  std::vector<std::string> late;
  {
    std::lock_guard hold{mutex_};
    for (; !deadlines_.empty() && deadlines_.front().deadline <= now; deadlines_.pop_front())
      late.push_back(std::move(deadlines_.front().id));
  }
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(options_.reply_timeout);
  for (const auto& id : late)
    finish(id, fail(error_code::timeout,
                    "The conductor has not answered within " + std::to_string(seconds.count()) +
                        " s; the request may still be carried out. Read the node before you "
                        "repeat it."));
}

void commander::abandon() {
  std::unordered_map<std::string, answered> left;
  {
    std::lock_guard hold{mutex_};
    left.swap(waiting_);
    deadlines_.clear();
  }
  for (auto& [id, done] : left)
    done(fail(error_code::unavailable, "The service is stopping. Repeat the request."));
}

}  // namespace ironbus::http
