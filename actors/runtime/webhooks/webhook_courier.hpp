#pragma once

#include "actors/runtime/webhooks/webhook_metrics.hpp"
#include "actors/webhooks/delivery_options.hpp"
#include "actors/webhooks/letter.hpp"
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

/// What couriers of one conductor work with; it outlives them.
struct courier_surroundings {
  store& records;
  webhook_sender& sender;
  const clock& time;
  delivery_options options;
  std::string owner;  ///< "<conductor>/<its start>", as webhook_delivery::owner.
  /// Runs a piece of work later, one after the other: what ports call back goes on there.
  std::function<void(std::function<void()>)> later;
  std::function<void(std::chrono::milliseconds, std::function<void()>)> after;
  /// Whether this conductor surely counts as alive.
  std::function<bool()> may_act;
  /// Asks for a webhook to be disabled.
  std::function<void(const std::string& uuid)> disable;
  webhook_metrics& metrics;
};

/// Delivers for one webhook: reads the log of events a page at a time, sends what is wanted, one
/// request after the other, and keeps in the store how far it has come once the receiver has it. So
/// what it dies over is sent again. Commits go by the version of before: whoever delivers for the
/// same webhook beside it ends with its next commit.
class webhook_courier : public std::enable_shared_from_this<webhook_courier> {
public:
  webhook_courier(courier_surroundings& around, webhook what)
      : around_{around}, webhook_{std::move(what)} {}

  /// Takes the webhook over from `former`, who is gone, or from nobody; ends if it is another's.
  void start(std::function<bool(const std::string& owner)> is_gone);
  /// The webhook as it is now.
  void take(webhook now);
  /// The log of that name reaches so far now.
  void note_end(const std::string& log, uint64_t newest);
  /// Ends when what is under way has ended, and says in the store that nobody delivers.
  void leave();

  bool has_ended() const { return ended_; }
  const std::string& uuid() const { return webhook_.uuid; }

private:
  template <class T>
  std::function<void(T)> then(void (webhook_courier::*part)(T));
  template <class T>
  store_callback<T> then_result(void (webhook_courier::*part)(result<T>));

  void next();
  bool rests();
  void rest(std::chrono::milliseconds pause);
  bool is_paused();
  void end(const std::string& why);

  // webhook_courier.cpp: how far it is
  void load();
  void loaded(result<stored> record);
  void begin_again();
  void find_beginning();
  void beginning_found(result<event_page> page);
  void forget_what_was_read();
  void save(commit what);
  void save() { save(make_delivery_commit(webhook_.uuid, delivery_, version_)); }
  void saved(commit_result version);
  void show_metrics() const;

  // webhook_reading.cpp: the log
  void read();
  void page_read(result<event_page> page);
  void note_gap(const event_page& page);
  bool has_passed_over_much() const;
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
  const letter_order* next_order() const;
  void carry_out_order();
  query letters_of(const letter_order& order) const;
  void letters_listed(result<std::vector<listed>> rows);
  void letters_answered(webhook_answer answer);
  void drop_letters();
  void end_order();

  courier_surroundings& around_;
  webhook webhook_;
  std::function<bool(const std::string&)> is_gone_;
  bool claimed_ = false;  ///< The store says that this courier delivers.
  bool busy_ = false;     ///< Something is under way that calls back.
  bool leaving_ = false;
  bool ended_ = false;
  bool resting_ = false;
  bool rereads_ = false;                ///< What is wanted has changed.
  std::optional<timestamp> armed_for_;  ///< It will be woken for this attempt.
  webhook_delivery delivery_;           ///< As it is to be in the store.
  uint64_t version_ = 0;
  std::chrono::steady_clock::time_point last_save_{};

  delivery_place scanned_;      ///< Up to where the log has been read.
  uint64_t newest_ = 0;         ///< Where the log ends, as far as is known.
  bool at_end_ = false;         ///< All of the log had been read.
  std::deque<letter> waiting_;  ///< Read and wanted.
  size_t in_hand_ = 0;          ///< Of these, how many are being sent.

  std::optional<letter_order> order_;    ///< That is being carried out.
  std::string order_marker_;             ///< The last dead letter that it has left where it is.
  std::deque<undelivered_event> found_;  ///< Dead letters that it is about.
};

}  // namespace ironbus
