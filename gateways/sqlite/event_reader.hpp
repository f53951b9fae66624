#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/event_log.hpp"

namespace ironbus::sqlite {

/// See `event_log::read_events`. Throws `database_error`.
event_page read_events(database& file, const event_query& asked);

}  // namespace ironbus::sqlite
