#include "gateways/sqlite/maintenance/text_rewrite.hpp"

#include "gateways/sqlite/database/packed_texts.hpp"
#include "gateways/sqlite/maintenance/aggregate_reader.hpp"

#include <algorithm>
#include <chrono>
#include <span>
#include <thread>

namespace ironbus::sqlite {

namespace {

/// Records per transaction.
constexpr size_t records_at_once = 20;
/// Between two transactions, so that the service gets the lock.
constexpr std::chrono::milliseconds rewrite_pause{1};

void update_outbox(database& file, int64_t record, const stored_aggregate& edited) {
  const auto& outbox = edited.outbox;
  for (auto message = outbox.begin(); message != outbox.end();) {
    const auto version = message->version;
    std::string entries;
    for (; message != outbox.end() && message->version == version; ++message)
      pack_text(entries, message->entry);
    auto update = file.prepare(
        "UPDATE outbox_log SET entries = ? WHERE shard = ? AND record = ? AND version = ?");
    update << std::string_view{entries} << int64_t{edited.shard} << record
           << static_cast<int64_t>(version);
    update.run();
  }
}

void update_texts(database& file, int64_t record, const stored_aggregate& edited) {
  auto update = file.prepare("UPDATE record SET snapshot = ? WHERE number = ?");
  update << edited.snapshot << record;
  update.run();
  update_outbox(file, record, edited);
  for (const auto& [content, sequence] : edited.rows) {
    auto row = file.prepare("UPDATE listing SET summary = ? WHERE sequence = ?");
    row << content.summary << static_cast<int64_t>(sequence);
    row.run();
  }
}

/// No other connection writes between the read and the update, because the caller's transaction
/// holds the lock.
result<std::monostate> rewrite_some(database& file, std::span<const int64_t> numbers,
                                    const store_maintenance::editor& edit) {
  aggregate_reader source{file};
  for (const auto number : numbers) {
    const auto now = source.read(number);
    if (!now) continue;
    const auto edited = edit(*now);
    if (!edited) return tl::unexpected(edited.error());
    if (*edited) update_texts(file, number, **edited);
  }
  return {};
}

}  // namespace

result<std::monostate> rewrite_texts(database& file, const store_maintenance::editor& edit) {
  file.execute("PRAGMA secure_delete = ON");
  const auto numbers = aggregate_reader{file}.numbers();
  std::span<const int64_t> left{numbers};
  while (!left.empty()) {
    const auto count = std::min(records_at_once, left.size());
    file.execute("BEGIN IMMEDIATE");
    const auto done = rewrite_some(file, left.first(count), edit);
    file.execute(done ? "COMMIT" : "ROLLBACK");
    if (!done) return done;
    left = left.subspan(count);
    std::this_thread::sleep_for(rewrite_pause);
  }
  return {};
}

void remove_remains(database& file) {
  file.execute("VACUUM");
  file.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace ironbus::sqlite
