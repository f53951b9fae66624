#include "ops/ironbusd/log_record.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus::daemon;

namespace {

std::string line(const std::string& text) { return as_logfmt({"T", "info"}, parse_log_text(text)); }

}  // namespace

BOOST_AUTO_TEST_SUITE(log_records)

BOOST_AUTO_TEST_CASE(words_are_the_message_and_pairs_are_fields) {
  BOOST_TEST(line("store=redis cannot connect error=\"no \\\"route\\\"\"") ==
             "time=T level=info msg=\"cannot connect\" store=redis error=\"no \\\"route\\\"\"");
  BOOST_TEST(line("ended") == "time=T level=info msg=ended");
  BOOST_TEST(line("a=1 b=2") == "time=T level=info a=1 b=2");
}

BOOST_AUTO_TEST_CASE(what_only_looks_like_a_pair_is_message) {
  BOOST_TEST(line("1=2 = x= y") == "time=T level=info msg=\"1=2 = x= y\"");
  BOOST_TEST(line("http: GET /v1?limit=2") == "time=T level=info msg=\"http: GET /v1?limit=2\"");
}

BOOST_AUTO_TEST_CASE(a_record_stays_on_one_line_whatever_is_in_it) {
  BOOST_TEST(line("a\nb\x1b[31m").find('\n') == std::string::npos);
  BOOST_TEST(line("a\nb\x1b[31m").find('\x1b') == std::string::npos);
  BOOST_TEST(line("broken \xff utf").find('\xff') == std::string::npos);
  BOOST_TEST(line("open=\"quote") == "time=T level=info open=quote");
}

BOOST_AUTO_TEST_CASE(the_same_as_json) {
  BOOST_TEST(as_json_line({"T", "warn"}, parse_log_text("bus=amqp gone for good")) ==
             R"({"time":"T","level":"warn","msg":"gone for good","bus":"amqp"})");
}

BOOST_AUTO_TEST_SUITE_END()
