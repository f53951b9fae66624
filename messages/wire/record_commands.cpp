#include "messages/wire/record_commands.hpp"

#include "messages/base/codec.hpp"
#include "messages/wire/command_codec.hpp"

#include <array>

namespace ironbus {

IRONBUS_CODEC(create_record, fields, api_version)
IRONBUS_CODEC(update_record, patch, api_version)
IRONBUS_CODEC(delete_record, node)
IRONBUS_CODEC(answer_claim, node, resource_class, refusal)
IRONBUS_CODEC(answer_release, node, refusal)

namespace {

constexpr std::array<std::string_view, std::variant_size_v<record_command>> record_command_names{
    "create_record", "update_record", "delete_record",
    "set_traits",    "answer_claim",  "answer_release",
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
