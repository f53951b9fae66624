#include "actors/runtime/webhooks/dispatcher_calls.hpp"
#include "messages/base/host_source.hpp"
#include "messages/platform/failpoint.hpp"
#include "messages/platform/log.hpp"
#include "messages/wire/events.hpp"

#include <algorithm>

// How a dispatcher sends events, and handles the responses.

namespace ironbus {

namespace {

/// Limit for the events of one request, except the first.
constexpr size_t batch_bytes_max = size_t{256} << 10;

uint8_t some_chance() {
  std::array<uint8_t, 1> out{};
  host_source::current().fill(out);
  return out[0];
}

}  // namespace

/// After a rejected batch, events are sent one by one, so that one bad event does not block the
/// others.
std::vector<letter> webhook_dispatcher::next_letters() const {
  const size_t count = delivery_.attempts > 0 ? 1 : webhook_.max_batch;
  std::vector<letter> out;
  size_t bytes = 0;
  for (const auto& letter : waiting_) {
    bytes += letter.body.size();
    if (out.size() == count || (!out.empty() && bytes > batch_bytes_max)) break;
    out.push_back(letter);
  }
  return out;
}

void webhook_dispatcher::send() {
  const auto letters = next_letters();
  in_hand_ = letters.size();
  busy_ = true;
  around_.sender.send(request_of(webhook_, letters, delivery_.attempts + 1, around_.time.now()),
                      then(&webhook_dispatcher::answered));
}

void webhook_dispatcher::answered(webhook_answer answer) {
  const auto what = result_of(answer);
  around_.metrics.count(what);
  delivery_.last_attempt_at = around_.time.now();
  if (what == delivery_result::delivered) return delivered();
  if (what == delivery_result::gone) stop_here();
  failed(answer);
}

/// Sends nothing more unless the next check finds the webhook enabled.
void webhook_dispatcher::stop_here() {
  webhook_.enabled = false;
  around_.disable(webhook_.uuid);
}

void webhook_dispatcher::delivered() {
  failpoint("before_webhook_position");
  if (delivery_.attempts > 0)
    log::info("a webhook's receiver accepts events again", {{log_key::node, subject_of(webhook_)}});
  delivery_.delivered += in_hand_;
  delivery_.last_success_at = delivery_.last_attempt_at;
  move_on();
  save();
}

/// Moves the position past the events being sent.
void webhook_dispatcher::move_on() {
  const auto gaps =
      std::count_if(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(in_hand_),
                    [](const letter& one) { return one.type == event::webhook_gap; });
  delivery_.gaps += static_cast<uint64_t>(gaps);
  const auto& place = waiting_[in_hand_ - 1].behind;
  delivery_.log = place.log;
  delivery_.position = place.position;
  delivery_.complete_after = place.complete_after;
  delivery_.attempts = 0;
  delivery_.next_attempt_at.reset();
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(in_hand_));
}

void webhook_dispatcher::failed(const webhook_answer& answer) {
  const bool is_gone = result_of(answer) == delivery_result::gone;
  const auto error = error_of(answer);
  const auto pause =
      pause_after(++delivery_.attempts, answer.retry_after, around_.options, some_chance());
  delivery_.next_attempt_at = *delivery_.last_attempt_at + pause;
  note_error(is_gone ? error + " The webhook is disabled." : error);
  if (is_gone || delivery_.attempts < around_.options.attempts_max) return save();
  give_up(error);
}

void webhook_dispatcher::note_error(const std::string& error) {
  delivery_.last_error = error;
  delivery_.last_error_at = delivery_.last_attempt_at;
  if (delivery_.attempts == 1)
    log::warn("a webhook's receiver did not accept an event",
              {{log_key::node, subject_of(webhook_)}, {log_key::error, error}});
}

/// If no more dead letters can be kept, the events wait in the log.
void webhook_dispatcher::give_up(const std::string& error) {
  if (delivery_.dead_letters + in_hand_ > around_.options.dead_letters_max) {
    delivery_.last_error = error + " The limit of dead letters is reached.";
    return save();
  }
  std::vector<row> rows;
  for (size_t i = 0; i < in_hand_; ++i)
    rows.push_back(row_of(dead_letter_of(webhook_, waiting_[i], delivery_.attempts, error,
                                         *delivery_.last_attempt_at)));
  log::error("a webhook's receiver did not accept an event; it is a dead letter now",
             {{log_key::node, subject_of(webhook_)},
              {log_key::message_id, waiting_.front().id},
              {log_key::error, error}});
  for (size_t i = 0; i < in_hand_; ++i) around_.metrics.count_dead_letter();
  delivery_.dead_letters += in_hand_;
  move_on();
  auto out = make_delivery_commit(webhook_.uuid, delivery_, version_);
  std::move(rows.begin(), rows.end(), std::back_inserter(out.put));
  save(std::move(out));
}

}  // namespace ironbus
