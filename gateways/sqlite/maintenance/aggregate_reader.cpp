#include "gateways/sqlite/maintenance/aggregate_reader.hpp"

#include "gateways/sqlite/database/packed_texts.hpp"
#include "gateways/sqlite/step_claims.hpp"

namespace ironbus::sqlite {

std::vector<int64_t> aggregate_reader::numbers() {
  auto ask = file_.prepare("SELECT number FROM record ORDER BY aggregate, id");
  std::vector<int64_t> found;
  while (ask.step()) found.push_back(ask.number(0));
  return found;
}

std::optional<stored_aggregate> aggregate_reader::read_record(int64_t number) {
  auto ask = file_.prepare(
      "SELECT aggregate, id, version, shard, erased, due, snapshot FROM record WHERE number = ?");
  ask << number;
  if (!ask.step()) return std::nullopt;
  stored_aggregate found;
  found.aggregate = ask.text(0);
  found.id = ask.text(1);
  found.version = static_cast<uint64_t>(ask.number(2));
  found.shard = static_cast<uint32_t>(ask.number(3));
  found.erased = ask.number(4) != 0;
  if (!ask.is_null(5)) found.due_ms = ask.number(5);
  found.snapshot = ask.text(6);
  return found;
}

std::optional<stored_aggregate> aggregate_reader::read(int64_t number) {
  auto found = read_record(number);
  if (!found) return found;
  found->outbox = outbox_of(number);
  found->keys = keys_of(number);
  found->rows = rows_of(number);
  return found;
}

std::vector<stored_message> aggregate_reader::outbox_of(int64_t number) {
  auto ask = file_.prepare(
      "SELECT o.version, o.entries FROM record r "
      "JOIN outbox_log o ON o.shard = r.shard AND o.record = r.number "
      "WHERE r.number = ? ORDER BY o.version, o.number");
  ask << number;
  std::vector<stored_message> found;
  while (ask.step())
    for (auto& entry : unpack_texts(ask.text(1)))
      found.push_back({static_cast<uint64_t>(ask.number(0)), std::move(entry)});
  return found;
}

std::vector<unique_key> aggregate_reader::keys_of(int64_t number) {
  auto ask =
      file_.prepare("SELECT space, value FROM unique_key WHERE record = ? ORDER BY space, value");
  ask << number;
  std::vector<unique_key> found;
  while (ask.step()) found.push_back({ask.text(0), ask.text(1)});
  return found;
}

std::vector<stored_row> aggregate_reader::rows_of(int64_t number) {
  auto ask = file_.prepare(
      "SELECT sequence, collection, id, summary FROM listing WHERE record = ? ORDER BY sequence");
  ask << number;
  std::vector<stored_row> found;
  while (ask.step()) {
    const auto sequence = ask.number(0);
    auto& made = found.emplace_back(
        stored_row{{ask.text(1), ask.text(2), ask.text(3), {}}, static_cast<uint64_t>(sequence)});
    auto columns = file_.prepare(
        "SELECT name, value FROM listing_column WHERE sequence = ? ORDER BY name, value");
    columns << sequence;
    while (columns.step()) made.content.columns.emplace_back(columns.text(0), columns.text(1));
  }
  return found;
}

std::vector<stored_epoch> aggregate_reader::epochs() {
  auto ask = file_.prepare("SELECT shard, epoch FROM epoch ORDER BY shard");
  std::vector<stored_epoch> found;
  while (ask.step())
    found.push_back({static_cast<uint32_t>(ask.number(0)), static_cast<uint64_t>(ask.number(1))});
  return found;
}

std::vector<stored_step_claim> aggregate_reader::claims() {
  const auto oldest = std::chrono::floor<std::chrono::milliseconds>(
                          (std::chrono::system_clock::now() - claims_kept).time_since_epoch())
                          .count();
  auto ask =
      file_.prepare("SELECT key, owner, outcome, at FROM step_claim WHERE at > ? ORDER BY key");
  ask << int64_t{oldest};
  std::vector<stored_step_claim> found;
  while (ask.step()) found.push_back({ask.text(0), {ask.text(1), ask.text(2)}, ask.number(3)});
  return found;
}

}  // namespace ironbus::sqlite
