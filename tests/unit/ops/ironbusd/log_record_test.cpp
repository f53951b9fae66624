#include "ops/ironbusd/log/log_record.hpp"

#include "messages/base/json.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <set>
#include <sstream>

using namespace ironbus;
using namespace ironbus::daemon;

namespace {

/// A hostile text of a machine.
const std::string forged =
    "ok\ntime=2020-01-01T00:00:00Z level=critical node=x msg=\"owned\" \x1b[2J\x7f\xc2\x9b"
    "31m"
    "\xe2\x80\xa8 \xff\r{\"level\":\"off\"}";

std::string line(const std::string& message, std::vector<log::field> fields = {}) {
  return as_logfmt("T", {log::level::info, message, std::move(fields)});
}

/// The records that `write` hands over.
std::vector<log::record> written(log::level least, const std::function<void()>& order) {
  std::vector<log::record> out;
  log::open([&](const log::record& x) { out.push_back(x); }, least);
  order();
  log::open({}, log::level::off);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(log_records)

BOOST_AUTO_TEST_CASE(a_record_has_a_message_and_fields) {
  BOOST_TEST(
      line("cannot connect", {{log_key::store, "redis"}, {log_key::error, "no \"route\""}}) ==
      "time=T level=info msg=\"cannot connect\" store=redis error=\"no \\\"route\\\"\"");
  BOOST_TEST(line("ended") == "time=T level=info msg=ended");
  BOOST_TEST(as_json_line("T", {log::level::warn, "gone", {{log_key::bus, "amqp"}}}) ==
             R"({"time":"T","level":"warn","msg":"gone","bus":"amqp"})");
}

BOOST_AUTO_TEST_CASE(texts_are_not_parsed_as_fields) {
  BOOST_TEST(line("level=critical node=x") == "time=T level=info msg=\"level=critical node=x\"");
  BOOST_TEST(line("a", {{log_key::error, "x level=off"}}) ==
             "time=T level=info msg=a error=\"x level=off\"");
}

BOOST_AUTO_TEST_CASE(texts_of_machines_are_escaped) {
  const auto text = line(forged, {{log_key::node, forged}});
  for (const unsigned char c : text) BOOST_TEST((c >= ' ' && c < 0x7f));
  BOOST_TEST(text.starts_with("time=T level=info msg=\"ok\\ntime=2020"));
  const auto record =
      json::parse(as_json_line("T", {log::level::info, forged, {{log_key::node, forged}}}));
  std::set<std::string> keys;
  for (const auto& [key, value] : record.items()) keys.insert(key);
  BOOST_TEST((keys == std::set<std::string>{"time", "level", "msg", "node"}));
  BOOST_TEST(record["level"] == "info");
}

BOOST_AUTO_TEST_CASE(secrets_are_masked_and_texts_are_cut) {
  const auto all = written(log::level::warn, [] {
    log::info("not urgent enough");
    log::warn("at http://ann:sesame@host", {{log_key::error, "password=sesame"}});
    log::warn(std::string(100'000, 'x'));
  });
  BOOST_REQUIRE(all.size() == 2);
  BOOST_TEST(all[0].message == "at http://ann:******@host");
  BOOST_TEST(all[0].fields[0].value == "password=******");
  BOOST_TEST(all[1].message.size() == 8 * 1024);
}

BOOST_AUTO_TEST_CASE(the_documented_fields_match_the_code) {
  std::ifstream file{"docs/reference/logs.md"};
  std::stringstream page;
  page << file.rdbuf();
  for (const auto& key : log_key::all) {
    const auto row = "| `" + std::string{key.name} + "` | " + std::string{key.description} + " |";
    BOOST_TEST((page.str().find(row) != std::string::npos), row);
  }
}

BOOST_AUTO_TEST_SUITE_END()
