#include "messages/wire/decision_record.hpp"

namespace ironbus {

namespace {

constexpr std::string_view subject_prefix = "decision/";

/// A member that already is JSON text and is not parsed; omitted if it is empty.
template <std::string decision_record::*Member>
constexpr member_codec<decision_record> written_member(std::string_view name) {
  return {name, [](std::string& out, const decision_record& x) { out += x.*Member; },
          [](json_value& source, decision_record& x) { x.*Member = read_raw(source); },
          [](const decision_record& x) { return (x.*Member).empty(); }};
}

}  // namespace

member_codecs<decision_context> members_of(const decision_context*) {
  using enum member_kind;
  using x = decision_context;
  static constexpr auto all = sorted_members(
      coded_member<&x::conductor>("conductor"), coded_member<&x::host>("host"),
      coded_member<&x::epoch>("epoch"), coded_member<&x::reply_to, if_filled>("reply_to"),
      coded_member<&x::correlation_id, if_filled>("correlation_id"),
      coded_member<&x::taken_macs, if_filled>("taken_macs"),
      coded_member<&x::served, if_filled>("served"), coded_member<&x::usual, if_filled>("usual"),
      coded_member<&x::fresh_token, if_filled>("fresh_token"));
  return all;
}

member_codecs<decision_record> members_of(const decision_record*) {
  using enum member_kind;
  using x = decision_record;
  static constexpr auto all = sorted_members(
      coded_member<&x::version, needed>("version"), coded_member<&x::time, needed>("time"),
      coded_member<&x::context>("context"), coded_member<&x::sent, if_filled>("sent"),
      written_member<&x::message>("message"), written_member<&x::before>("before"),
      written_member<&x::changes>("changes"), written_member<&x::configuration>("configuration"),
      written_member<&x::rules>("rules"));
  return all;
}

std::string decision_subject(std::string_view node) {
  return std::string{subject_prefix}.append(node);
}

bool is_decision_subject(std::string_view subject) { return subject.starts_with(subject_prefix); }

}  // namespace ironbus
