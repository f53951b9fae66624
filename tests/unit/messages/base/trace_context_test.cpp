#include "messages/base/trace_context.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <set>

// Headers traceparent and tracestate of callers (W3C Trace Context, level 1).

using namespace ironbus;
namespace data = boost::unit_test::data;

namespace {

const std::string trace = "0af7651916cd43dd8448eb211c80319c";
const std::string span = "b7ad6b7169203331";

/// Like `version`, followed by more data after the flags.
std::string parent(const std::string& version, const std::string& flags,
                   const std::string& more = {}) {
  return version + "-" + trace + "-" + span + "-" + flags + more;
}

struct row {
  std::string text;
  bool sampled = false;
};
std::ostream& operator<<(std::ostream& out, const row& x) { return out << x.text; }

const std::vector<row> good{
    {parent("00", "01"), true},      {parent("00", "00"), false},
    {parent("00", "03"), true},  // unknown flags
    {parent("00", "fe"), false},     {parent("00", "ff"), true},
    {parent("01", "01"), true},  // later versions start like this one
    {parent("cc", "00"), false},     {parent("cc", "01", "-what-the-future-will-be-like"), true},
    {parent("fe", "01", "-"), true},
};

const std::vector<std::string> bad{
    "",
    "0",
    "00",
    "00-",
    parent("00", "01", "-more"),
    parent("00", "01", "."),
    parent("00", "01", " "),
    parent("00", "01", std::string(1, '\0')),
    " " + parent("00", "01"),
    parent("ff", "01"),
    parent("FF", "01"),
    parent("0", "01"),
    parent("000", "01"),
    parent("0x", "01"),
    parent("cc", "01", ".what"),
    parent("cc", "01", "2"),
    parent("00", "1"),
    parent("00", "0g"),
    parent("00", "0A"),
    "00-" + trace + "-" + span,
    "00-" + trace + "-" + span + "-",
    "00-" + std::string(32, '0') + "-" + span + "-01",
    "00-" + trace + "-" + std::string(16, '0') + "-01",
    "00-0AF7651916CD43DD8448EB211C80319C-" + span + "-01",
    "00-" + trace + "-B7AD6B7169203331-01",
    "00-" + trace.substr(1) + "-" + span + "-01",
    "00-" + trace + "0-" + span + "-01",
    "00-" + trace + "-" + span.substr(1) + "-01",
    "00_" + trace + "_" + span + "_01",
    "00-" + trace + "-" + span + "+01",
    "00-" + trace.substr(1) + "\xff-" + span + "-01",
    "00-" + trace.substr(2) + "\r\n-" + span + "-01",
    std::string(100'000, '0'),
};

struct state_row {
  std::vector<std::string_view> headers;
  std::string kept;  ///< Empty: all of it is dropped.
};
std::ostream& operator<<(std::ostream& out, const state_row& x) {
  return out << (x.headers.empty() ? "" : x.headers.front().substr(0, 60));
}

std::string members(size_t count, const std::string& value = "1") {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += (i == 0 ? "k" : ",k") + std::to_string(i) + "=" + value;
  return out;
}

const std::string too_long = members(3, std::string(200, 'x'));
const std::string many = members(32);
const std::string too_many = members(33);
const std::string long_key = std::string(257, 'k') + "=1";
const std::string long_value = "k=" + std::string(257, 'v');

const std::vector<state_row> states{
    {{}, ""},
    {{""}, ""},
    {{"congo=t61rcWkgMzE"}, "congo=t61rcWkgMzE"},
    {{"congo=t61rcWkgMzE,rojo=00f067aa0ba902b7"}, "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7"},
    {{"congo=1", "rojo=2"}, "congo=1,rojo=2"},
    {{" congo=1 ,\trojo=2 , "}, "congo=1,rojo=2"},
    {{"congo=1,,rojo=2"}, "congo=1,rojo=2"},
    {{"fw529a3039@dt=FfHsa"}, "fw529a3039@dt=FfHsa"},
    {{"0tenant@system=1"}, "0tenant@system=1"},
    {{"a*b/c-d_e=!~; :"}, "a*b/c-d_e=!~; :"},
    {{many}, many},
    {{too_many}, ""},
    {{too_long}, ""},
    {{long_key}, ""},
    {{long_value}, ""},
    {{"congo"}, ""},
    {{"=1"}, ""},
    {{"congo="}, ""},
    {{"Congo=1"}, ""},
    {{"0congo=1"}, ""},
    {{"con go=1"}, ""},
    {{"congo=1=2"}, ""},
    {{"congo=1,congo=2"}, ""},
    {{"congo=1", "congo=2"}, ""},
    {{"@dt=1"}, ""},
    {{"a@=1"}, ""},
    {{"a@b@c=1"}, ""},
    {{"a@abcdefghijklmno=1"}, ""},
    {{"congo=\x01"}, ""},
    {{"congo=\xc3\xa4"}, ""},
    {{"congo=a\r\nX-Evil: 1"}, ""},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(trace_contexts)

BOOST_DATA_TEST_CASE(valid_parents_are_read, data::make(good), row) {
  const auto read = parse_traceparent(row.text);
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST(to_hex(read->trace) == trace);
  BOOST_TEST(to_hex(read->span) == span);
  BOOST_TEST(read->sampled == row.sampled);
  BOOST_TEST(to_traceparent(*read) == parent("00", row.sampled ? "01" : "00"));
}

BOOST_DATA_TEST_CASE(invalid_parents_are_rejected, data::make(bad), text) {
  BOOST_TEST(!parse_traceparent(text).has_value());
}

BOOST_DATA_TEST_CASE(the_state_of_other_systems_is_kept, data::make(states), row) {
  BOOST_TEST(join_tracestate(row.headers) == row.kept);
}

BOOST_AUTO_TEST_CASE(the_same_name_gives_the_same_child) {
  auto one = *parse_traceparent(parent("00", "01"));
  one.state = "congo=1";
  const auto child = child_of(one, "step.0.1");
  BOOST_TEST((child == child_of(one, "step.0.1")));
  BOOST_TEST((child.trace == one.trace));
  BOOST_TEST((child.span != one.span));
  BOOST_TEST(child.sampled);
  BOOST_TEST(child.state == "congo=1");
  BOOST_TEST((child.span != child_of(one, "step.0.2").span));
  BOOST_TEST((child.span != child_of(child, "step.0.1").span));
  BOOST_TEST(!child_of({}, "step.0.1").is_set());
}

BOOST_AUTO_TEST_CASE(a_trace_starts_with_new_ids) {
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) {
    const auto one = begin_trace(1);
    BOOST_TEST(one.is_set());
    BOOST_TEST(one.sampled);
    BOOST_TEST(parse_traceparent(to_traceparent(one)).has_value());
    ids.insert(to_hex(one.trace));
    ids.insert(to_hex(fresh_child_of(one).span));
  }
  BOOST_TEST(ids.size() == 200U);
}

BOOST_AUTO_TEST_CASE(a_part_of_the_traces_is_sampled) {
  int none = 0;
  int half = 0;
  for (int i = 0; i < 2000; ++i) {
    none += begin_trace(0).sampled ? 1 : 0;
    half += begin_trace(0.5).sampled ? 1 : 0;
  }
  BOOST_TEST(none == 0);
  BOOST_TEST(half > 800);
  BOOST_TEST(half < 1200);
}

BOOST_AUTO_TEST_CASE(an_invalid_text_is_no_trace) {
  for (const auto* text : {"{}", R"({"traceparent":"x"})", R"({"traceparent":""})"})
    BOOST_TEST(!decode<trace_context>(text).value().is_set(), text);
  BOOST_TEST(decode<trace_context>(R"({"tracestate":"A B"})").value().state.empty());
  BOOST_TEST(to_text(trace_context{}) == "{}");
}

BOOST_AUTO_TEST_SUITE_END()
