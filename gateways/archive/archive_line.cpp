#include "gateways/archive/archive_line.hpp"

#include "messages/base/codec.hpp"
#include "messages/base/overloaded.hpp"

namespace ironbus::archive {

// The types in the file besides the service's own values.

/// A text of arbitrary bytes.
struct any_text {
  std::string bytes;
  bool operator==(const any_text&) const = default;
};

void write_json(std::string& out, const any_text& x) {
  ironbus::write_json(out, std::string_view{to_json_text(x.bytes)});
}

void read_json(json_value& source, any_text& out) {
  std::string text;
  ironbus::read_json(source, text);
  auto bytes = from_json_text(std::move(text));
  if (!bytes) throw unreadable{"the text after 'base64:' is not valid base64"};
  out.bytes = *std::move(bytes);
}

using texts = std::vector<any_text>;

struct message_form {
  uint64_t version = 0;
  any_text entry;
  bool operator==(const message_form&) const = default;
};

struct row_form {
  std::string collection;
  any_text id;
  uint64_t sequence = 0;
  any_text summary;
  std::vector<texts> columns;  ///< Name and value.
  bool operator==(const row_form&) const = default;
};

struct aggregate_form {
  std::string aggregate;
  any_text id;
  uint64_t version = 0;
  uint32_t shard = 0;
  bool erased = false;
  std::optional<int64_t> due_ms;
  any_text snapshot;
  std::vector<message_form> outbox;
  std::vector<texts> keys;  ///< Space and value.
  std::vector<row_form> rows;
  bool operator==(const aggregate_form&) const = default;
};

struct epoch_form {
  uint32_t shard = 0;
  uint64_t epoch = 0;
  bool operator==(const epoch_form&) const = default;
};

struct claim_form {
  any_text key;
  any_text owner;
  any_text outcome;
  int64_t changed_ms = 0;
  bool operator==(const claim_form&) const = default;
};

struct beginning_form {
  uint32_t form = 0;
  bool operator==(const beginning_form&) const = default;
};

struct ending_form {
  uint64_t lines = 0;
  std::string sha256;
  bool operator==(const ending_form&) const = default;
};

struct line_form {
  std::optional<beginning_form> beginning;
  std::optional<aggregate_form> aggregate;
  std::optional<epoch_form> epoch;
  std::optional<claim_form> claim;
  std::optional<ending_form> ending;
};

namespace {

template <auto Member>
constexpr auto needed_member(std::string_view name) {
  return coded_member<Member, member_kind::needed>(name);
}

template <auto Member>
constexpr auto filled_member(std::string_view name) {
  return coded_member<Member, member_kind::if_filled>(name);
}

}  // namespace

member_codecs<message_form> members_of(const message_form*) {
  using x = message_form;
  static constexpr auto all =
      sorted_members(needed_member<&x::version>("version"), needed_member<&x::entry>("entry"));
  return all;
}

member_codecs<row_form> members_of(const row_form*) {
  using x = row_form;
  static constexpr auto all =
      sorted_members(needed_member<&x::collection>("collection"), needed_member<&x::id>("id"),
                     needed_member<&x::sequence>("sequence"), needed_member<&x::summary>("summary"),
                     needed_member<&x::columns>("columns"));
  return all;
}

member_codecs<aggregate_form> members_of(const aggregate_form*) {
  using x = aggregate_form;
  static constexpr auto all =
      sorted_members(needed_member<&x::aggregate>("aggregate"), needed_member<&x::id>("id"),
                     needed_member<&x::version>("version"), needed_member<&x::shard>("shard"),
                     filled_member<&x::erased>("erased"), filled_member<&x::due_ms>("due_ms"),
                     needed_member<&x::snapshot>("snapshot"), needed_member<&x::outbox>("outbox"),
                     needed_member<&x::keys>("keys"), needed_member<&x::rows>("rows"));
  return all;
}

member_codecs<epoch_form> members_of(const epoch_form*) {
  using x = epoch_form;
  static constexpr auto all =
      sorted_members(needed_member<&x::shard>("shard"), needed_member<&x::epoch>("epoch"));
  return all;
}

member_codecs<claim_form> members_of(const claim_form*) {
  using x = claim_form;
  static constexpr auto all = sorted_members(
      needed_member<&x::key>("key"), needed_member<&x::owner>("owner"),
      needed_member<&x::outcome>("outcome"), needed_member<&x::changed_ms>("changed_ms"));
  return all;
}

member_codecs<beginning_form> members_of(const beginning_form*) {
  static constexpr auto all = sorted_members(needed_member<&beginning_form::form>("format"));
  return all;
}

member_codecs<ending_form> members_of(const ending_form*) {
  using x = ending_form;
  static constexpr auto all =
      sorted_members(needed_member<&x::lines>("lines"), needed_member<&x::sha256>("sha256"));
  return all;
}

member_codecs<line_form> members_of(const line_form*) {
  using x = line_form;
  static constexpr auto all =
      sorted_members(filled_member<&x::beginning>("ironbus_store"),
                     filled_member<&x::aggregate>("aggregate"), filled_member<&x::epoch>("epoch"),
                     filled_member<&x::claim>("step_claim"), filled_member<&x::ending>("end"));
  return all;
}

namespace {

std::vector<texts> pairs_of(const std::vector<std::pair<std::string, std::string>>& columns) {
  std::vector<texts> out;
  out.reserve(columns.size());
  for (const auto& [name, value] : columns) out.push_back({{name}, {value}});
  return out;
}

aggregate_form form_of(const stored_aggregate& value) {
  aggregate_form out{value.aggregate,
                     {value.id},
                     value.version,
                     value.shard,
                     value.erased,
                     value.due_ms,
                     {value.snapshot},
                     {},
                     {},
                     {}};
  for (const auto& message : value.outbox) out.outbox.push_back({message.version, {message.entry}});
  for (const auto& key : value.keys) out.keys.push_back({{key.space}, {key.value}});
  for (const auto& [content, sequence] : value.rows)
    out.rows.push_back(
        {content.collection, {content.id}, sequence, {content.summary}, pairs_of(content.columns)});
  return out;
}

line_form form_of(const line& given) {
  line_form out;
  std::visit(
      overloaded{
          [&](const beginning& x) { out.beginning = beginning_form{x.form}; },
          [&](const stored_aggregate& x) { out.aggregate = form_of(x); },
          [&](const stored_epoch& x) {
            out.epoch = epoch_form{x.shard, x.epoch};
          },
          [&](const stored_step_claim& x) {
            out.claim = claim_form{{x.key}, {x.claim.owner}, {x.claim.outcome}, x.changed_ms};
          },
          [&](const ending& x) {
            out.ending = ending_form{x.lines, x.sha256};
          },
      },
      given);
  return out;
}

/// Unset if one of them is not a pair.
std::optional<std::vector<std::pair<std::string, std::string>>> pairs_in(std::vector<texts> all) {
  std::vector<std::pair<std::string, std::string>> out;
  for (auto& pair : all) {
    if (pair.size() != 2) return std::nullopt;
    out.emplace_back(std::move(pair[0].bytes), std::move(pair[1].bytes));
  }
  return out;
}

result<line> value_of(aggregate_form form) {
  stored_aggregate out{std::move(form.aggregate),
                       std::move(form.id.bytes),
                       form.version,
                       form.shard,
                       form.erased,
                       form.due_ms,
                       std::move(form.snapshot.bytes)};
  for (auto& message : form.outbox)
    out.outbox.push_back({message.version, std::move(message.entry.bytes)});
  auto keys = pairs_in(std::move(form.keys));
  if (!keys) return fail(error_code::invalid, "an item of 'keys' is not a pair");
  for (auto& [space, value] : *keys) out.keys.push_back({std::move(space), std::move(value)});
  for (auto& shown : form.rows) {
    auto columns = pairs_in(std::move(shown.columns));
    if (!columns) return fail(error_code::invalid, "an item of 'columns' is not a pair");
    out.rows.push_back({{std::move(shown.collection), std::move(shown.id.bytes),
                         std::move(shown.summary.bytes), *std::move(columns)},
                        shown.sequence});
  }
  return out;
}

result<line> value_of(line_form form) {
  if (form.aggregate) return value_of(*std::move(form.aggregate));
  if (form.epoch) return stored_epoch{form.epoch->shard, form.epoch->epoch};
  if (form.claim)
    return stored_step_claim{form.claim->key.bytes,
                             {form.claim->owner.bytes, form.claim->outcome.bytes},
                             form.claim->changed_ms};
  if (form.beginning) return beginning{form.beginning->form};
  if (form.ending) return ending{form.ending->lines, form.ending->sha256};
  return fail(error_code::invalid,
              "expected one of ironbus_store, aggregate, epoch, step_claim or end");
}

}  // namespace

std::string encode_line(const line& x) {
  std::string out;
  ironbus::write_json(out, form_of(x));
  return out;
}

result<line> decode_line(std::string_view text) {
  auto form = decode<line_form>(text);
  if (!form) return fail(error_code::invalid, form.error().message);
  return value_of(*std::move(form));
}

}  // namespace ironbus::archive
