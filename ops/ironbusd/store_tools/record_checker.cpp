#include "ops/ironbusd/store_tools/record_checker.hpp"

#include "actors/catalog/save_record.hpp"
#include "actors/node/save.hpp"
#include "actors/runtime/durations/save_durations.hpp"
#include "messages/events/webhook.hpp"
#include "messages/model/snapshot.hpp"
#include "messages/wire/routing.hpp"
#include "ops/ironbusd/store_tools/installation_record.hpp"
#include "ops/ironbusd/store_tools/key_record.hpp"

#include <algorithm>

namespace ironbus::daemon {

namespace {

/// The rows, keys and deadline that a snapshot implies.
struct expectation {
  commit whole;
  std::vector<std::string> collections;  ///< Collections whose rows are all in the commit.
};

result<expectation> expect_of_node(const stored_aggregate& now) {
  const auto snapshot = decode_snapshot(now.snapshot);
  if (!snapshot) return tl::unexpected(snapshot.error());
  if (snapshot->attributes.uuid != now.id)
    return fail(error_code::internal, "its snapshot belongs to " + snapshot->attributes.uuid);
  return expectation{make_rebuild_commit(*snapshot, now.shard), collections_of_nodes()};
}

result<expectation> expect_of_record(const stored_aggregate& now) {
  const auto* type = find_record_type(split_subject(now.id).first);
  if (type == nullptr) return fail(error_code::internal, "there is no such type of record");
  const auto snapshot = decode_record(now.snapshot);
  if (!snapshot) return tl::unexpected(snapshot.error());
  return expectation{make_whole_record_commit(*type, *snapshot), {std::string{type->collection}}};
}

result<expectation> expect_of_durations(const stored_aggregate& now) {
  const auto kind = decode_stored<step_durations>(now.snapshot, "duration");
  if (!kind) return tl::unexpected(kind.error());
  return expectation{make_durations_commit(*kind, 0), {std::string{step_durations_collection}}};
}

/// Dead letters are in no snapshot.
result<expectation> expect_of_webhook_delivery(const stored_aggregate& now) {
  const auto delivery = decode_stored<webhook_delivery>(now.snapshot, "webhook's delivery");
  if (!delivery) return tl::unexpected(delivery.error());
  return expectation{make_delivery_commit(now.id, *delivery, 0),
                     {std::string{webhook_delivery_collection}}};
}

/// Whether its id determines its shard.
bool has_shard(const stored_aggregate& now) {
  return now.aggregate != step_durations_aggregate && now.aggregate != duration_cursor_aggregate &&
         now.aggregate != webhook_delivery_aggregate && now.aggregate != installation_aggregate &&
         now.aggregate != secret_keys_aggregate;
}

result<expectation> expect(const stored_aggregate& now) {
  try {
    if (now.aggregate == step_durations_aggregate) return expect_of_durations(now);
    if (now.aggregate == duration_cursor_aggregate) return expectation{};
    if (now.aggregate == installation_aggregate) return expectation{};
    if (now.aggregate == secret_keys_aggregate) return expectation{};
    if (now.aggregate == webhook_delivery_aggregate) return expect_of_webhook_delivery(now);
    if (now.aggregate == "node") return expect_of_node(now);
    if (now.aggregate == "record") return expect_of_record(now);
    return fail(error_code::internal, "there is no such kind of aggregate");
  } catch (const json::exception& error) {
    return fail(error_code::internal, error.what());
  }
}

/// The check of one aggregate.
class comparison {
public:
  comparison(const stored_aggregate& now, const store_maintenance::finding_sink& tell)
      : now_{now}, tell_{tell}, next_{now} {}

  stored_aggregate with_nothing() {
    for (const auto& key : now_.keys) report_key(key, "an erased record still has this key");
    for (const auto& x : now_.rows)
      report_row(store_defect::dangling_entry, x.content, "it belongs to an erased record");
    next_.keys.clear();
    next_.rows.clear();
    return std::move(next_);
  }

  stored_aggregate unreadable(const failure& why) {
    tell_({store_defect::unreadable, "snapshot", subject(), why.message});
    return std::move(next_);
  }

  stored_aggregate with(expectation wanted) {
    set_keys(std::move(wanted.whole.claim));
    set_rows(std::move(wanted.whole.put), wanted.collections);
    set_due(wanted.whole.attention);
    return std::move(next_);
  }

private:
  std::string subject() const { return now_.aggregate + ":" + now_.id; }

