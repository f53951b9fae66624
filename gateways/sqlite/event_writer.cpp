#include "gateways/sqlite/event_writer.hpp"

namespace ironbus::sqlite {

namespace {

int64_t milliseconds_of(std::chrono::system_clock::time_point moment) {
  return std::chrono::floor<std::chrono::milliseconds>(moment).time_since_epoch().count();
}

int64_t bytes_of(const std::vector<event_record>& events) {
  size_t out = 0;
  for (const auto& event : events) out += event.body.size();
  return static_cast<int64_t>(out);
}

}  // namespace

/// One of the oldest events.
struct event_writer::oldest_event {
  int64_t position = 0;
  int64_t moment_ms = 0;
  int64_t bytes = 0;
  bool kept = false;  ///< As the last one of its subject.
};

event_writer::event_writer(database& file)
    : file_{file},
      advance_{file,
               "UPDATE event_log SET newest = newest + ?, bytes = bytes + ? "
               "RETURNING newest, complete_after"},
      insert_{
          file,
          "INSERT INTO event (position, subject, type, state, grouping, owner, at, final, body) "
          "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"} {}

void event_writer::append(const std::vector<event_record>& events) {
  if (events.empty()) return;
  int64_t position = 0;
  int64_t complete_after = 0;
  {
    auto advance = advance_();
    advance << static_cast<int64_t>(events.size()) << bytes_of(events);
    advance.step();
    position = advance.number(0) - static_cast<int64_t>(events.size());
    complete_after = advance.number(1);
  }
  for (const auto& event : events) {
    if (complete_after > 0) forget_superseded(event, complete_after);
    insert(event, ++position);
  }
}

void event_writer::insert(const event_record& event, int64_t position) {
  auto insert = insert_();
  insert << position << event.subject << event.type << event.state << event.group << event.owner
         << milliseconds_of(event.moment) << int64_t{event.final} << std::string_view{event.body};
  insert.run();
}

/// Deletes the kept last event of the subject, because it is no longer the last.
void event_writer::forget_superseded(const event_record& event, int64_t complete_after) {
  auto remove = file_.prepare(
      "DELETE FROM event WHERE subject = ? AND position <= ? RETURNING length(CAST(body AS BLOB))");
  remove << event.subject << complete_after;
  int64_t bytes = 0;
  while (remove.step()) bytes += remove.number(0);
  if (bytes == 0) return;
  auto count = file_.prepare("UPDATE event_log SET bytes = bytes - ?");
  count << bytes;
  count.run();
}

std::vector<event_writer::oldest_event> event_writer::oldest() {
  auto ask = file_.prepare(
      "SELECT position, at, length(CAST(body AS BLOB)), NOT final AND NOT EXISTS "
      "(SELECT 1 FROM event n WHERE n.subject = e.subject AND n.position > e.position) "
      "FROM event e WHERE position > (SELECT complete_after FROM event_log) "
      "ORDER BY position LIMIT ?");
  ask << static_cast<int64_t>(events_trimmed_at_once);
  std::vector<oldest_event> found;
  while (ask.step())
    found.push_back({ask.number(0), ask.number(1), ask.number(2), ask.number(3) != 0});
  return found;
}

trimmed_events event_writer::trim(const event_retention& kept) {
  const auto since = milliseconds_of(kept.since);
  auto bytes = file_.number("SELECT bytes FROM event_log");
  int64_t complete_after = 0;
  trimmed_events out;
  const auto candidates = oldest();
  size_t seen = 0;
  for (const auto& event : candidates) {
    if (event.moment_ms >= since && bytes <= static_cast<int64_t>(kept.bytes_max)) break;
    ++seen;
    complete_after = event.position;
    if (event.kept) continue;
    auto remove = file_.prepare("DELETE FROM event WHERE position = ?");
    remove << event.position;
    remove.run();
    bytes -= event.bytes;
    ++out.removed;
  }
  if (seen == 0) return out;
  auto note = file_.prepare("UPDATE event_log SET complete_after = ?, bytes = ?");
  note << complete_after << bytes;
  note.run();
  out.more = seen == events_trimmed_at_once;
  return out;
}

}  // namespace ironbus::sqlite
