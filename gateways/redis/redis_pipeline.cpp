#include "gateways/redis/redis_pipeline.hpp"

#include "gateways/redis/redis_sentinel.hpp"
#include "gateways/redis/redis_session.hpp"
#include "messages/platform/log.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace ironbus::redis {

namespace {

/// Error replies that mean a temporary state, not a wrong command.
bool is_passing(std::string_view text) {
  for (std::string_view start : {"LOADING", "OOM", "MISCONF", "READONLY", "BUSY", "MASTERDOWN",
                                 "NOREPLICAS", "NOAUTH", "NOPERM", "TRYAGAIN", "RESTING"})
    if (text.starts_with(start)) return true;
  return false;
}

effect effect_of(const call& call) {
  if (call.run != nullptr) return call.run->does;
  return call.args.front() == "SET" ? effect::changes : effect::reads;
}

/// Whether the call makes a change that must not be lost.
bool keeps(const call& call) { return effect_of(call) == effect::keeps; }

failure too_few_replicas() {
  return {error_code::unavailable,
          "Redis: too few replicas have confirmed the write; its outcome is unknown"};
}

failure refused(const call& call, std::string_view text) {
  auto what = call.run != nullptr ? std::string{call.run->name} : call.args.front();
  const bool passing = is_passing(text);
  return {passing ? error_code::unavailable : error_code::internal,
          "Redis: " + what + ": " + std::string{text}, passing};
}

}  // namespace

pipeline::pipeline(endpoint address, redis_options options)
    : endpoint_{std::move(address)},
      options_{std::move(options)},
      reached_{options_},
      retry_pause_{options_.retry_min} {
  wake_up_ = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  auto attempted = first_attempt_.get_future();
  thread_ = std::thread{[this] { run(); }};
  attempted.wait();
}

pipeline::~pipeline() {
  {
    std::lock_guard guard{mutex_};
    stop_ = true;
  }
  eventfd_write(wake_up_, 1);
  thread_.join();
  close(wake_up_);
}

void pipeline::put(call call) {
  bool was_empty = false;
  {
    std::lock_guard guard{mutex_};
    was_empty = inbox_.empty();
    inbox_.push_back(std::move(call));
  }
  // The pipeline's own thread checks the inbox before it sleeps, so it needs no wake-up.
  if (was_empty && std::this_thread::get_id() != thread_.get_id()) eventfd_write(wake_up_, 1);
}

std::vector<call> pipeline::take() {
  std::lock_guard guard{mutex_};
  return std::exchange(inbox_, {});
}

void pipeline::run() {
  connect();
  first_attempt_.set_value();
  while (auto calls = wait_for_calls()) {
    std::span<call> all{*calls};
    for (size_t offset = 0; offset < all.size(); offset += options_.batch_max)
      run_batch(all.subspan(offset, std::min(options_.batch_max, all.size() - offset)));
    if (!connection_ && clock::now() >= retry_at_) connect();
  }
}

std::optional<std::vector<call>> pipeline::wait_for_calls() {
  for (;;) {
    {
      std::lock_guard guard{mutex_};
      if (!inbox_.empty()) return std::exchange(inbox_, {});
      if (stop_) return std::nullopt;
    }
    wait_for_work();
    if (!connection_ && clock::now() >= retry_at_) connect();
  }
}

void pipeline::wait_for_work() {
  auto timeout = -1;
  if (!connection_) {
    auto pause = std::chrono::ceil<std::chrono::milliseconds>(retry_at_ - clock::now());
    timeout = static_cast<int>(std::max<int64_t>(0, pause.count()));
  }
  pollfd wait[2] = {{wake_up_, POLLIN, 0}, {connection_ ? connection_->socket() : -1, POLLIN, 0}};
  poll(wait, 2, timeout);
  if (wait[0].revents != 0) drain_wake_up();
  // If the closed connection is noticed here, the next caller does not fail.
  if (wait[1].revents != 0 && !connection_->is_open()) disconnect("connection closed");
}

void pipeline::drain_wake_up() {
  eventfd_t count = 0;
  eventfd_read(wake_up_, &count);
}

void pipeline::run_batch(std::span<call> calls) {
  if (connection_) calls = hold_back_changes(calls);
  if (!connection_) return turn_away(calls, down_);
  std::vector<call> unknown_script;
  give_up(calls.subspan(exchange(calls, false, unknown_script)));
  run_with_text(std::move(unknown_script));
}

/// Fails the calls that must not be sent now, and returns the others.
std::span<call> pipeline::hold_back_changes(std::span<call> calls) {
  const auto reads = [](const call& x) { return effect_of(x) == effect::reads; };
  if (std::all_of(calls.begin(), calls.end(), reads)) return calls;
  const auto taken = reached_.takes_writes(*connection_);
  if (!taken) disconnect(taken.error().message);
  if (!taken || *taken) return calls;
  const auto changing = std::stable_partition(calls.begin(), calls.end(), reads);
  turn_away({changing, calls.end()}, reached_.refusal());
  return {calls.begin(), changing};
}

void pipeline::append(const call& call, bool with_text) {
  std::vector<std::string_view> texts;
  texts.reserve(call.args.size() + 4);
  if (call.run != nullptr)
    texts.insert(texts.end(), {with_text ? "EVAL" : "EVALSHA",
                               with_text ? call.run->text : std::string_view{digests_[call.run]},
                               "0", options_.prefix});
  texts.insert(texts.end(), call.args.begin(), call.args.end());
  connection_->append(texts);
}

