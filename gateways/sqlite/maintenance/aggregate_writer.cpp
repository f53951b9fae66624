#include "gateways/sqlite/maintenance/aggregate_writer.hpp"

#include "gateways/sqlite/packed_texts.hpp"

namespace ironbus::sqlite {

aggregate_writer::aggregate_writer(database& file) : file_{file} {}

int64_t aggregate_writer::put_record(const stored_aggregate& x) {
  auto insert = file_.prepare(
      "INSERT INTO record (aggregate, id, version, erased, shard, due, snapshot) "
      "VALUES (?, ?, ?, ?, ?, ?, ?)");
  insert << x.aggregate << x.id << static_cast<int64_t>(x.version) << int64_t{x.erased}
         << int64_t{x.shard};
  if (x.due_ms)
    insert << *x.due_ms;
  else
    insert << nullptr;
  insert << x.snapshot;
  insert.run();
  return file_.last_row();
}

/// The entries of one commit are one row of the log.
void aggregate_writer::put_outbox(const stored_aggregate& x, int64_t record) {
  for (auto message = x.outbox.begin(); message != x.outbox.end();) {
    const auto version = message->version;
    std::string entries;
    for (; message != x.outbox.end() && message->version == version; ++message)
      pack_text(entries, message->entry);
    auto append = file_.prepare(
        "INSERT INTO outbox_log (shard, record, version, entries) VALUES (?, ?, ?, ?)");
    append << int64_t{x.shard} << record << static_cast<int64_t>(version)
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

std::vector<unique_key> aggregate_writer::put(const stored_aggregate& x) {
  const auto record = put_record(x);
  put_outbox(x, record);
  std::vector<unique_key> taken;
  for (const auto& key : x.keys) {
    auto insert = file_.prepare("INSERT OR IGNORE INTO unique_key VALUES (?, ?, ?)");
    insert << key.space << key.value << record;
    insert.run();
    if (file_.changes() == 0) taken.push_back(key);
  }
  for (const auto& [content, sequence] : x.rows) {
    if (sequence == 0)
      late_.push_back({record, content});
    else if (!put_row(content, record, sequence))
      taken.push_back({content.collection, content.id});
  }
  return taken;
}

void aggregate_writer::put(const stored_epoch& x) {
  auto insert = file_.prepare(
      "INSERT INTO epoch VALUES (?, ?) "
      "ON CONFLICT (shard) DO UPDATE SET epoch = max(epoch, excluded.epoch)");
  insert << int64_t{x.shard} << static_cast<int64_t>(x.epoch);
  insert.run();
}

void aggregate_writer::put(const stored_step_claim& x) {
  auto insert = file_.prepare("INSERT OR REPLACE INTO step_claim VALUES (?, ?, ?, ?)");
  insert << x.key << x.claim.owner << x.claim.outcome << x.changed_ms;
  insert.run();
}

void aggregate_writer::end() {
  for (const auto& x : late_) put_row(x.content, x.record, 0);
  late_.clear();
}

}  // namespace ironbus::sqlite
