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

/// The identity of an AGGREGATE, and its shard.
struct aggregate_identity {
  std::string subject;
  uint64_t number = 0;  ///< Distinguishes it from earlier actors of the same subject.
  runtime::shard_actor shard;
  std::shared_ptr<const shard_lease> lease;
};

/// An AGGREGATE owns one node or record. It handles one message after the other: load, decide,
/// commit, publish, ack. The rules are in decide() and decide_record().
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

  /// The work that remains after the running commit.
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
  /// `owed`: the store keeps the messages until they are marked as published.
  void publish(std::vector<outgoing> messages, bool owed = true);
  std::function<void()> keep_outbox();
  void publish_one(size_t index);
  void on_published(const runtime::published& result);
  bool is_given_up(const runtime::published& result);
  void all_published();
  void ask_store(query query);
  void reject_front(failure why);
  void dead_letter_front(const std::string& why);
  void finish_front();
  void forget();
  void leave();

  pointer self_;
  std::shared_ptr<environment> env_;
  aggregate_identity me_;

  phase phase_ = phase::idle;
  bool known_ = false;    ///< it_ and version_ equal the store's.
  bool damaged_ = false;  ///< The last stored text could not be read, and the log says so.
  std::unique_ptr<aggregate> it_;
  uint64_t version_ = 0;
  std::deque<inbound_ptr> queue_;
  std::optional<change> change_;
  handling_span traced_;  ///< Of the front.
  failure paused_for_;    ///< Why requests to the store are paused.
  std::optional<backoff> pauses_;
  /// The store became unreachable during the front's commit: the reports to write if the commit was
  /// applied.
  std::optional<decision_reports> commit_in_doubt_;
  /// The epoch of such a commit. While the shard has this epoch, the store may still apply the
  /// commit, so its current state may change.
  std::optional<uint64_t> doubted_epoch_;
  bool loads_in_doubt_ = false;  ///< The running load was requested under that epoch.

  std::chrono::steady_clock::time_point phase_began_;  ///< Start of committing or publishing.
  std::vector<outgoing> outbox_;
  size_t unconfirmed_ = 0;
  std::shared_ptr<kept_outboxes> kept_;
  std::function<void()> confirmed_;  ///< Unset: the store does not have outbox_.
  uint64_t round_ = 0;               ///< Of publishing; confirms of earlier rounds are ignored.
};

runtime::aggregate_actor::behavior_type aggregate_behavior(aggregate_state::pointer self,
                                                           std::shared_ptr<environment> env,
                                                           aggregate_identity me);

}  // namespace ironbus
