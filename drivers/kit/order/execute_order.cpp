#include "drivers/kit/order/execute_order.hpp"

#include "drivers/kit/pause.hpp"

#include <algorithm>
#include <utility>

namespace ironbus {

namespace asio = boost::asio;

using std::chrono::milliseconds;

namespace {

/// Readings in a row that the BMC may deny. More could lock the account.
constexpr unsigned denied_max = 3;

steady_clock::time_point time_by(const order_pace& pace) {
  return pace.now ? pace.now() : steady_clock::now();
}

/// The pace must outlive the pause.
asio::awaitable<void> rest_by(const order_pace& pace, milliseconds length) {
  return pace.pause ? pace.pause(length) : pause_for(length);
}

milliseconds longer(milliseconds gap, const order_pace& pace) {
  return std::min(gap * 3 / 2, pace.longest);
}

/// The answers and readings of an order so far.
class order_progress {
public:
  order_progress(const machine_order& order, const order_pace& pace)
      : repeatable_{order.repeatable},
        returns_{order.returns},
        again_max_{pace.again_max},
        seen_other_{order.seen_other} {}

  void take(const order_answer& answer) {
    ++end_.sent;
    last_ = &info(answer.kind);
    accepted_ = accepted_ || last_->accepted;
    executed_ = executed_ || last_->executed;
    end_.answer = answer.kind;
    if (!last_->accepted) end_.refusal = answer.words;
  }

  void take(const order_sight& sight) {
    const auto is = [&sight](machine_sight x) { return sight.shows == x; };
    if (!sight.state.empty()) end_.state = sight.state;
    end_.unread = sight.words;
    agreeing_ = is(machine_sight::wanted) ? agreeing_ + 1 : 0;
    denied_ = is(machine_sight::denied) ? denied_ + 1 : 0;
    seen_other_ = seen_other_ || is(machine_sight::other) || is(machine_sight::changing);
    blind_ = is(machine_sight::closed) || denied_ >= denied_max;
    failed_ = is(machine_sight::failed);
    still_other_ = is(machine_sight::other);
  }

  /// The answer proves that nothing was and will be executed.
  bool is_refused() const { return !executed_ && !last_->sent_again; }

  bool is_shown() const {
    if (returns_ && !accepted_ && !seen_other_) return false;
    return agreeing_ >= (accepted_ && seen_other_ ? 1U : 2U);
  }
  bool has_failed() const { return failed_; }
  bool is_blind() const { return blind_; }

  bool may_be_sent_again() const {
    return still_other_ && is_resendable() && end_.sent <= again_max_;
  }
  /// Nothing was executed, and no repetition is left.
  bool is_exhausted() const { return still_other_ && !executed_ && end_.sent > again_max_; }
  /// The first pause between readings. If nothing was executed, nothing changes before the next
  /// sending.
  milliseconds gap(const order_pace& pace) const {
    return executed_ ? pace.first : std::max(pace.first, pace.again_after);
  }
  bool is_confirming() const { return agreeing_ > 0; }
  bool looks_at_once() const { return last_->at_once; }

  order_end ended(order_result result, milliseconds took) {
    end_.result = result;
    end_.took = took;
    return std::move(end_);
  }
  order_result given_up() const {
    return executed_ ? order_result::unknown : order_result::refused;
  }

private:
  /// If it may have been executed, then only an order that is harmless twice.
  bool is_resendable() const { return last_->sent_again && (!executed_ || repeatable_); }

