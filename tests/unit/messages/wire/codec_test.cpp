#include "messages/wire/commands.hpp"
#include "messages/wire/record_commands.hpp"
#include "tests/support/coded_types.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus {

namespace {

using test::coded;
using test::coded_type;

const std::string wire_folder = "tests/unit/messages/wire";

template <class Variant>
json data_of(const Variant& x) {
  return json::parse(envelop(x, {}, {}, {}, {}).data.text());
}

/// Reads the data of a command of type T as received from the bus.
template <class Variant, class T, result<Variant> (*Decode)(const envelope&)>
result<json> read_and_write_command(const json& text) {
  envelope around;
  around.type = type_of(Variant{T{}});
  around.data = text;
  auto read = Decode(around);
  if (!read) return tl::unexpected(std::move(read.error()));
  BOOST_TEST(std::holds_alternative<T>(*read), around.type);
  return data_of(*read);
}

template <class Variant, result<Variant> (*Decode)(const envelope&), size_t... I>
void add_commands(std::vector<coded_type>& out, std::index_sequence<I...>) {
  (out.push_back(
       {type_of(Variant{std::in_place_index<I>}),
        boost::pfr::tuple_size_v<std::variant_alternative_t<I, Variant>>,
        data_of(Variant{std::in_place_index<I>}),
        &read_and_write_command<Variant, std::variant_alternative_t<I, Variant>, Decode>}),
   ...);
}

/// `later` is only for the conductor and is not sent.
coded_type reply_type() {
  return {"reply", boost::pfr::tuple_size_v<reply> - 1, json::parse(encode_reply({})),
          [](const json& text) -> result<json> {
            auto read = decode_reply(to_text(text));
            if (!read) return tl::unexpected(read.error());
            return json::parse(encode_reply(*read));
          }};
}

/// `specversion` and `authtype` are constant, and the trace is two attributes.
coded_type envelope_type() {
  return {"envelope", boost::pfr::tuple_size_v<envelope> + 3, json::object(),
          [](const json& text) -> result<json> {
            auto read = decode_envelope(to_text(text));
            if (!read) return tl::unexpected(read.error());
            return json::parse(encode_envelope(*read));
          }};
}

std::vector<coded_type> wire_types() {
  std::vector<coded_type> out{
      envelope_type(),
      reply_type(),
      coded<patch_operation>("patch_operation"),
      coded<machine>("machine"),
      coded<step_request>("step_request"),
      coded<facts>("facts"),
      coded<step_outcome>("step_outcome"),
      coded<power_survey::target>("power_survey::target"),
      coded<power_survey>("power_survey"),
      coded<power_finding>("power_finding"),
  };
  add_commands<command, decode_command>(out,
                                        std::make_index_sequence<std::variant_size_v<command>>{});
  add_commands<record_command, decode_record_command>(
      out, std::make_index_sequence<std::variant_size_v<record_command>>{});
  // A message for both nodes and records.
  out.erase(std::find_if(out.rbegin(), out.rend(),
                         [](const auto& x) { return x.name == "ironbus.command.set_traits"; })
                .base() -
            1);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(wire_codec)

BOOST_AUTO_TEST_CASE(every_message_is_written_as_it_was_read) {
  test::check_texts(wire_types(), wire_folder);
}

BOOST_AUTO_TEST_CASE(missing_or_wrong_members) { test::check_members(wire_types(), wire_folder); }

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
