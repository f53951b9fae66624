#include "gateways/sqlite/maintenance/salvage.hpp"

#include "gateways/sqlite/maintenance/aggregate_reader.hpp"
#include "gateways/sqlite/maintenance/aggregate_writer.hpp"

#include <set>

namespace ironbus::sqlite {

namespace {

using finding_sink = store_maintenance::finding_sink;

/// The result of `read`. If the file has lost the data, returns nothing and reports it.
template <class Read>
auto salvaged(const finding_sink& tell, const std::string& place, const std::string& subject,
              const Read& read) -> decltype(read()) {
  try {
    return read();
  } catch (const database_error& error) {
    tell({store_defect::unreadable, place, subject,
          std::string{"this entry is lost: "} + error.what()});
    return {};
  }
}

/// Collects the record numbers that one index or the table still gives.
void gather(database& file, const char* sql, std::set<int64_t>& found) {
  try {
    auto ask = file.prepare(sql);
    while (ask.step()) found.insert(ask.number(0));
  } catch (const database_error&) {
    // Other indexes may lead to the records after the damage.
  }
}

std::set<int64_t> all_numbers(database& file) {
  std::set<int64_t> found;
  gather(file, "SELECT number FROM record ORDER BY aggregate, id", found);
  gather(file, "SELECT number FROM record NOT INDEXED ORDER BY number", found);
  gather(file, "SELECT number FROM record NOT INDEXED ORDER BY number DESC", found);
  gather(file, "SELECT record FROM unique_key", found);
  gather(file, "SELECT record FROM listing", found);
  return found;
}

std::string subject_of(const stored_aggregate& x) { return x.aggregate + ":" + x.id; }

/// Unset if nothing of the record exists, or it is lost.
std::optional<stored_aggregate> read_piecewise(aggregate_reader& source, int64_t number,
                                               const finding_sink& tell) {
  auto found = salvaged(tell, "record", "number " + std::to_string(number),
                        [&] { return source.read_record(number); });
  if (!found) return found;
  const auto subject = subject_of(*found);
  found->outbox = salvaged(tell, "outbox_log", subject, [&] { return source.outbox_of(number); });
  found->keys = salvaged(tell, "unique_key", subject, [&] { return source.keys_of(number); });
  found->rows = salvaged(tell, "listing", subject, [&] { return source.rows_of(number); });
  return found;
}

}  // namespace

void salvage(database& damaged, database& fresh, const store_maintenance::judge& ask,
             const finding_sink& tell) {
  aggregate_reader source{damaged};
  aggregate_writer target{fresh};
  fresh.execute("BEGIN IMMEDIATE");
  for (auto number : all_numbers(damaged)) {
    const auto found = read_piecewise(source, number, tell);
    if (!found) continue;
    for (const auto& key : target.put(ask(*found, tell)))
      tell({store_defect::key_conflict, key.space, subject_of(*found),
            "another record also holds '" + key.value + "' and keeps it"});
  }
  target.end();
  for (const auto& x : salvaged(tell, "epoch", "", [&] { return source.epochs(); })) target.put(x);
  for (const auto& x : salvaged(tell, "step_claim", "", [&] { return source.claims(); }))
    target.put(x);
  fresh.execute("COMMIT");
}

result<std::filesystem::path> replace_file(const std::filesystem::path& file,
                                           const std::filesystem::path& fresh) {
  namespace fs = std::filesystem;
  auto kept = fs::path{file.string() + ".damaged"};
  std::error_code error;
  for (int i = 2; fs::exists(kept, error); ++i)
    kept = file.string() + ".damaged-" + std::to_string(i);
  fs::rename(file, kept, error);
  const fs::path log = file.string() + "-wal";
  std::error_code absent;
  if (!error && fs::exists(log, absent)) fs::rename(log, kept.string() + "-wal", error);
  if (!error) fs::remove(file.string() + "-shm", error);
  if (!error) fs::rename(fresh, file, error);
  if (error)
    return fail(error_code::unavailable,
                "the repaired file " + fresh.string() + " cannot replace it: " + error.message());
  return kept;
}

}  // namespace ironbus::sqlite
