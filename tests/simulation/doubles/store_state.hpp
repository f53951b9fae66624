#pragma once

#include "messages/ports/commit.hpp"
#include "messages/ports/event_log.hpp"
#include "messages/ports/membership.hpp"
#include "messages/ports/query.hpp"
#include "messages/ports/step_claims.hpp"
#include "tests/simulation/doubles/undo_log.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace ironbus::simulation {

/// Shared with the commit that contained it, without a copy.
using shared_text = std::shared_ptr<const std::string>;
/// Aggregate and id, space and value, or collection and id.
using text_pair = std::pair<std::string, std::string>;

struct store_record {
  uint64_t version = 0;
  shared_text snapshot;  ///< Null if it was erased.
  uint32_t shard = 0;
  std::optional<int64_t> due_ms;  ///< Since 1970.
  /// Messages not marked as published, with the version of the commit that added them.
  std::vector<std::pair<uint64_t, shared_text>> outbox;

  bool erased() const { return !snapshot; }
};

struct store_row {
  text_pair owner;  ///< The record that owns it.
  uint64_t sequence = 0;
  std::string id;
  std::string summary;
  std::vector<text_pair> columns;  ///< Name and value.
};

struct store_claim {
  std::string owner;
  std::string outcome;
  moment forgotten{};
};

struct store_member {
  std::string incarnation;
  std::string description;
  moment expires{};
};

/// One run of a server, as a connection finds it.
struct store_run {
  uint64_t id = 0;      ///< 0: none.
  uint64_t begins = 0;  ///< Number of its last known write at the start.
  uint64_t writes = 0;  ///< Number of its last write now.
};

/// The content of the store, and the effect of calls: the semantics of gateways/redis/scripts_*.
///
/// It rejects the same calls as the scripts, in the same order: an older epoch, another version, a
/// key or row of another owner. A store that accepts no writes rejects calls that would write, and
/// answers the others.
class store_state {
public:
  /// Called for a commit that was just applied or lost.
  using commit_observer = std::function<void(const commit&, uint64_t version)>;
  using shared_commit = std::shared_ptr<const commit>;

  store_state(const event_loop& clock, std::chrono::nanoseconds undo_kept)
      : clock_{clock}, log_{undo_kept} {}
  store_state(const store_state&) = delete;
  store_state& operator=(const store_state&) = delete;

  commit_result apply(const shared_commit& given);
  void mark_published(const std::string& aggregate, const std::string& id, uint64_t version);
  result<uint64_t> acquire_shard(uint32_t shard);
  std::vector<attention> attention_of(const std::string& aggregate, uint32_t shard) const;
  result<stored> load(const std::string& aggregate, const std::string& id) const;
  result<std::string> resolve(const unique_key& key) const;
  result<std::vector<listed>> list(const query& asked) const;
  std::vector<uint64_t> count(const std::string& collection, const std::string& column,
                              const std::vector<std::string>& values) const;
  result<std::monostate> announce(const member& given, std::chrono::milliseconds ttl);
  void withdraw(const std::string& name, const std::string& incarnation);
  std::vector<member> members() const;
  result<step_claim> claim_step(const std::string& key, const std::string& owner,
                                claim_purpose purpose);
  result<step_claim> read_claim(const std::string& key) const;
  result<step_claim> take_over_step(const std::string& key, const std::string& dead_owner,
                                    const std::string& owner);
  result<std::monostate> finish_step(const std::string& key, const std::string& owner,
                                     const std::string& outcome);
  event_page read_events(const event_query& asked) const;
  result<trimmed_events> trim_events(const event_retention& kept);
  result<std::monostate> try_write() const;

  /// A connection begins; `id` is the server's. The first one of a new run fences all epochs and
  /// suspends claims. Fails with `unavailable` if that cannot be written.
  result<store_run> begin_run(uint64_t id);
  /// Number of the last written commit or claim.
  uint64_t writes() const { return counters_.writes; }

  void refuse_writes(bool refuses) { refuses_ = refuses; }
  /// Drops all writes after that time.
  void forget_after(moment last_kept) { log_.undo_after(last_kept); }
  void observe(commit_observer applied, commit_observer lost) {
    applied_ = std::move(applied);
    lost_ = std::move(lost);
  }

  const std::map<text_pair, store_record>& records() const { return records_.all(); }
  const std::map<text_pair, text_pair>& keys() const { return keys_.all(); }
  const std::map<std::string, store_claim>& claims() const { return claims_.all(); }
  const std::map<uint32_t, uint64_t>& epochs() const { return epochs_.all(); }

  /// Time after a restart without new claims and takeovers, as in redis_options.
  static constexpr std::chrono::seconds claims_rest{6};

private:
  using shared_row = std::shared_ptr<const store_row>;
  struct counters {
    uint64_t writes = 0;
    uint64_t sequence = 0;
    uint64_t run = 0;
    uint64_t run_begins = 0;
    std::chrono::seconds claims_rest_until{0};
    uint64_t epochs = 0;  ///< Epochs of this run are greater.
    uint64_t newest_event = 0;
    uint64_t events_complete_after = 0;
    uint64_t event_bytes = 0;
  };

  void begin_write();
  std::optional<commit_failure> check(const commit& given) const;
  std::optional<commit_failure> check_holders(const commit& given, const text_pair& owner) const;
  void write_record(const shared_commit& given, const text_pair& owner);
  void write_keys(const commit& given, const text_pair& owner);
  void write_rows(const commit& given, const text_pair& owner);
  void append_events(const shared_commit& given);
  void forget_superseded(const std::string& subject);
  void erase_event(uint64_t position);
  bool is_last_of_its_subject(uint64_t position, const event_record& event) const;
  void erase_belongings(const text_pair& owner);
  void release_key(const text_pair& key, const text_pair& owner);
  void remove_row(const text_pair& name, const text_pair& owner);
  void put_row(const row& given, const text_pair& owner);
  const store_claim* live_claim(const std::string& key) const;
  bool claims_rest_now() const;
  step_claim write_claim(const std::string& key, store_claim claim);
  std::vector<shared_row> rows_of(const std::string& collection) const;
  listed shown(const store_row& found, bool with_snapshot) const;

  const event_loop& clock_;
  undo_log log_;
  bool refuses_ = false;
  counters counters_;
  commit_observer applied_;
  commit_observer lost_;
  undoable_map<text_pair, store_record> records_{log_};
  undoable_map<uint32_t, uint64_t> epochs_{log_};
  undoable_map<text_pair, text_pair> keys_{log_};
  undoable_map<text_pair, shared_row> rows_{log_};
  /// By collection and sequence.
  undoable_map<std::pair<std::string, uint64_t>, shared_row> order_{log_};
  /// Keys and rows of a record, deleted with it: the owner, and the key or row.
  undoable_map<std::pair<text_pair, text_pair>, bool> held_keys_{log_};
  undoable_map<std::pair<text_pair, text_pair>, bool> held_rows_{log_};
  using shared_event = std::shared_ptr<const event_record>;
  undoable_map<uint64_t, shared_event> events_{log_};
  /// Last event of each subject.
  undoable_map<std::string, uint64_t> last_events_{log_};
  undoable_map<std::string, store_claim> claims_{log_};
  undoable_map<std::string, store_member> members_{log_};
  /// Name and incarnation of members replaced by a newer incarnation, with an expiry.
  undoable_map<text_pair, moment> ended_{log_};
};

/// The failure of a store that accepts no writes.
failure store_is_full();

}  // namespace ironbus::simulation
