#include "messages/model/record.hpp"

#include "messages/model/field.hpp"

namespace ironbus {

member_codecs<awaited_reply> members_of(const awaited_reply*) {
  using x = awaited_reply;
  static constexpr auto all = sorted_members(coded_member<&x::reply_to>("reply_to"),
                                             coded_member<&x::correlation_id>("correlation_id"));
  return all;
}

member_codecs<record_snapshot> members_of(const record_snapshot*) {
  using x = record_snapshot;
  static constexpr auto all = sorted_members(
      coded_member<&x::attributes>(attributes_key), coded_member<&x::sequence>("sequence"),
      coded_member<&x::applied>("applied"), coded_member<&x::asked>("asked"),
      coded_member<&x::asked_as>("asked_as"), coded_member<&x::backfill>("backfill"),
      coded_member<&x::ending>("ending"), coded_member<&x::refused_by>("refused_by"),
      coded_member<&x::creator>("creator"), coded_member<&x::enders>("enders"),
      coded_member<&x::until>("until"), schema_member<x>());
  return all;
}

std::string record_subject(std::string_view type, std::string_view uuid) {
  return std::string{type} + "/" + std::string{uuid};
}

std::pair<std::string_view, std::string_view> split_subject(std::string_view subject) {
  const auto slash = subject.find('/');
  if (slash == std::string_view::npos) return {{}, subject};
  return {subject.substr(0, slash), subject.substr(slash + 1)};
}

std::string encode_record(const record_snapshot& x) { return to_text(x); }

result<record_snapshot> decode_record(std::string_view text) {
  auto out = decode_stored<record_snapshot>(text, "record");
  if (out && out->ending && !out->asked)
    return fail(error_code::internal, "the record is 'ending', but 'asked' names no node");
  return out;
}

}  // namespace ironbus