/// Returns the number of answered calls. If it is less than all, the connection is lost.
size_t pipeline::exchange(std::span<call> calls, bool with_text,
                          std::vector<call>& unknown_script) {
  for (const auto& x : calls) append(x, with_text);
  const bool waits = options_.wait_replicas > 0 && std::any_of(calls.begin(), calls.end(), keeps);
  if (waits)
    append({nullptr,
            {"WAIT", std::to_string(options_.wait_replicas),
             std::to_string(options_.wait_timeout.count())},
            {}},
           false);
  std::vector<reply> replies;
  while (replies.size() < calls.size() && connection_)
    if (auto x = receive()) replies.push_back(std::move(x));
  uint64_t replicas = 0;
  if (waits && connection_)
    if (const auto x = receive(); x && x->type == REDIS_REPLY_INTEGER)
      replicas = static_cast<uint64_t>(x->integer);
  const bool kept = !waits || replicas >= options_.wait_replicas;
  for (size_t i = 0; i < replies.size(); ++i) deliver(calls[i], *replies[i], kept, unknown_script);
  return replies.size();
}

/// Null if no reply came; the connection is then lost.
reply pipeline::receive() {
  auto got = connection_->receive();
  if (got) return *std::move(got);
  disconnect(got.error().message);
  return nullptr;
}

void pipeline::deliver(call& call, const redisReply& answer, bool kept,
                       std::vector<redis::call>& unknown_script) {
  const bool error = answer.type == REDIS_REPLY_ERROR;
  if (error && call.run != nullptr && text_of(&answer).starts_with("NOSCRIPT"))
    return unknown_script.push_back(std::move(call));
  if (error && text_of(&answer).starts_with("READONLY") && connection_)
    disconnect("it is no longer the primary");  // The reconnect finds the new primary.
  if (error) return call.done(tl::unexpected<failure>(refused(call, text_of(&answer))));
  if (!kept && keeps(call)) return call.done(tl::unexpected<failure>(too_few_replicas()));
  call.done(&answer);
}

/// Repeats calls whose script is missing from the server's cache, for example after a flush. Redis
/// has not run them, so they may be sent again. No other calls may.
void pipeline::run_with_text(std::vector<call> calls) {
  if (calls.empty()) return;
  if (!connection_) return turn_away(calls, down_);
  std::vector<call> none;
  give_up(std::span{calls}.subspan(exchange(calls, true, none)));
}

void pipeline::turn_away(std::span<call> calls, failure why) {
  why.nothing_done = true;
  for (auto& x : calls) x.done(tl::unexpected<failure>(why));
}

void pipeline::give_up(std::span<call> calls) {
  for (auto& x : calls) x.done(tl::unexpected<failure>(down_));
}

void pipeline::disconnect(std::string_view why) {
  down_ = {error_code::unavailable, "Redis at " + address_.host + ":" +
                                        std::to_string(address_.port) + ": " + std::string{why}};
  log::warn("connection lost", {{log_key::store, "redis"}, {log_key::error, down_.message}});
  connection_.reset();
  retry_at_ = clock::now();
}

/// Connects to the primary that the Sentinels name, or to the server itself without Sentinels.
result<connection_ptr> pipeline::reach(const std::function<bool()>& while_waiting) {
  address_ = endpoint_;
  if (!endpoint_.sentinels.empty()) {
    auto primary = find_primary(endpoint_, options_.connect_timeout, while_waiting, options_.tls);
    if (!primary) return tl::unexpected<failure>(primary.error());
    address_ = std::move(*primary);
  }
  return dial(address_, options_.connect_timeout, while_waiting, options_.tls);
}

void pipeline::connect() {
  auto serve_callers = [this] {
    auto calls = take();
    turn_away(calls, down_);
    std::lock_guard guard{mutex_};
    return !stop_;
  };
  auto fresh = reach(serve_callers);
  auto greeted =
      fresh ? greet(**fresh) : result<std::monostate>{tl::unexpected<failure>(fresh.error())};
  if (greeted) {
    connection_ = std::move(*fresh);
    retry_pause_ = options_.retry_min;
    reached_.notice_restart();
    log::info("connected", {{log_key::store, "redis"},
                            {log_key::host, address_.host},
                            {log_key::port, std::to_string(address_.port)},
                            {log_key::durability, durability()}});
    return;
  }
  if (down_.message != greeted.error().message)
    log::warn("cannot connect",
              {{log_key::store, "redis"}, {log_key::error, greeted.error().message}});
  down_ = greeted.error();
  retry_at_ = clock::now() + retry_pause_;
  retry_pause_ = std::min(retry_pause_ * 2, options_.retry_max);
}

result<std::monostate> pipeline::greet(connection& fresh) {
  fresh.limit_wait(options_.connect_timeout);
  if (auto known = log_in(fresh, endpoint_); !known) return known;
  if (auto known = check_schema(fresh, options_.prefix); !known) return known;
  for (const auto* script : all_scripts) {
    auto digest = ask(fresh, {"SCRIPT", "LOAD", script->text});
    if (!digest) return tl::unexpected<failure>(digest.error());
    digests_[script] = text_of(digest->get());
  }
  if (auto known = reached_.greet(fresh); !known) return known;
  const auto for_replicas =
      options_.wait_replicas > 0 ? options_.wait_timeout : std::chrono::milliseconds{0};
  fresh.limit_wait(options_.command_timeout + for_replicas);
  return std::monostate{};
}

}  // namespace ironbus::redis
