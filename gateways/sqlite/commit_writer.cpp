#include "gateways/sqlite/commit_writer.hpp"

#include "gateways/sqlite/database/packed_texts.hpp"

#include <utility>

namespace ironbus::sqlite {

namespace {

/// The number of cached records of a few KB each.
constexpr size_t known_max = 2000;

void bind_due(statement& insert, const commit& commit) {
  if (!commit.attention || commit.erase) {
    insert << nullptr;
    return;
  }
  insert << int64_t{
      std::chrono::floor<std::chrono::milliseconds>(*commit.attention).time_since_epoch().count()};
}

}  // namespace

commit_writer::commit_writer(database& file)
    : file_{file},
      listings_{file},
      events_{file},
      records_{known_max},
      find_record_{file,
                   "SELECT number, version, shard, erased FROM record "
                   "WHERE aggregate = ? AND id = ?"},
      insert_record_{file,
                     "INSERT INTO record (version, erased, shard, due, snapshot, aggregate, id) "
                     "VALUES (?, ?, ?, ?, ?, ?, ?)"},
      update_record_{file,
                     "UPDATE record SET version = ?, erased = ?, shard = ?, due = ?, snapshot = ? "
                     "WHERE number = ?"},
      append_{file, "INSERT INTO outbox_log (shard, record, version, entries) VALUES (?, ?, ?, ?)"},
      drop_{file, "DELETE FROM outbox_log WHERE shard = ? AND record = ? AND version <= ?"} {}

void commit_writer::forget() {
  records_.clear();
  epochs_.clear();
}

known_record commit_writer::read(const std::string& aggregate, const std::string& id) {
  auto ask = find_record_();
  ask << aggregate << id;
  if (!ask.step()) return {};
  return {ask.number(0), static_cast<uint64_t>(ask.number(1)), static_cast<uint32_t>(ask.number(2)),
          ask.number(3) != 0};
}

// -- checks ---------------------------------------------------------------------------------------

std::optional<failure> commit_writer::check_epoch(const commit& commit) {
  if (!commit.shard) return std::nullopt;
  auto known = epochs_.find(*commit.shard);
  if (known == epochs_.end()) {
    auto ask = file_.prepare("SELECT epoch FROM epoch WHERE shard = ?");
    ask << int64_t{*commit.shard};
    const auto epoch = ask.step() ? static_cast<uint64_t>(ask.number(0)) : 0;
    known = epochs_.emplace(*commit.shard, epoch).first;
  }
  if (commit.epoch >= known->second) return std::nullopt;
  return failure{error_code::fenced, "shard " + std::to_string(*commit.shard) + " is at epoch " +
                                         std::to_string(known->second) + ", not " +
                                         std::to_string(commit.epoch)};
}

std::optional<commit_failure> commit_writer::check_claims(const commit& commit,
                                                          const known_record& now) {
  for (const auto& key : commit.claim) {
    auto ask = file_.prepare("SELECT record FROM unique_key WHERE space = ? AND value = ?");
    ask << key.space << key.value;
    if (ask.step() && ask.number(0) != now.number) return commit_failure{key};
  }
  return std::nullopt;
}

std::optional<commit_failure> commit_writer::check(const commit& commit, known_record& now) {
  if (auto refused = check_epoch(commit)) return *std::move(refused);
  if (now.version != commit.expected_version)
    return failure{error_code::stale_version, commit.aggregate + ":" + commit.id +
                                                  " is at version " + std::to_string(now.version) +
                                                  ", not " +
                                                  std::to_string(commit.expected_version)};
  if (commit.erase) return std::nullopt;
  if (auto refused = check_claims(commit, now)) return refused;
  return listings_.check(now, commit.put);
}

// -- the record -----------------------------------------------------------------------------------

/// Writes the record first, because all other rows refer to its number.
void commit_writer::write_record(const commit& commit, known_record& record) {
  const bool is_new = record.number == 0;
  const auto shard = commit.shard.value_or(0);
  if (!is_new && record.shard != shard) {
    auto move = file_.prepare("UPDATE outbox_log SET shard = ? WHERE shard = ? AND record = ?");
    move << int64_t{shard} << int64_t{record.shard} << record.number;
    move.run();
  }
  record.version = commit.expected_version + 1;
  record.erased = commit.erase;
  record.shard = shard;
  auto write = is_new ? insert_record_() : update_record_();
  write << static_cast<int64_t>(record.version) << int64_t{commit.erase} << int64_t{shard};
  bind_due(write, commit);
  write << (commit.erase ? std::string_view{} : std::string_view{commit.snapshot});
  if (is_new)
    write << commit.aggregate << commit.id;
  else
    write << record.number;
  write.run();
  if (is_new) record.number = file_.last_row();
}

void commit_writer::delete_keys(int64_t number) {
  auto remove = file_.prepare("DELETE FROM unique_key WHERE record = ?");
  remove << number;
  remove.run();
}

void commit_writer::write_keys(const commit& commit, int64_t number) {
  for (const auto& key : commit.release) {
    auto remove =
        file_.prepare("DELETE FROM unique_key WHERE space = ? AND value = ? AND record = ?");
    remove << key.space << key.value << number;
    remove.run();
  }
  for (const auto& key : commit.claim) {
    auto insert = file_.prepare("INSERT OR IGNORE INTO unique_key VALUES (?, ?, ?)");
    insert << key.space << key.value << number;
    insert.run();
  }
}

/// Writes all entries of a commit as one row of the log. They are identified by record and version,
/// never by the row's number, because SQLite may reuse it.
void commit_writer::append_outbox(const commit& commit, const known_record& record) {
  if (commit.outbox.empty()) return;
  std::string entries;
  for (const auto& entry : commit.outbox) pack_text(entries, entry);
  auto append = append_();
  append << int64_t{record.shard} << record.number << static_cast<int64_t>(record.version)
         << std::string_view{entries};
  append.run();
}

/// Deletes an erased record without unpublished messages.
bool commit_writer::forget_if_done(const known_record& record) {
  auto remove = file_.prepare(
      "DELETE FROM record WHERE number = ?1 AND NOT EXISTS "
      "(SELECT 1 FROM outbox_log WHERE shard = ?2 AND record = ?1)");
  remove << record.number << int64_t{record.shard};
  remove.run();
  return file_.changes() > 0;
}

void commit_writer::write(const commit& commit, known_record& record) {
  write_record(commit, record);
  if (commit.erase) {
    delete_keys(record.number);
    listings_.erase(record);
  } else {
    write_keys(commit, record.number);
    listings_.write(record, commit);
  }
  append_outbox(commit, record);
  events_.append(commit.events);
}

// -- calls ----------------------------------------------------------------------------------------

commit_result commit_writer::apply(const commit& commit) {
  auto* record = records_.find(commit.aggregate, commit.id);
  if (record == nullptr)
    record = &records_.put(commit.aggregate, commit.id, read(commit.aggregate, commit.id));
  const bool was_there = record->number != 0;
  auto refused = check(commit, *record);
  if (!refused) write(commit, *record);
  if (refused ? !was_there : commit.erase && forget_if_done(*record))
    records_.erase(commit.aggregate, commit.id);
  if (refused) return tl::unexpected(*std::move(refused));
  return commit.expected_version + 1;
}

void commit_writer::mark_published(const std::string& aggregate, const std::string& id,
                                   uint64_t version) {
  known_record asked;
  const auto* record = records_.find(aggregate, id);
  if (record == nullptr) record = &(asked = read(aggregate, id));
  if (record->number == 0) return;
  auto drop = drop_();
  drop << int64_t{record->shard} << record->number << static_cast<int64_t>(version);
  drop.run();
  if (record->erased && forget_if_done(*record)) records_.erase(aggregate, id);
}

uint64_t commit_writer::acquire_shard(uint32_t shard) {
  auto raise = file_.prepare(
      "INSERT INTO epoch VALUES (?, 1) "
      "ON CONFLICT (shard) DO UPDATE SET epoch = epoch + 1 RETURNING epoch");
  raise << int64_t{shard};
  raise.step();
  const auto epoch = static_cast<uint64_t>(raise.number(0));
  epochs_[shard] = epoch;
  return epoch;
}

}  // namespace ironbus::sqlite
