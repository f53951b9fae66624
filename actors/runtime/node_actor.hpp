#pragma once

#include "actors/runtime/actor_messages.hpp"

#include <caf/event_based_actor.hpp>
#include <caf/stateful_actor.hpp>

#include <deque>

namespace ironbus {

/// Who a NODE is and whom it reports to.
struct node_identity {
  std::string uuid;
  uint64_t number = 0;  ///< Tells it from an earlier actor of the same node.
  caf::actor shard;
  std::shared_ptr<const shard_lease> lease;
};

/// A NODE owns one node: it takes one message after the other through load, decide, commit,
/// publish, ack. It owns no rule: decide() does.
class node_state {
public:
  static inline constexpr const char* name = "node";

  explicit node_state(caf::stateful_actor<node_state>* self);
  ~node_state();

  node_state(const node_state&) = delete;
  node_state& operator=(const node_state&) = delete;

  caf::behavior start(std::shared_ptr<environment> env, node_identity me);

private:
  enum class phase : uint8_t { idle, loading, committing, publishing };

  /// What becomes true with the commit under way.
  struct change {
    node_snapshot next;
    bool erased = false;
    reply answer;
    std::vector<outgoing> messages;
  };

  void take(inbound_ptr message);
  void proceed();
  void load();
  void on_loaded(const result<stored>& record);
  void load_failed(const failure& why);
  void handle_front();
  void apply(const inbound& message);
  void save(decision d);
  void on_committed(const result<uint64_t>& version);
  void commit_failed(const failure& why);
  void publish(std::vector<outgoing> messages);
  void publish_one(size_t index);
  void on_published(const runtime::published& x);
  void all_published();
  void refuse_front(failure why);
  void finish_front();
  void reload();
  void leave();

  caf::stateful_actor<node_state>* self_;
  std::shared_ptr<environment> env_;
  node_identity me_;

  phase phase_ = phase::idle;
  bool known_ = false;  ///< snapshot_ and version_ are what the store holds.
  std::optional<node_snapshot> snapshot_;
  uint64_t version_ = 0;
  std::deque<inbound_ptr> queue_;
  std::optional<change> change_;
  bool commit_in_doubt_ = false;  ///< The store went away in the middle of the front's commit.

  std::vector<outgoing> outbox_;
  size_t unconfirmed_ = 0;
  uint64_t round_ = 0;  ///< Of publishing; confirms of an earlier one are stale.
};

caf::behavior node(caf::stateful_actor<node_state>* self, std::shared_ptr<environment> env,
                   node_identity me);

}  // namespace ironbus
