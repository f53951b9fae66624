#include "gateways/sqlite/commit_writer.hpp"

#include "gateways/sqlite/listing_writer.hpp"

#include <variant>

namespace ironbus::sqlite {

namespace {

/// A record as it is before the commit. Number 0: there is none.
struct current {
  int64_t number = 0;
  uint64_t version = 0;
};

current find_record(database& file, const std::string& aggregate, const std::string& id) {
  auto ask = file.prepare("SELECT number, version FROM record WHERE aggregate = ? AND id = ?");
  ask << aggregate << id;
  if (!ask.step()) return {};
  return {ask.number(0), static_cast<uint64_t>(ask.number(1))};
}

// -- checks ---

std::optional<failure> check_epoch(database& file, const commit& commit) {
  if (!commit.shard) return std::nullopt;
  auto ask = file.prepare("SELECT epoch FROM epoch WHERE shard = ?");
  ask << int64_t{*commit.shard};
  if (!ask.step() || commit.epoch >= static_cast<uint64_t>(ask.number(0))) return std::nullopt;
  return failure{error_code::fenced, "shard " + std::to_string(*commit.shard) + " is at epoch " +
                                         ask.text(0) + ", not " + std::to_string(commit.epoch)};
}

std::optional<failure> check_version(const commit& commit, const current& now) {
  if (now.version == commit.expected_version) return std::nullopt;
  return failure{error_code::stale_version, commit.aggregate + ":" + commit.id + " is at version " +
                                                std::to_string(now.version) + ", not " +
                                                std::to_string(commit.expected_version)};
}

std::optional<failure> check_claims(database& file, const commit& commit, const current& now) {
  for (const auto& key : commit.claim) {
    auto ask = file.prepare("SELECT record FROM unique_key WHERE space = ? AND value = ?");
    ask << key.space << key.value;
    if (ask.step() && ask.number(0) != now.number)
      return failure{error_code::conflict, key.space + " " + key.value};
  }
  return std::nullopt;
}

std::optional<failure> check(database& file, const commit& commit, const current& now) {
  if (auto refused = check_epoch(file, commit)) return refused;
  if (auto refused = check_version(commit, now)) return refused;
  if (commit.erase) return std::nullopt;
  if (auto refused = check_claims(file, commit, now)) return refused;
  return check_listings(file, now.number, commit.put);
}

// -- the record ---

int64_t insert_record(database& file, const commit& commit) {
  auto insert = file.prepare(
      "INSERT INTO record (aggregate, id, version, erased, shard, unpublished, snapshot) "
      "VALUES (?, ?, 0, 0, 0, 0, '')");
  insert << commit.aggregate << commit.id;
  insert.run();
  return file.last_row();
}

void update_record(database& file, int64_t number, const commit& commit) {
  auto update = file.prepare(
      "UPDATE record SET version = ?, erased = ?, shard = ?, due = ?, snapshot = ?, "
      "unpublished = (unpublished OR ?) WHERE number = ?");
  update << static_cast<int64_t>(commit.expected_version + 1) << int64_t{commit.erase}
         << int64_t{commit.shard.value_or(0)};
  if (commit.attention && !commit.erase)
    update << int64_t{std::chrono::floor<std::chrono::milliseconds>(*commit.attention)
                          .time_since_epoch()
                          .count()};
  else
    update << nullptr;
  update << (commit.erase ? std::string_view{} : std::string_view{commit.snapshot})
         << int64_t{!commit.outbox.empty()} << number;
  update.run();
}

void insert_outbox(database& file, int64_t number, const commit& commit) {
  for (size_t i = 0; i < commit.outbox.size(); ++i) {
    auto insert = file.prepare("INSERT INTO outbox VALUES (?, ?, ?, ?)");
    insert << number << static_cast<int64_t>(commit.expected_version + 1) << static_cast<int64_t>(i)
           << commit.outbox[i];
    insert.run();
  }
}

void delete_keys(database& file, int64_t number) {
  auto remove = file.prepare("DELETE FROM unique_key WHERE record = ?");
  remove << number;
  remove.run();
}

void write_keys(database& file, int64_t number, const commit& commit) {
  for (const auto& key : commit.release) {
    auto remove =
        file.prepare("DELETE FROM unique_key WHERE space = ? AND value = ? AND record = ?");
    remove << key.space << key.value << number;
    remove.run();
  }
  for (const auto& key : commit.claim) {
    auto insert = file.prepare("INSERT OR IGNORE INTO unique_key VALUES (?, ?, ?)");
    insert << key.space << key.value << number;
    insert.run();
  }
}

/// An erased record that has nothing left to publish goes.
void forget_if_done(database& file, int64_t number) {
  auto remove =
      file.prepare("DELETE FROM record WHERE number = ? AND erased = 1 AND unpublished = 0");
  remove << number;
  remove.run();
}

}  // namespace

result<uint64_t> write_commit(database& file, const commit& commit) {
  auto now = find_record(file, commit.aggregate, commit.id);
  if (auto refused = check(file, commit, now)) return tl::unexpected<failure>(*std::move(refused));
  auto number = now.number != 0 ? now.number : insert_record(file, commit);
  if (commit.erase) {
    delete_keys(file, number);
    delete_listings(file, number);
  } else {
    write_keys(file, number, commit);
    write_listings(file, number, commit);
  }
  insert_outbox(file, number, commit);
  update_record(file, number, commit);
  if (commit.erase) forget_if_done(file, number);
  return commit.expected_version + 1;
}

void write_published(database& file, const std::string& aggregate, const std::string& id,
                     uint64_t version) {
  auto now = find_record(file, aggregate, id);
  if (now.number == 0) return;
  auto remove = file.prepare("DELETE FROM outbox WHERE record = ? AND version <= ?");
  remove << now.number << static_cast<int64_t>(version);
  remove.run();
  auto update = file.prepare(
      "UPDATE record SET unpublished = 0 WHERE number = ?1 AND unpublished = 1 "
      "AND NOT EXISTS (SELECT 1 FROM outbox WHERE record = ?1)");
  update << now.number;
  update.run();
  forget_if_done(file, now.number);
}

uint64_t write_epoch(database& file, uint32_t shard) {
  auto raise = file.prepare(
      "INSERT INTO epoch VALUES (?, 1) "
      "ON CONFLICT (shard) DO UPDATE SET epoch = epoch + 1 RETURNING epoch");
  raise << int64_t{shard};
  raise.step();
  return static_cast<uint64_t>(raise.number(0));
}

}  // namespace ironbus::sqlite
