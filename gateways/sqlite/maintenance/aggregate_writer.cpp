#include "gateways/sqlite/maintenance/aggregate_writer.hpp"

#include "gateways/sqlite/database/packed_texts.hpp"

namespace ironbus::sqlite {

aggregate_writer::aggregate_writer(database& file) : file_{file} {}

int64_t aggregate_writer::put_record(const stored_aggregate& content) {
  auto insert = file_.prepare(
      "INSERT INTO record (aggregate, id, version, erased, shard, due, snapshot) "
      "VALUES (?, ?, ?, ?, ?, ?, ?)");
  insert << content.aggregate << content.id << static_cast<int64_t>(content.version)
         << int64_t{content.erased} << int64_t{content.shard};
  if (content.due_ms)
    insert << *content.due_ms;
  else
    insert << nullptr;
  insert << content.snapshot;
  insert.run();
  return file_.last_row();
}

/// Writes the entries of each commit as one row of the log.
void aggregate_writer::put_outbox(const stored_aggregate& content, int64_t record) {
  for (auto message = content.outbox.begin(); message != content.outbox.end();) {
    const auto version = message->version;
    std::string entries;
    for (; message != content.outbox.end() && message->version == version; ++message)
      pack_text(entries, message->entry);
    auto append = file_.prepare(
        "INSERT INTO outbox_log (shard, record, version, entries) VALUES (?, ?, ?, ?)");
    append << int64_t{content.shard} << record << static_cast<int64_t>(version)
           << std::string_view{entries};
    append.run();
  }
}

bool aggregate_writer::put_row(const row& content, int64_t record, uint64_t sequence) {
  auto insert = file_.prepare(
      "INSERT OR IGNORE INTO listing (sequence, collection, id, record, summary) "
      "VALUES (?, ?, ?, ?, ?)");
  if (sequence == 0)
    insert << nullptr;
  else
    insert << static_cast<int64_t>(sequence);
  insert << content.collection << content.id << record << content.summary;
  insert.run();
  if (file_.changes() == 0) return false;
  const auto place = file_.last_row();
  for (const auto& [name, value] : content.columns) {
    auto column = file_.prepare("INSERT OR IGNORE INTO listing_column VALUES (?, ?, ?, ?)");
    column << content.collection << name << value << place;
    column.run();
  }
  return true;
}

std::vector<unique_key> aggregate_writer::put(const stored_aggregate& content) {
  const auto record = put_record(content);
  put_outbox(content, record);
  std::vector<unique_key> taken;
  for (const auto& key : content.keys) {
    auto insert = file_.prepare("INSERT OR IGNORE INTO unique_key VALUES (?, ?, ?)");
    insert << key.space << key.value << record;
    insert.run();
    if (file_.changes() == 0) taken.push_back(key);
  }
  for (const auto& [row, sequence] : content.rows) {
    if (sequence == 0)
      late_.push_back({record, row});
    else if (!put_row(row, record, sequence))
      taken.push_back({row.collection, row.id});
  }
  return taken;
}

void aggregate_writer::put(const stored_epoch& item) {
  auto insert = file_.prepare(
      "INSERT INTO epoch VALUES (?, ?) "
      "ON CONFLICT (shard) DO UPDATE SET epoch = max(epoch, excluded.epoch)");
  insert << int64_t{item.shard} << static_cast<int64_t>(item.epoch);
  insert.run();
}

void aggregate_writer::put(const stored_step_claim& item) {
  auto insert = file_.prepare("INSERT OR REPLACE INTO step_claim VALUES (?, ?, ?, ?)");
  insert << item.key << item.claim.owner << item.claim.outcome << item.changed_ms;
  insert.run();
}

void aggregate_writer::end() {
  for (const auto& x : late_) put_row(x.content, x.record, 0);
  late_.clear();
}

}  // namespace ironbus::sqlite
