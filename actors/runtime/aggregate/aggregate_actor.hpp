#pragma once

#include "actors/runtime/aggregate/aggregate.hpp"
#include "actors/runtime/aggregate/handling_span.hpp"
#include "actors/runtime/aggregate/kept_outboxes.hpp"
#include "actors/runtime/environment.hpp"
#include "actors/runtime/protocol.hpp"
#include "messages/base/backoff.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <deque>

namespace ironbus {

/// Who an AGGREGATE is and whom it reports to.
struct aggregate_identity {
  std::string subject;
  uint64_t number = 0;  ///< Tells it from an earlier actor of the same subject.
  runtime::shard_actor shard;
  std::shared_ptr<const shard_lease> lease;
};

/// An AGGREGATE owns one node or record: it takes one message after the other through load, decide,
/// commit, publish, ack. It owns no rule: decide() and decide_record() do.
class aggregate_state {
public:
  static inline constexpr const char* name = "aggregate";

  using pointer = runtime::aggregate_actor::stateful_pointer<aggregate_state>;

  explicit aggregate_state(pointer self);
  ~aggregate_state();

  aggregate_state(const aggregate_state&) = delete;
  aggregate_state& operator=(const aggregate_state&) = delete;

  runtime::aggregate_actor::behavior_type start(std::shared_ptr<environment> env,
                                                aggregate_identity me);

private:
  enum class phase : uint8_t { idle, loading, asking, committing, publishing, pausing };

  /// What is left to do once the commit under way holds.
  struct change {
    reply answer;
    std::vector<outgoing> messages;
    std::optional<query> question;
    decision_reports reports;
    observations seen;
  };

  void take(inbound_ptr message);
  void proceed();
  void load();
  void ask_for_new_epoch();
  void on_loaded(const result<stored>& record);
  result<std::monostate> read_record(const std::string& text);
  void on_damaged(const failure& why);
  void store_failed(const failure& why);
  void turn_away(const inbound& message, failure why);
  void pause(const failure& why);
  void ask_whether_to_handle();
  void on_admitted(const runtime::admitted& admitted);
  void handle_front();
  void apply(const inbound& message, decision_reports in_doubt);
  void save(proposal proposal);
  void on_committed(const commit_result& version);
  void tell(decision_reports what) const;
  void commit_failed(const commit_failure& why);
  void commit_unavailable(const failure& why, decision_reports reports);
  /// `owed`: the store has them too, until they are marked as published.
  void publish(std::vector<outgoing> messages, bool owed = true);
  std::function<void()> keep_outbox();
  void publish_one(size_t index);
  void on_published(const runtime::published& result);
  bool is_given_up(const runtime::published& result);
  void all_published();
  void ask_store(query query);
  void reject_front(failure why);
  void put_front_aside(const std::string& why);
  void finish_front();
  void forget();
  void leave();

  pointer self_;
  std::shared_ptr<environment> env_;
  aggregate_identity me_;

  phase phase_ = phase::idle;
  bool known_ = false;    ///< it_ and version_ are what the store holds.
  bool damaged_ = false;  ///< What the store held at last could not be read; the log says so.
  std::unique_ptr<aggregate> it_;
  uint64_t version_ = 0;
  std::deque<inbound_ptr> queue_;
  std::optional<change> change_;
  handling_span traced_;  ///< Of the front.
  failure paused_for_;    ///< Why the store is not asked at present.
  std::optional<backoff> pauses_;
  /// The store went away in the middle of the front's commit: what is to be told if it holds.
  std::optional<decision_reports> commit_in_doubt_;
  /// The epoch of such a commit: as long as it is the shard's, the commit may be done yet, and what
  /// the store says now need not be true for long.
  std::optional<uint64_t> doubted_epoch_;
  bool loads_in_doubt_ = false;  ///< What is being loaded was asked for under that epoch.

  std::chrono::steady_clock::time_point phase_began_;  ///< That of committing or publishing.
  std::vector<outgoing> outbox_;
  size_t unconfirmed_ = 0;
  std::shared_ptr<kept_outboxes> kept_;
  std::function<void()> confirmed_;  ///< Unset: the store does not have outbox_.
  uint64_t round_ = 0;               ///< Of publishing; confirms of an earlier one are stale.
};

runtime::aggregate_actor::behavior_type aggregate_behavior(aggregate_state::pointer self,
                                                           std::shared_ptr<environment> env,
                                                           aggregate_identity me);

}  // namespace ironbus
