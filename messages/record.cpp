#include "messages/record.hpp"

#include "messages/codec.hpp"
#include "messages/command_codec.hpp"

namespace ironbus {

IRONBUS_CODEC(create_record, fields, api_version)
IRONBUS_CODEC(update_record, patch, api_version)
IRONBUS_CODEC(delete_record, node)
IRONBUS_CODEC(answer_claim, node, resource_class, refusal)
IRONBUS_CODEC(answer_release, node, refusal)
IRONBUS_CODEC(awaited_reply, reply_to, correlation_id)
IRONBUS_CODEC(record_snapshot, about, sequence, applied, asked, asked_as, backfill, ending,
              refused_by, creator, enders, until)

namespace {

constexpr std::array<std::string_view, std::variant_size_v<record_command>> record_command_names{
    "create_record", "update_record", "delete_record",
    "set_traits",    "answer_claim",  "answer_release",
};

}  // namespace

std::string record_subject(std::string_view type, std::string_view uuid) {
  return std::string{type} + "/" + std::string{uuid};
}

std::pair<std::string_view, std::string_view> split_subject(std::string_view subject) {
  const auto slash = subject.find('/');
  if (slash == std::string_view::npos) return {{}, subject};
  return {subject.substr(0, slash), subject.substr(slash + 1)};
}

std::string encode_record(const record_snapshot& x) {
  json out = x;
  out["schema"] = record_snapshot::schema;
  return to_text(out);
}

result<record_snapshot> decode_record(std::string_view text) {
  auto document = parse_own_json(text);
  if (!document) return tl::unexpected(document.error());
  if (!document->is_object() || document->value("schema", 0) > record_snapshot::schema)
    return fail(error_code::internal, "the record was written by a newer release");
  return decode<record_snapshot>(*document);
}

std::string type_of(const record_command& x) {
  return command_type(record_command_names[x.index()]);
}

envelope envelop(const record_command& x, std::string id, std::string subject, std::string source,
                 timestamp now) {
  return wrap_variant(x, std::move(id), std::move(subject), std::move(source), now);
}

result<record_command> decode_record_command(const envelope& x) {
  return decode_variant<record_command>(x, record_command_names);
}

}  // namespace ironbus
