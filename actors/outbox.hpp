#pragma once

#include "messages/base/codec.hpp"
#include "messages/base/time.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/commit.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

// What every kind of aggregate needs to turn a decision into a commit.

/// The API error for a unique key that somebody else holds.
failure duplicate_of(const unique_key& taken);

/// An outbox entry: a message without what its text can do without, such as `again`.
member_codecs<outgoing> members_of(const outgoing*);
std::string encode_outgoing(const outgoing& x);
result<outgoing> decode_outgoing(std::string_view text);

/// What a commit is to append to the log of events for those of these messages that tell of one.
/// Filters see them by `labels`; `ended`: with the last one its subject ends.
std::vector<event_record> events_among(const std::vector<outgoing>& messages, timestamp now,
                                       const event_record& labels, bool ended);

/// The keys of `all` that are not in `others`.
std::vector<unique_key> keys_without(const std::vector<unique_key>& all,
                                     const std::vector<unique_key>& others);

bool same_row(const row& a, const row& b);

/// Gives a row the columns that filters and sort keys use; null and empty values leave none.
void add_column(row& out, std::string_view name, const json& value);

}  // namespace ironbus
