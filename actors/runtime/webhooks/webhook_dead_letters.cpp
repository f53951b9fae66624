#include "actors/runtime/webhooks/dispatcher_calls.hpp"

#include <algorithm>

// How a dispatcher carries out operators' orders about dead letters.

namespace ironbus {

namespace {

constexpr size_t letters_at_once = 20;

}  // namespace

const dead_letter_order* webhook_dispatcher::next_order() const {
  if (order_) return &*order_;
  const auto found =
      std::find_if(webhook_.orders.begin(), webhook_.orders.end(),
                   [&](const auto& order) { return order.number > delivery_.orders_done; });
  return found == webhook_.orders.end() ? nullptr : &*found;
}

/// Continues an order that was started before; after a restart it starts again with the remaining
/// dead letters.
void webhook_dispatcher::carry_out_order() {
  if (!order_) {
    order_ = *next_order();
    order_marker_.clear();
  }
  if (!found_.empty()) {
    busy_ = true;
    return around_.sender.send(request_of(webhook_, found_.front(), around_.time.now()),
                               then(&webhook_dispatcher::dead_letters_answered));
  }
  busy_ = true;
  around_.records.list(letters_of(*order_), then_result(&webhook_dispatcher::letters_listed));
}

query webhook_dispatcher::letters_of(const dead_letter_order& order) const {
  query out;
  out.collection = dead_letter_collection;
  out.limit = letters_at_once;
  if (order.letter.empty()) {
    out.filters = {{std::string{dead_letter_webhook_column}, filter::op::equal, {webhook_.uuid}}};
    out.marker = order_marker_;
  } else {
    out.filters = {{std::string{dead_letter_id_column}, filter::op::equal, {order.letter}}};
  }
  return out;
}

void webhook_dispatcher::letters_listed(result<std::vector<listed>> rows) {
  if (!rows) return rest(dispatcher_store_pause);
  for (const auto& row : *rows) {
    auto letter = decode<undelivered_event>(row.summary);
    if (letter && letter->webhook_uuid == webhook_.uuid) found_.push_back(*std::move(letter));
  }
  if (found_.empty()) return end_order();
  if (order_->action == dead_letter_action::drop) return drop_letters();
  next();
}

void webhook_dispatcher::drop_letters() {
  const bool is_last = !order_->letter.empty();
  delivery_.dead_letters -= std::min<uint64_t>(delivery_.dead_letters, found_.size());
  if (is_last) delivery_.orders_done = order_->number;
  auto out = make_delivery_commit(webhook_.uuid, delivery_, version_);
  for (const auto& letter : found_)
    out.remove.emplace_back(std::string{dead_letter_collection}, letter.id);
  found_.clear();
  if (is_last) order_.reset();
  save(std::move(out));
}

/// An accepted dead letter is deleted. A rejected one stays; without a response the following ones
/// stay, too.
void webhook_dispatcher::dead_letters_answered(webhook_answer answer) {
  const auto what = result_of(answer);
  around_.metrics.count(what);
  auto letter = std::move(found_.front());
  found_.pop_front();
  auto& now = delivery_;
  now.last_attempt_at = around_.time.now();
  (what == delivery_result::delivered ? now.last_success_at : now.last_error_at) =
      now.last_attempt_at;
  if (what == delivery_result::delivered) {
    now.dead_letters -= std::min<uint64_t>(now.dead_letters, 1);
    auto out = make_delivery_commit(webhook_.uuid, now, version_);
    out.remove.emplace_back(std::string{dead_letter_collection}, letter.id);
    return save(std::move(out));
  }
  now.last_error = error_of(answer);
  ++letter.attempts;
  letter.last_error = now.last_error;
  order_marker_ = letter.id;
  const bool is_over = !order_->letter.empty() || answer.status == 0;
  if (is_over) {
    now.orders_done = order_->number;
    order_.reset();
    found_.clear();
  }
  auto out = make_delivery_commit(webhook_.uuid, now, version_);
  out.put.push_back(row_of(letter));
  save(std::move(out));
}

void webhook_dispatcher::end_order() {
  delivery_.orders_done = order_->number;
  order_.reset();
  save();
}

}  // namespace ironbus
