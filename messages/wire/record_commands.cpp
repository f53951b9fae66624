#include "messages/wire/record_commands.hpp"

#include "messages/wire/command_codec.hpp"

#include <array>

namespace ironbus {

member_codecs<create_record> members_of(const create_record*) {
  using x = create_record;
  static constexpr auto all = sorted_members(coded_member<&x::fields>("fields"),
                                             coded_member<&x::api_version>("api_version"));
  return all;
}

member_codecs<update_record> members_of(const update_record*) {
  using x = update_record;
  static constexpr auto all = sorted_members(coded_member<&x::patch>("patch"),
                                             coded_member<&x::api_version>("api_version"));
  return all;
}

member_codecs<delete_record> members_of(const delete_record*) {
  using x = delete_record;
  static constexpr auto all = sorted_members(coded_member<&x::node>("node"));
  return all;
}

member_codecs<answer_claim> members_of(const answer_claim*) {
  using x = answer_claim;
  static constexpr auto all = sorted_members(coded_member<&x::node>("node"),
                                             coded_member<&x::resource_class>("resource_class"),
                                             coded_member<&x::refusal>("refusal"));
  return all;
}

member_codecs<answer_release> members_of(const answer_release*) {
  using x = answer_release;
  static constexpr auto all =
      sorted_members(coded_member<&x::node>("node"), coded_member<&x::refusal>("refusal"));
  return all;
}

member_codecs<order_letters> members_of(const order_letters*) {
  using x = order_letters;
  static constexpr auto all =
      sorted_members(coded_member<&x::action>("action"), coded_member<&x::letter>("letter"),
                     coded_member<&x::done>("done"));
  return all;
}

member_codecs<change_token> members_of(const change_token*) {
  using x = change_token;
  static constexpr auto all = sorted_members(coded_member<&x::change>("change"));
  return all;
}

namespace {

constexpr std::array<std::string_view, std::variant_size_v<record_command>> record_command_names{
    "create_record", "update_record",  "delete_record", "set_traits",
    "answer_claim",  "answer_release", "order_letters", "change_token",
};

}  // namespace

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