  bool repeatable_;
  bool returns_;
  unsigned again_max_;
  bool seen_other_;
  const answer_kind_info* last_ = &info(answer_kind::not_sent);
  bool accepted_ = false;
  bool executed_ = false;
  bool blind_ = false;
  bool failed_ = false;
  bool still_other_ = false;
  unsigned agreeing_ = 0;
  unsigned denied_ = 0;
  order_end end_{};
};

/// The result so far; unset: not yet.
std::optional<order_result> order_result_of(const order_progress& progress, bool late) {
  if (progress.is_shown()) return order_result::done;
  if (progress.has_failed() || progress.is_exhausted()) return order_result::refused;
  if (progress.is_blind() || late) return progress.given_up();
  return std::nullopt;
}

using order_watch_end = asio::awaitable<std::optional<order_result>>;

/// Reads until the order has a result. Unset: it must be sent again.
order_watch_end watch_order(const machine_order& order, const order_pace& pace,
                            order_progress& progress) {
  const auto sent = time_by(pace);
  auto gap = progress.gap(pace);
  if (order.effect_after.count() > 0) co_await rest_by(pace, order.effect_after);
  if (!progress.looks_at_once()) co_await rest_by(pace, pace.first);
  for (;;) {
    const auto sight = co_await order.look();
    progress.take(sight);
    const auto passed = time_by(pace) - sent;
    const auto result = order_result_of(progress, passed >= pace.limit);
    if (result) co_return result;
    if (progress.may_be_sent_again() && passed >= pace.again_after) co_return std::nullopt;
    const auto length = progress.is_confirming() ? pace.first : gap;
    co_await rest_by(pace, length);
    gap = longer(gap, pace);
  }
}

asio::awaitable<order_end> run_order(machine_order order, order_pace pace) {
  order_progress progress{order, pace};
  const auto began = time_by(pace);
  const auto took = [&] { return std::chrono::duration_cast<milliseconds>(time_by(pace) - began); };
  for (;;) {
    const auto answer = co_await order.send();
    progress.take(answer);
    if (progress.is_refused()) co_return progress.ended(order_result::refused, took());
    const auto result = co_await watch_order(order, pace, progress);
    if (result) co_return progress.ended(*result, took());
  }
}

asio::awaitable<order_answer> accepted_before() { co_return order_answer{}; }

bool is_failure(machine_sight x) {
  return x == machine_sight::nothing || x == machine_sight::denied || x == machine_sight::failed ||
         x == machine_sight::closed;
}

asio::awaitable<order_sight> confirm(order_reader look, order_pace pace,
                                     std::optional<order_sight> before) {
  const auto give_up = time_by(pace) + pace.limit;
  auto gap = pace.first;
  if (before) co_await rest_by(pace, gap);
  for (;; gap = longer(gap, pace)) {
    auto sight = co_await look();
    if (is_failure(sight.shows)) co_return sight;
    const bool rests = sight.shows != machine_sight::changing;
    const bool same = before && before->shows == sight.shows && before->state == sight.state;
    if (rests && same) co_return sight;
    if (time_by(pace) >= give_up) {
      sight.shows = machine_sight::changing;
      co_return sight;
    }
    before = std::move(sight);
    co_await rest_by(pace, gap);
  }
}

}  // namespace

std::string text_of(const order_end& end, const std::string& machine, const std::string& wanted) {
  if (end.result == order_result::refused && !end.refusal.empty()) return end.refusal;
  if (end.result == order_result::refused && !end.unread.empty()) return end.unread;
  auto out = machine + " did not reach '" + wanted + "' in time.";
  if (end.state.empty()) out += " It reported no state.";
  if (!end.state.empty())
    out += (end.unread.empty() ? " It still reports '" : " It last reported '") + end.state + "'.";
  if (!end.unread.empty()) out += " The last reading failed: " + end.unread;
  if (!end.refusal.empty()) out += " The answer to the request was: " + end.refusal;
  return out;
}

asio::awaitable<order_end> execute_order(machine_order order, order_pace pace) {
  return run_order(std::move(order), std::move(pace));
}

asio::awaitable<order_end> await_sight(order_reader look, order_pace pace) {
  machine_order order;
  order.send = &accepted_before;
  order.look = std::move(look);
  order.seen_other = true;
  return run_order(std::move(order), std::move(pace));
}

asio::awaitable<order_sight> confirmed_sight(order_reader look, order_pace pace,
                                             std::optional<order_sight> before) {
  return confirm(std::move(look), std::move(pace), std::move(before));
}

}  // namespace ironbus
