#include "actors/runtime/webhooks/webhook_dispatcher.hpp"

#include "actors/runtime/webhooks/dispatcher_calls.hpp"
#include "messages/base/host_source.hpp"
#include "messages/events/event_position.hpp"
#include "messages/platform/log.hpp"

#include <utility>

namespace ironbus {

namespace {

constexpr std::chrono::seconds until_alive{1};

/// The clock may be changed during a pause.
constexpr std::chrono::minutes pause_looked_at{1};

}  // namespace

void webhook_dispatcher::start(std::function<bool(const std::string&)> is_gone) {
  is_gone_ = std::move(is_gone);
  next();
}

void webhook_dispatcher::take(webhook now) {
  rereads_ = rereads_ || now.wanted != webhook_.wanted;
  const bool is_tried_at_once = (now.enabled && !webhook_.enabled) || now.url != webhook_.url;
  if (is_tried_at_once) delivery_.next_attempt_at.reset();
  webhook_ = std::move(now);
  next();
}

void webhook_dispatcher::note_end(const std::string& log, uint64_t newest) {
  newest_ = newest;
  if (log != scanned_.log || newest > scanned_.position) at_end_ = false;
  next();
}

void webhook_dispatcher::leave() {
  leaving_ = true;
  next();
}

/// The entry point of all work; callbacks of finished work return here.
void webhook_dispatcher::next() {
  if (ended_ || busy_) return;
  show_metrics();
  if (!claimed_) return leaving_ ? end({}) : load();
  if (leaving_ || delivery_.since != webhook_.since) return begin_again();
  if (rests()) return;
  if (next_order() != nullptr) return carry_out_order();
  if (!webhook_.enabled || is_paused()) return;
  if (std::exchange(rereads_, false)) discard_readings();
  if (!waiting_.empty()) return send();
  if (is_far_ahead()) return pass_over();
  if (!at_end_) read();
}

/// Whether a problem must be solved first.
bool webhook_dispatcher::rests() {
  if (resting_ || around_.may_act()) return resting_;
  rest(until_alive);
  return true;
}

void webhook_dispatcher::rest(std::chrono::milliseconds pause) {
  resting_ = true;
  around_.after(pause, [self = weak_from_this()] {
    const auto dispatcher = self.lock();
    if (!dispatcher) return;
    dispatcher->resting_ = false;
    dispatcher->next();
  });
}

/// Whether the next attempt is not due yet.
bool webhook_dispatcher::is_paused() {
  const auto moment = delivery_.next_attempt_at;
  const auto now = around_.time.now();
  if (!moment || *moment <= now) return false;
  if (armed_for_ == moment) return true;
  armed_for_ = moment;
  const auto left = std::min<timestamp::duration>(*moment - now, pause_looked_at);
  around_.after(std::chrono::ceil<std::chrono::milliseconds>(left), [self = weak_from_this()] {
    const auto dispatcher = self.lock();
    if (!dispatcher) return;
    dispatcher->armed_for_.reset();
    dispatcher->next();
  });
  return true;
}

void webhook_dispatcher::end(const std::string& why) {
  ended_ = true;
  around_.sender.forget(webhook_.uuid);
  around_.metrics.hide(webhook_.uuid);
  if (!why.empty())
    log::info("this process no longer delivers events to a webhook",
              {{log_key::node, subject_of(webhook_)}, {log_key::reason, why}});
}

void webhook_dispatcher::show_metrics() const {
  const auto lag = newest_ - std::min(newest_, delivery_.position);
  around_.metrics.show(webhook_.uuid, {webhook_.name, at_end_ && waiting_.empty() ? 0 : lag,
                                       delivery_.dead_letters});
}

// -- its position ---------------------------------------------------------------------------------

void webhook_dispatcher::load() {
  busy_ = true;
  around_.records.load(std::string{webhook_delivery_aggregate}, webhook_.uuid,
                       then_result(&webhook_dispatcher::loaded));
}

void webhook_dispatcher::loaded(result<stored> record) {
  if (!record && record.error().code != error_code::not_found) return end(record.error().message);
  delivery_ = {};
  version_ = record ? record->version : 0;
  if (record && !record->erased) {
    auto read = decode_stored<webhook_delivery>(record->snapshot, "webhook's delivery");
    if (!read) return end(read.error().message);
    delivery_ = *std::move(read);
  }
  const auto& owner = delivery_.owner;
  if (!owner.empty() && owner != around_.owner && !is_gone_(owner)) return end({});
  delivery_.owner = around_.owner;
  claimed_ = true;
  discard_readings();
  save();
}

/// At another position, or, when it leaves, nowhere.
void webhook_dispatcher::begin_again() {
  if (leaving_) {
    delivery_.owner.clear();
  } else {
    const auto place = parse_event_position(webhook_.since, "since").value_or(event_position{});
    delivery_.since = webhook_.since;
    delivery_.log = place.log;
    delivery_.position = place.position;
    delivery_.complete_after = 0;
    delivery_.attempts = 0;
    delivery_.next_attempt_at.reset();
    if (delivery_.position == 0) return find_beginning();
    discard_readings();
  }
  save();
}

/// Events missing before the start are not a gap.
void webhook_dispatcher::find_beginning() {
  busy_ = true;
  around_.records.read_events({0, {}, 1}, then_result(&webhook_dispatcher::beginning_found));
}

void webhook_dispatcher::beginning_found(result<event_page> page) {
  if (!page) return delivery_.since.clear();  // the next check retries
  if (page->log == delivery_.log) delivery_.complete_after = page->complete_after;
  discard_readings();
  save();
}

void webhook_dispatcher::discard_readings() {
  waiting_.clear();
  scanned_ = {delivery_.log, delivery_.position, delivery_.complete_after};
  at_end_ = false;
}

void webhook_dispatcher::save(commit what) {
  busy_ = true;
  around_.records.apply(std::move(what), then(&webhook_dispatcher::saved));
}

/// Rejected: another process delivers. Without an answer the state is unknown: a new start reads
/// it.
void webhook_dispatcher::saved(commit_result version) {
  if (!version) return end(version.error().message);
  version_ = *version;
  last_save_ = steady_clock::now();
  if (leaving_ && delivery_.owner.empty()) return end("it has been handed over");
  next();
}

}  // namespace ironbus
