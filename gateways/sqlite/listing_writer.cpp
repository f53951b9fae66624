#include "gateways/sqlite/listing_writer.hpp"

#include <algorithm>

namespace ironbus::sqlite {

namespace {

row_columns sorted(row_columns columns) {
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

}  // namespace

listing_writer::listing_writer(database& file)
    : file_{file},
      find_{file, "SELECT sequence, record FROM listing WHERE collection = ? AND id = ?"},
      find_columns_{file,
                    "SELECT name, value FROM listing_column "
                    "WHERE sequence = ? ORDER BY name, value"},
      insert_{file, "INSERT INTO listing (collection, id, record, summary) VALUES (?, ?, ?, ?)"},
      update_{file, "UPDATE listing SET summary = ? WHERE sequence = ?"},
      delete_{file, "DELETE FROM listing WHERE sequence = ?"},
      insert_column_{file, "INSERT INTO listing_column VALUES (?, ?, ?, ?)"},
      delete_column_{file,
                     "DELETE FROM listing_column "
                     "WHERE collection = ? AND name = ? AND value = ? AND sequence = ?"} {}

std::optional<commit_failure> listing_writer::check(known_record& record,
                                                    const std::vector<row>& put) {
  for (const auto& row : put) {
    if (record.find(row.collection, row.id) != nullptr) continue;
    auto ask = find_();
    ask << row.collection << row.id;
    if (!ask.step()) continue;
    if (ask.number(1) != record.number) return commit_failure{unique_key{row.collection, row.id}};
    const auto sequence = ask.number(0);
    record.rows.push_back({row.collection, row.id, sequence, columns_of(sequence)});
  }
  return std::nullopt;
}

/// In the order of the index, which is also that of std::pair.
row_columns listing_writer::columns_of(int64_t sequence) {
  auto ask = find_columns_();
  ask << sequence;
  row_columns found;
  while (ask.step()) found.emplace_back(ask.text(0), ask.text(1));
  return found;
}

void listing_writer::write(known_record& record, const commit& commit) {
  for (const auto& [collection, id] : commit.remove) remove(record, collection, id);
  for (const auto& row : commit.put) {
    if (auto* before = record.find(row.collection, row.id))
      replace(*before, row, sorted(row.columns));
    else
      create(record, row, sorted(row.columns));
  }
}

void listing_writer::remove(known_record& record, const std::string& collection,
                            const std::string& id) {
  if (check(record, {row{collection, id, {}, {}}})) return;  // The row belongs to another record.
  auto* found = record.find(collection, id);
  if (found == nullptr) return;
  replace_columns(*found, {});
  auto remove = delete_();
  remove << found->sequence;
  remove.run();
  record.rows.erase(record.rows.begin() + (found - record.rows.data()));
}

void listing_writer::create(known_record& record, const row& row, row_columns columns) {
  auto insert = insert_();
  insert << row.collection << row.id << record.number << row.summary;
  insert.run();
  auto& made = record.rows.emplace_back(known_row{row.collection, row.id, file_.last_row()});
  replace_columns(made, columns);
  made.columns = std::move(columns);
}

void listing_writer::replace(known_row& before, const row& row, row_columns after) {
  auto update = update_();
  update << row.summary << before.sequence;
  update.run();
  replace_columns(before, after);
  before.columns = std::move(after);
}

void listing_writer::change_column(kept_statement& how, const known_row& row,
                                   const row_columns::value_type& column) {
  auto change = how();
  change << row.collection << column.first << column.second << row.sequence;
  change.run();
}

/// Writes only the differences, because most commits change few columns. Both lists are sorted.
void listing_writer::replace_columns(known_row& row, const row_columns& after) {
  auto old = row.columns.cbegin();
  auto fresh = after.cbegin();
  while (old != row.columns.cend() || fresh != after.cend()) {
    if (fresh == after.cend() || (old != row.columns.cend() && *old < *fresh))
      change_column(delete_column_, row, *old++);
    else if (old == row.columns.cend() || *fresh < *old)
      change_column(insert_column_, row, *fresh++);
    else
      ++old, ++fresh;
  }
}

void listing_writer::erase(known_record& record) {
  auto columns = file_.prepare(
      "DELETE FROM listing_column "
      "WHERE sequence IN (SELECT sequence FROM listing WHERE record = ?)");
  columns << record.number;
  columns.run();
  auto rows = file_.prepare("DELETE FROM listing WHERE record = ?");
  rows << record.number;
  rows.run();
  record.rows.clear();
}

}  // namespace ironbus::sqlite
