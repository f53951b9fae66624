#pragma once

#include "actors/runtime/conductor/deadline_list.hpp"
#include "actors/runtime/environment.hpp"
#include "actors/runtime/protocol.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <unordered_map>

namespace ironbus {

/// A SHARD passes the messages of its queue to its nodes and records. It makes sure that this
/// conductor owns the shard, wakes aggregates with unfinished work of a previous owner, keeps their
/// deadlines, and removes idle ones from memory.
class shard_state {
public:
  static inline constexpr const char* name = "shard";

  using pointer = runtime::shard_actor::stateful_pointer<shard_state>;

  explicit shard_state(pointer self);
  ~shard_state();

  shard_state(const shard_state&) = delete;
  shard_state& operator=(const shard_state&) = delete;

  runtime::shard_actor::behavior_type start(std::shared_ptr<environment> env, uint32_t shard);

private:
  enum class ownership : uint8_t { none, acquiring, owned };

  struct entry {
    runtime::aggregate_actor actor;
    uint64_t number = 0;
    size_t outstanding = 0;  ///< Messages passed on and not reported as finished.
    std::chrono::steady_clock::time_point last_active;
  };

  void on_delivery(const delivery& delivery);
  void on_other(const delivery& delivery, const failure& why);
  void own(ownership next);
  void acquire();
  void on_acquired(const runtime::acquired& acquired);
  void find_attention(std::string_view kind);
  void on_attention(const runtime::attention_found& attention_found);
  void acquire_failed(const failure& why);
  void route(inbound_ptr message);
  entry& activate(const std::string& subject);
  void on_finished(const runtime::finished& finished);
  void on_fenced(uint64_t epoch);
  void on_doubt(const runtime::in_doubt& doubt);
  void on_disconnected();
  void on_store_restarted();
  void forget_all();
  void set_deadline(const std::string& subject, std::optional<timestamp> moment);
  void arm_timer();
  void on_deadline_tick(uint64_t generation);
  void passivate_idle();
  void survey(std::string marker);
  void on_power_sync_page(const result<std::vector<listed>>& nodes);

  pointer self_;
  std::shared_ptr<environment> env_;
  std::shared_ptr<shard_lease> lease_;
  ownership owned_ = ownership::none;
  uint64_t attempt_ = 0;                 ///< Number of the current attempt to acquire the shard.
  std::vector<std::string> unfinished_;  ///< Subjects with unfinished work, while acquiring.
  std::vector<inbound_ptr> stash_;  ///< Messages that arrived while the shard was being acquired.

  std::unordered_map<std::string, entry> aggregates_;
  uint64_t next_number_ = 0;
  bool passivating_ = false;
  bool surveying_ = false;
  uint64_t power_sync_number_ = 0;

  deadline_list deadlines_;
  uint64_t timer_generation_ = 0;
  std::optional<timestamp> armed_for_;
};

runtime::shard_actor::behavior_type shard_behavior(shard_state::pointer self,
                                                   std::shared_ptr<environment> env,
                                                   uint32_t shard);

}  // namespace ironbus
