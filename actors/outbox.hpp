#pragma once

#include "messages/base/codec.hpp"
#include "messages/base/time.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/commit.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

// Helpers that turn a decision of any aggregate into a commit.

/// The API error for a unique key that another aggregate holds.
failure duplicate_of(const unique_key& taken);

/// The form of an outbox entry: a message without members that need not be stored, such as `again`.
member_codecs<outgoing> members_of(const outgoing*);
std::string encode_outgoing(const outgoing& x);
result<outgoing> decode_outgoing(std::string_view text);

/// The entries that a commit appends to the event log for the events among these messages. Filters
/// use `labels`; `ended`: the last event ends its subject.
std::vector<event_record> events_among(const std::vector<outgoing>& messages, timestamp now,
                                       const event_record& labels, bool ended);

/// The keys of `all` that are not in `others`.
std::vector<unique_key> keys_without(const std::vector<unique_key>& all,
                                     const std::vector<unique_key>& others);

bool same_row(const row& a, const row& b);

/// Adds a column for filters and sort keys to a row; null and empty values add none.
void add_column(row& out, std::string_view name, const json& value);

}  // namespace ironbus
