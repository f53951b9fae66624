#include "actors/outbox.hpp"

#include <boost/test/unit_test.hpp>

namespace ironbus {

namespace {

/// As an earlier release stored it: the body is a text in a text.
constexpr std::string_view kept =
    R"({"body":"{\"data\":{\"text\":\"a \\\"b\\\" \\n é\"},\"id\":\"1\"}","correlation_id":"c",)"
    R"("exchange":"ironbus.node","id":"1","key":"7","mandatory":true,"reply_to":"r"})";

}  // namespace

BOOST_AUTO_TEST_SUITE(outbox_entries)

BOOST_AUTO_TEST_CASE(one_of_an_earlier_release_is_read) {
  const auto message = decode_outgoing(kept);
  BOOST_TEST_REQUIRE(message.has_value());
  BOOST_TEST(message->exchange == "ironbus.node");
  BOOST_TEST(message->routing_key == "7");
  BOOST_TEST(message->id == "1");
  BOOST_TEST(message->body == R"({"data":{"text":"a \"b\" \n é"},"id":"1"})");
  BOOST_TEST(message->correlation_id == "c");
  BOOST_TEST(message->reply_to == "r");
  BOOST_TEST(message->mandatory);
  BOOST_TEST(message->durable);
}

// During an upgrade of a cluster, a process of an earlier release may have to publish it.
BOOST_AUTO_TEST_CASE(it_is_written_as_earlier_releases_read_it) {
  auto message = decode_outgoing(kept).value();
  BOOST_TEST(encode_outgoing(message) == kept);
  message.again = true;
  message.durable = false;
  BOOST_TEST(encode_outgoing(message) == kept);
}

BOOST_AUTO_TEST_CASE(answers_are_not_durable) {
  const auto message = decode_outgoing(R"({"exchange":"","key":"q","id":"1","body":""})");
  BOOST_TEST_REQUIRE(message.has_value());
  BOOST_TEST(!message->durable);
  BOOST_TEST(!message->mandatory);
}

BOOST_AUTO_TEST_CASE(an_incomplete_entry_is_rejected) {
  for (const char* name : {"exchange", "key", "id", "body"}) {
    auto text = json::parse(kept);
    text.erase(name);
    const auto read = decode_outgoing(to_text(text));
    BOOST_TEST_REQUIRE(!read.has_value(), name);
    BOOST_TEST((read.error().code == error_code::internal));
    BOOST_TEST(read.error().message.find(name) != std::string::npos, read.error().message);
  }
}

BOOST_AUTO_TEST_CASE(every_truncated_entry_is_rejected) {
  for (size_t size = 0; size < kept.size(); ++size)
    BOOST_TEST(!decode_outgoing(kept.substr(0, size)).has_value(), size);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace ironbus
