#include "messages/model/record.hpp"

#include "messages/base/codec.hpp"

namespace ironbus {

IRONBUS_CODEC(awaited_reply, reply_to, correlation_id)
IRONBUS_CODEC(record_snapshot, attributes, sequence, applied, asked, asked_as, backfill, ending,
              refused_by, creator, enders, until)

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
  return decode_stored<record_snapshot>(text, "record");
}

}  // namespace ironbus
