#include "gateways/sqlite/event_reader.hpp"

#include "gateways/sqlite/database/snapshot_read.hpp"

namespace ironbus::sqlite {

namespace {

constexpr auto of_all =
    "SELECT position, subject, type, state, grouping, owner, at, final, body FROM event "
    "WHERE position > ?1 ORDER BY position LIMIT ?2";
constexpr auto of_one =
    "SELECT position, subject, type, state, grouping, owner, at, final, body FROM event "
    "WHERE position > ?1 AND subject = ?3 ORDER BY position LIMIT ?2";

logged_event read_row(statement& row) {
  using std::chrono::milliseconds;
  return {static_cast<uint64_t>(row.number(0)),
          {row.text(1), row.text(2), row.text(3), row.text(4), row.text(5),
           std::chrono::system_clock::time_point{milliseconds{row.number(6)}}, row.number(7) != 0,
           row.text(8)}};
}

}  // namespace

event_page read_events(database& file, const event_query& asked) {
  event_page out;
  snapshot_read now{file};  // Otherwise the newest position could be beyond the events.
  auto rows = file.prepare(asked.subject.empty() ? of_all : of_one);
  rows << static_cast<int64_t>(asked.after) << static_cast<int64_t>(asked.limit);
  if (!asked.subject.empty()) rows << asked.subject;
  while (rows.step()) out.events.push_back(read_row(rows));
  auto log = file.prepare("SELECT id, newest, complete_after, bytes FROM event_log");
  if (!log.step()) return out;
  out.log = log.text(0);
  out.newest = static_cast<uint64_t>(log.number(1));
  out.complete_after = static_cast<uint64_t>(log.number(2));
  if (!asked.with_size) return out;
  out.bytes = static_cast<uint64_t>(log.number(3));
  out.count = static_cast<uint64_t>(file.number("SELECT count(*) FROM event"));
  return out;
}

}  // namespace ironbus::sqlite
