#pragma once

#include "messages/ports/logged_event.hpp"
#include "messages/ports/stored_items.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus::redis {

/// The packed values that scripts and gateway share. Integers are little-endian; a text follows its
/// 4-byte length. The scripts read them with Lua's `struct` ("<I8", "<I4c0").

/// The columns of a row ordered by name, so that equal sets are equal texts: {name, value}*.
std::string pack_columns(std::vector<std::pair<std::string, std::string>> columns);
std::vector<std::pair<std::string, std::string>> unpack_columns(std::string_view text);

/// The entries that a commit adds to its record's outbox: {version (8 bytes), entry}*.
std::string pack_outbox(uint64_t version, const std::vector<outbox_entry>& entries);
std::vector<outbox_entry> unpack_outbox(std::string_view text);
/// The same with the versions.
std::vector<stored_message> unpack_messages(std::string_view text);
std::string pack_messages(const std::vector<stored_message>& messages);

/// {ms since 1970 (8 bytes), final (1 byte), subject, type, state, group, owner, body}.
std::string pack_event(const event_record& event);
event_record unpack_event(std::string_view text);

/// The stored data of a row besides its summary.
struct row_head {
  uint64_t sequence = 0;     ///< Its position in the order of creation.
  std::string_view owner;    ///< "<aggregate>:<id>" of the record it belongs to.
  std::string_view columns;  ///< Packed as above.
};

/// Reads {sequence (8 bytes), owner, columns}. The views point into `text`.
row_head unpack_head(std::string_view text);

/// The smallest value of a column. It sorts the rows. Empty if there is none.
std::string_view sort_value(std::string_view columns, std::string_view name);

}  // namespace ironbus::redis
