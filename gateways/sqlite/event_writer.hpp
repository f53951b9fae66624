#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/event_log.hpp"

#include <vector>

namespace ironbus::sqlite {

/// Writes the event log within the caller's transaction. All functions throw `database_error`.
class event_writer {
public:
  explicit event_writer(database& file);

  /// Appends the events at the next positions, in order.
  void append(const std::vector<event_record>& events);
  /// See `event_log::trim_events`.
  trimmed_events trim(const event_retention& kept);

private:
  struct oldest_event;

  void insert(const event_record& event, int64_t position);
  void forget_superseded(const event_record& event, int64_t complete_after);
  std::vector<oldest_event> oldest();

  database& file_;
  kept_statement advance_;
  kept_statement insert_;
};

}  // namespace ironbus::sqlite
