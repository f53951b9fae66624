#include "gateways/sqlite/listing_writer.hpp"

#include <algorithm>
#include <iterator>

namespace ironbus::sqlite {

namespace {

using columns = std::vector<std::pair<std::string, std::string>>;

struct place {
  int64_t sequence = 0;  ///< 0: there is no such row.
  int64_t record = 0;
};

place find_listing(database& file, const std::string& collection, const std::string& id) {
  auto ask = file.prepare("SELECT sequence, record FROM listing WHERE collection = ? AND id = ?");
  ask << collection << id;
  if (!ask.step()) return {};
  return {ask.number(0), ask.number(1)};
}

columns columns_of(database& file, int64_t sequence) {
  // In the order of the index, which is that of std::pair.
  auto ask = file.prepare(
      "SELECT name, value FROM listing_column WHERE sequence = ? ORDER BY name, value");
  ask << sequence;
  columns found;
  while (ask.step()) found.emplace_back(ask.text(0), ask.text(1));
  return found;
}

columns minus(const columns& a, const columns& b) {
  columns rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

void run_for_each(database& file, std::string_view sql, const columns& which,
                  const std::string& collection, int64_t sequence) {
  for (const auto& [name, value] : which) {
    auto change = file.prepare(sql);
    change << collection << name << value << sequence;
    change.run();
  }
}

/// Writes only what differs: most commits leave most columns alone.
void replace_columns(database& file, const std::string& collection, int64_t sequence,
                     const columns& before, columns after) {
  std::sort(after.begin(), after.end());
  after.erase(std::unique(after.begin(), after.end()), after.end());
  run_for_each(file,
               "DELETE FROM listing_column "
               "WHERE collection = ? AND name = ? AND value = ? AND sequence = ?",
               minus(before, after), collection, sequence);
  run_for_each(file, "INSERT INTO listing_column VALUES (?, ?, ?, ?)", minus(after, before),
               collection, sequence);
}

void remove_listing(database& file, int64_t record, const std::string& collection,
                    const std::string& id) {
  auto found = find_listing(file, collection, id);
  if (found.sequence == 0 || found.record != record) return;
  replace_columns(file, collection, found.sequence, columns_of(file, found.sequence), {});
  auto remove = file.prepare("DELETE FROM listing WHERE sequence = ?");
  remove << found.sequence;
  remove.run();
}

void create_listing(database& file, int64_t record, const row& row) {
  auto insert =
      file.prepare("INSERT INTO listing (collection, id, record, summary) VALUES (?, ?, ?, ?)");
  insert << row.collection << row.id << record << row.summary;
  insert.run();
  replace_columns(file, row.collection, file.last_row(), {}, row.columns);
}

void put_listing(database& file, int64_t record, const row& row) {
  auto found = find_listing(file, row.collection, row.id);
  if (found.sequence == 0) return create_listing(file, record, row);
  auto update = file.prepare("UPDATE listing SET summary = ? WHERE sequence = ?");
  update << row.summary << found.sequence;
  update.run();
  replace_columns(file, row.collection, found.sequence, columns_of(file, found.sequence),
                  row.columns);
}

}  // namespace

std::optional<failure> check_listings(database& file, int64_t record, const std::vector<row>& put) {
  for (const auto& x : put) {
    auto found = find_listing(file, x.collection, x.id);
    if (found.sequence != 0 && found.record != record)
      return failure{error_code::conflict, x.collection + " " + x.id};
  }
  return std::nullopt;
}

void write_listings(database& file, int64_t record, const commit& x) {
  for (const auto& [collection, id] : x.remove) remove_listing(file, record, collection, id);
  for (const auto& row : x.put) put_listing(file, record, row);
}

void delete_listings(database& file, int64_t record) {
  auto columns = file.prepare(
      "DELETE FROM listing_column "
      "WHERE sequence IN (SELECT sequence FROM listing WHERE record = ?)");
  columns << record;
  columns.run();
  auto rows = file.prepare("DELETE FROM listing WHERE record = ?");
  rows << record;
  rows.run();
}

}  // namespace ironbus::sqlite
