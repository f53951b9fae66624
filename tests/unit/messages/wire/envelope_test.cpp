#include "messages/wire/envelope.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;

namespace {

envelope sample() {
  envelope out;
  out.id = "1";
  out.type = "ironbus.command.delete_node";
  out.source = "/ironbus/gateway/one";
  out.subject = "node-1";
  out.time = timestamp{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};
  out.data = json::object();
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_extensions_of_a_command_are_attributes) {
  auto x = sample();
  x.authid = "ann";
  x.request_id = "req-1";
  x.expires = x.time + std::chrono::seconds{7};
  const auto shown = json::parse(encode_envelope(x));
  BOOST_TEST(shown.at("authid") == "ann");
  BOOST_TEST(shown.at("requestid") == "req-1");
  BOOST_TEST(shown.at("expirytime") == "2026-01-01T00:00:07.000000+00:00");
  const auto back = decode_envelope(encode_envelope(x)).value();
  BOOST_TEST(back.request_id == x.request_id);
  BOOST_TEST((back.expires == x.expires));
  BOOST_TEST((expiry_of(back) == x.expires));
}

BOOST_AUTO_TEST_CASE(the_seen_access_is_a_text) {
  auto x = sample();
  x.seen = seen_access{"project-1", std::nullopt};
  const auto shown = json::parse(encode_envelope(x));
  BOOST_TEST(shown.at("seenaccess") == R"({"lessee":null,"owner":"project-1"})");
  BOOST_TEST((decode_envelope(encode_envelope(x)).value().seen == x.seen));
}

BOOST_AUTO_TEST_CASE(an_older_command_has_none_of_them) {
  const auto text = encode_envelope(sample());
  BOOST_TEST(text.find("expirytime") == std::string::npos);
  BOOST_TEST(text.find("requestid") == std::string::npos);
  const auto x = decode_envelope(text).value();
  BOOST_TEST(x.request_id.empty());
  BOOST_TEST(!x.expires);
  BOOST_TEST(!x.seen);
  BOOST_TEST((expiry_of(x) == x.time + std::chrono::seconds{30}));
}

BOOST_AUTO_TEST_CASE(an_invalid_expiry_makes_the_message_invalid) {
  auto text = json::parse(encode_envelope(sample()));
  text["expirytime"] = "soon";
  BOOST_TEST((decode_envelope(text.dump()).error().code == error_code::invalid));
}

BOOST_AUTO_TEST_CASE(an_invalid_trace_does_not_make_the_message_invalid) {
  auto x = sample();
  BOOST_TEST(encode_envelope(x).find("trace") == std::string::npos);
  x.trace = *parse_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  x.trace.state = "congo=1";
  auto text = json::parse(encode_envelope(x));
  BOOST_TEST(text.at("traceparent") == "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  BOOST_TEST(text.at("tracestate") == "congo=1");
  BOOST_TEST((decode_envelope(text.dump()).value().trace == x.trace));
  text["traceparent"] = "as an older gateway has taken it from its caller";
  BOOST_TEST(!decode_envelope(text.dump()).value().trace.is_set());
}
