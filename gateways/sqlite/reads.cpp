#include "gateways/sqlite/reads.hpp"

#include "gateways/sqlite/database/packed_texts.hpp"
#include "gateways/sqlite/database/snapshot_read.hpp"

namespace ironbus::sqlite {

namespace {

std::vector<outbox_entry> read_outbox(database& file, uint32_t shard, int64_t record) {
  auto ask = file.prepare(
      "SELECT entries FROM outbox_log WHERE shard = ? AND record = ? ORDER BY version, number");
  ask << int64_t{shard} << record;
  std::vector<outbox_entry> found;
  while (ask.step())
    for (auto& entry : unpack_texts(ask.text(0))) found.push_back(std::move(entry));
  return found;
}

std::optional<stored> find(database& file, const std::string& aggregate, const std::string& id) {
  stored found;
  found.id = id;
  auto ask = file.prepare(
      "SELECT number, version, erased, snapshot, shard FROM record "
      "WHERE aggregate = ? AND id = ?");
  ask << aggregate << id;
  if (!ask.step()) return std::nullopt;
  found.version = static_cast<uint64_t>(ask.number(1));
  found.erased = ask.number(2) != 0;
  found.snapshot = ask.text(3);
  found.outbox = read_outbox(file, static_cast<uint32_t>(ask.number(4)), ask.number(0));
  return found;
}

}  // namespace

result<stored> read_record(database& file, const std::string& aggregate, const std::string& id) {
  snapshot_read now{file};  // Otherwise a mark could come between record and outbox.
  if (auto found = find(file, aggregate, id)) return *std::move(found);
  return fail(error_code::not_found, "Not found: " + aggregate + " " + id);
}

result<std::string> read_holder(database& file, const unique_key& key) {
  auto ask = file.prepare(
      "SELECT r.id FROM unique_key k JOIN record r ON r.number = k.record "
      "WHERE k.space = ? AND k.value = ?");
  ask << key.space << key.value;
  if (ask.step()) return ask.text(0);
  return fail(error_code::not_found, "Not held: " + key.space + " " + key.value);
}

std::vector<attention> read_attention(database& file, const std::string& aggregate,
                                      uint32_t shard) {
  // The log is short: it contains only unpublished messages.
  auto ask = file.prepare(
      "WITH unpublished AS (SELECT DISTINCT record FROM outbox_log WHERE shard = ?2) "
      "SELECT id, number IN unpublished, due FROM record "
      "WHERE aggregate = ?1 AND shard = ?2 AND due IS NOT NULL "
      "UNION SELECT id, 1, due FROM record "
      "WHERE number IN unpublished AND aggregate = ?1 ORDER BY id");
  ask << aggregate << int64_t{shard};
  std::vector<attention> found;
  while (ask.step()) {
    attention x{ask.text(0), ask.number(1) != 0, std::nullopt};
    if (!ask.is_null(2))
      x.moment = std::chrono::system_clock::time_point{std::chrono::milliseconds{ask.number(2)}};
    found.push_back(std::move(x));
  }
  return found;
}

}  // namespace ironbus::sqlite