  void report_key(const unique_key& key, const std::string& text) {
    tell_({store_defect::dangling_entry, key.space, subject(), "'" + key.value + "': " + text});
  }

  void report_row(store_defect what, const row& row, const std::string& text) {
    tell_({what, row.collection, subject(), "row " + row.id + ": " + text});
  }

  static bool by_text(const unique_key& a, const unique_key& b) {
    return std::tie(a.space, a.value) < std::tie(b.space, b.value);
  }

  void set_keys(std::vector<unique_key> wanted) {
    std::sort(wanted.begin(), wanted.end(), by_text);
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    for (const auto& key : now_.keys)
      if (!std::binary_search(wanted.begin(), wanted.end(), key, by_text))
        report_key(key, "the key is stored, but not in the snapshot");
    for (const auto& key : wanted)
      if (std::find(now_.keys.begin(), now_.keys.end(), key) == now_.keys.end())
        tell_({store_defect::missing_entry, key.space, subject(),
               "'" + key.value + "' is in the snapshot, but not stored"});
    next_.keys = std::move(wanted);
  }

  const stored_row* find(const row& wanted) const {
    const auto found = std::find_if(now_.rows.begin(), now_.rows.end(), [&](const auto& x) {
      return x.content.id == wanted.id && x.content.collection == wanted.collection;
    });
    return found == now_.rows.end() ? nullptr : &*found;
  }

  void set_rows(std::vector<row> wanted, const std::vector<std::string>& collections) {
    next_.rows.clear();
    for (auto& x : wanted) {
      std::sort(x.columns.begin(), x.columns.end());
      x.columns.erase(std::unique(x.columns.begin(), x.columns.end()), x.columns.end());
      const auto* old = find(x);
      if (old == nullptr)
        report_row(store_defect::missing_entry, x, "it is missing");
      else if (old->content.summary != x.summary || old->content.columns != x.columns)
        report_row(store_defect::different_row, x, "it differs from the snapshot");
      next_.rows.push_back({std::move(x), old != nullptr ? old->sequence : 0});
    }
    for (const auto& x : now_.rows) keep(x, collections);
    std::stable_sort(next_.rows.begin(), next_.rows.end(), [](const auto& a, const auto& b) {
      return a.sequence - 1 < b.sequence - 1;  // new rows come last
    });
  }

  void keep(const stored_row& old, const std::vector<std::string>& collections) {
    const auto& name = old.content.collection;
    if (std::find(collections.begin(), collections.end(), name) == collections.end())
      return next_.rows.push_back(old);
    for (const auto& x : next_.rows)
      if (x.content.id == old.content.id && x.content.collection == name) return;
    report_row(store_defect::dangling_entry, old.content, "it is not in the snapshot");
  }

  void set_due(const std::optional<std::chrono::system_clock::time_point>& moment) {
    next_.due_ms.reset();
    if (moment)
      next_.due_ms =
          std::chrono::floor<std::chrono::milliseconds>(moment->time_since_epoch()).count();
    if (next_.due_ms != now_.due_ms)
      tell_({store_defect::missing_entry, "deadline", subject(),
             "the deadline differs from the snapshot"});
  }

  const stored_aggregate& now_;
  const store_maintenance::finding_sink& tell_;
  stored_aggregate next_;
};

}  // namespace

std::optional<failure> check_shard(const stored_aggregate& stored, uint32_t shards) {
  const auto right = has_shard(stored) ? routing::shard_of(stored.id, shards) : 0;
  if (stored.shard == right) return std::nullopt;
  return failure{error_code::conflict, stored.aggregate + ":" + stored.id + " is in shard " +
                                           std::to_string(stored.shard) + " and belongs to shard " +
                                           std::to_string(right) +
                                           " with `shards: " + std::to_string(shards) +
                                           "`; set `shards` to its former value"};
}

stored_aggregate record_checker::operator()(const stored_aggregate& now,
                                            const store_maintenance::finding_sink& tell) const {
  comparison checked{now, tell};
  if (auto strange = check_shard(now, shards_))
    tell({store_defect::wrong_shard, "record", now.aggregate + ":" + now.id,
          std::move(strange->message)});
  if (now.erased) return checked.with_nothing();
  auto wanted = expect(now);
  if (!wanted) return checked.unreadable(wanted.error());
  return checked.with(*std::move(wanted));
}

}  // namespace ironbus::daemon
