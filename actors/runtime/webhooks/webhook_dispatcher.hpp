#pragma once

#include "actors/runtime/webhooks/webhook_metrics.hpp"
#include "actors/webhooks/delivery_options.hpp"
#include "actors/webhooks/webhook_item.hpp"
#include "messages/base/time.hpp"
#include "messages/events/webhook_sender.hpp"
#include "messages/ports/store.hpp"

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ironbus {

/// The context of all dispatchers of a conductor; outlives them.
struct dispatcher_context {
  store& records;
  webhook_sender& sender;
  const clock& time;
  delivery_options options;
  std::string owner;  ///< "<conductor>/<its start>", as webhook_delivery::owner.
  /// Runs work later, one piece after the other; callbacks of ports continue there.
  std::function<void(std::function<void()>)> later;
  std::function<void(std::chrono::milliseconds, std::function<void()>)> after;
  /// Whether this conductor certainly counts as alive.
  std::function<bool()> may_act;
  /// Requests that a webhook be disabled.
  std::function<void(const std::string& uuid)> disable;
  webhook_metrics& metrics;
};

/// Delivers the events of one webhook. Reads the event log page by page, sends the selected events,
/// one request after the other, and stores its position once the receiver has them. After a crash
/// it sends the last events again. Commits are checked by version: another dispatcher for the same
/// webhook stops with its next commit.
class webhook_dispatcher : public std::enable_shared_from_this<webhook_dispatcher> {
public:
  webhook_dispatcher(dispatcher_context& around, webhook what)
      : around_{around}, webhook_{std::move(what)} {}

  /// Takes over the webhook from a dead `former` owner or from none; ends if another owner is
  /// alive.
  void start(std::function<bool(const std::string& owner)> is_gone);
  /// Takes the current webhook.
  void take(webhook now);
  /// Takes the current end of the log of that name.
  void note_end(const std::string& log, uint64_t newest);
  /// Ends after its running work, and records in the store that no process delivers.
  void leave();

  bool has_ended() const { return ended_; }
  const std::string& uuid() const { return webhook_.uuid; }

private:
  template <class T>
  std::function<void(T)> then(void (webhook_dispatcher::*part)(T));
  template <class T>
  store_callback<T> then_result(void (webhook_dispatcher::*part)(result<T>));

  void next();
  bool rests();
  void rest(std::chrono::milliseconds pause);
  bool is_paused();
  void end(const std::string& why);

  // webhook_dispatcher.cpp: the position
  void load();
  void loaded(result<stored> record);
  void begin_again();
  void find_beginning();
  void beginning_found(result<event_page> page);
  void discard_readings();
  void save(commit what);
  void save() { save(make_delivery_commit(webhook_.uuid, delivery_, version_)); }
  void saved(commit_result version);
  void show_metrics() const;

  // webhook_reading.cpp: the log
  void read();
  void page_read(result<event_page> page);
  void note_gap(const event_page& page);
  bool is_far_ahead() const;
  void pass_over();

  // webhook_sending.cpp: events
  std::vector<letter> next_letters() const;
  void send();
  void answered(webhook_answer answer);
  void stop_here();
  void delivered();
  void failed(const webhook_answer& answer);
  void move_on();
  void give_up(const std::string& error);
  void note_error(const std::string& error);

  // webhook_letters.cpp: dead letters
  const dead_letter_order* next_order() const;
  void carry_out_order();
  query letters_of(const dead_letter_order& order) const;
  void letters_listed(result<std::vector<listed>> rows);
  void dead_letters_answered(webhook_answer answer);
  void drop_letters();
  void end_order();

  dispatcher_context& around_;
  webhook webhook_;
  std::function<bool(const std::string&)> is_gone_;
  bool claimed_ = false;  ///< The store has this dispatcher as the owner.
  bool busy_ = false;     ///< Work is running that will call back.
  bool leaving_ = false;
  bool ended_ = false;
  bool resting_ = false;
  bool rereads_ = false;                ///< The filter has changed.
  std::optional<timestamp> armed_for_;  ///< It will be woken for this attempt.
  webhook_delivery delivery_;           ///< As it is to be stored.
  uint64_t version_ = 0;
  std::chrono::steady_clock::time_point last_save_{};

  delivery_position scanned_;   ///< The position up to which the log was read.
  uint64_t newest_ = 0;         ///< The known end of the log.
  bool at_end_ = false;         ///< The end of the log was reached.
  std::deque<letter> waiting_;  ///< Read and selected.
  size_t in_hand_ = 0;          ///< How many of these are being sent.

  std::optional<dead_letter_order> order_;  ///< The order that is being carried out.
  std::string order_marker_;                ///< The last dead letter that it kept.
  std::deque<undelivered_event> found_;     ///< Dead letters that the order concerns.
};

}  // namespace ironbus
