#include "ops/ironbusd/options/values.hpp"

#include "ops/ironbusd/configuration/yaml_file.hpp"
#include "ops/ironbusd/text/duration.hpp"

#include <boost/test/unit_test.hpp>

using namespace ironbus;
using namespace ironbus::daemon;
using namespace std::chrono_literals;

namespace {

template <class T>
std::optional<T> read(const std::string& text, const limits& allowed = {}) {
  T out{};
  if (!read_value(read_inline(text), allowed, out)) return std::nullopt;
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(values)

BOOST_AUTO_TEST_CASE(a_duration_without_a_unit_is_in_seconds) {
  BOOST_CHECK(parse_duration("30") == 30s);
  BOOST_CHECK(parse_duration("30s") == 30s);
  BOOST_CHECK(parse_duration("5m") == 5min);
  BOOST_CHECK(parse_duration("2h") == 2h);
  BOOST_CHECK(parse_duration("1d") == 24h);
  BOOST_CHECK(parse_duration("250ms") == 250ms);
}

BOOST_AUTO_TEST_CASE(invalid_durations_are_rejected) {
  for (const auto* text : {"", "s", "-1", "1.5s", "5 m", "5x", "99999999999", "1s1"})
    BOOST_CHECK_MESSAGE(!parse_duration(text), text);
}

BOOST_AUTO_TEST_CASE(a_printed_duration_parses_back) {
  for (const auto x : {0ms, 1ms, 1500ms, 1000ms, 90'000ms, 3'600'000ms, 86'400'000ms})
    BOOST_CHECK(parse_duration(duration_text(x)) == x);
  BOOST_TEST(duration_text(std::chrono::milliseconds{90s}) == "90s");
}

BOOST_AUTO_TEST_CASE(a_field_in_seconds_rejects_milliseconds) {
  BOOST_CHECK(read<std::chrono::seconds>("2m") == 120s);
  BOOST_CHECK(!read<std::chrono::seconds>("250ms"));
  BOOST_CHECK(read<std::chrono::milliseconds>("250ms") == 250ms);
}

BOOST_AUTO_TEST_CASE(a_number_is_checked_against_limits_and_type) {
  BOOST_CHECK(read<uint16_t>("7", {1, 10, {}, 1, {}}) == 7);
  BOOST_CHECK(!read<uint16_t>("11", {1, 10, {}, 1, {}}));
  BOOST_CHECK(!read<uint16_t>("70000"));
  BOOST_CHECK(!read<uint32_t>("-1"));
  BOOST_CHECK(!read<uint32_t>("1.0"));
  BOOST_CHECK(!read<uint32_t>(""));
  BOOST_CHECK(read<size_t>("2", {1, 10, {}, 1024, "KiB"}) == 2048);
}

BOOST_AUTO_TEST_CASE(an_address_needs_a_host_and_a_port) {
  BOOST_CHECK(read<host_port>("127.0.0.1:6385") == (host_port{"127.0.0.1", 6385}));
  BOOST_CHECK(read<host_port>("[::1]:0") == (host_port{"::1", 0}));
  BOOST_TEST(to_string(host_port{"::1", 80}) == "[::1]:80");
  for (const auto* text : {"6385", ":6385", "host:", "host:65536", "host:x", "::1:80", "[]:80"})
    BOOST_CHECK_MESSAGE(!read<host_port>(text), text);
}

BOOST_AUTO_TEST_CASE(a_list_is_yaml_or_comma_separated_without_duplicates) {
  const std::vector<std::string> both{"a", "b"};
  BOOST_CHECK(read<std::vector<std::string>>("[a, b]") == both);
  BOOST_CHECK(read<std::vector<std::string>>("a, b") == both);
  BOOST_CHECK(!read<std::vector<std::string>>("a,a"));
  BOOST_CHECK(!read<std::vector<std::string>>("a,c", {{}, {}, both, 1, {}}));
  BOOST_CHECK(!read<std::vector<std::string>>("", {1, {}, {}, 1, {}}));
}

BOOST_AUTO_TEST_CASE(a_map_is_yaml_or_comma_separated) {
  const priority_overrides both{{"deploy.erase_devices", 0}, {"raid.create", 5.5}};
  using map = priority_overrides;
  BOOST_CHECK(read<map>("{deploy.erase_devices: 0, raid.create: 5.5}") == both);
  BOOST_CHECK(read<map>("deploy.erase_devices:0, raid.create:5.5") == both);
  BOOST_TEST(show_value({}, both) == "{deploy.erase_devices: 0, raid.create: 5.5}");
  BOOST_CHECK(!read<map>("deploy.erase_devices"));
  BOOST_CHECK(!read<map>("{deploy.erase_devices: high}"));
}

BOOST_AUTO_TEST_CASE(a_map_of_texts_may_contain_colons) {
  const ironbus::texts_by_arch both{{"aarch64", "http://h:1/k"}, {"x86_64", "file:///k"}};
  using map = ironbus::texts_by_arch;
  BOOST_CHECK(read<map>("{aarch64: 'http://h:1/k', x86_64: 'file:///k'}") == both);
  BOOST_CHECK(read<map>("aarch64:http://h:1/k, x86_64:file:///k") == both);
  BOOST_CHECK(read<map>(show_value({}, both)) == both);
  for (const auto* text : {"aarch64", "{aarch64: ''}", "[a]"})
    BOOST_CHECK_MESSAGE(!read<map>(text), text);
}

BOOST_AUTO_TEST_CASE(a_managed_dhcp_server_has_an_interface_and_a_range) {
  using managed = managed_dhcp_options;
  const auto good = read<managed>("{interface: eth1, range: 192.0.2.100-192.0.2.200}");
  BOOST_REQUIRE(good);
  BOOST_TEST(good->interface == "eth1");
  BOOST_TEST(show_value({}, *good) == "{interface: eth1, range: 192.0.2.100-192.0.2.200}");
  BOOST_TEST(show_value({}, managed{}) == "");
  BOOST_CHECK(read<managed>("interface:eth1,range:192.0.2.1-192.0.2.2"));
  for (const auto* text : {"{interface: eth1}", "{interface: eth1, range: 192.0.2.1}", "eth1",
                           "{interface: a, range: 192.0.2.1-192.0.2.2, lease: 1h}",
                           "{interface: 'a/b', range: 192.0.2.1-192.0.2.2}"})
    BOOST_CHECK_MESSAGE(!read<managed>(text), text);
}

BOOST_AUTO_TEST_CASE(a_priority_may_be_a_fraction) {
  const limits from_0{0, 100, {}, 1, {}};
  BOOST_CHECK(read<step_priority>("10.5", from_0) == step_priority{10.5});
  BOOST_TEST(show_value(from_0, step_priority{10.5}) == "10.5");
  BOOST_TEST(show_value(from_0, step_priority{10}) == "10");
  for (const auto* text : {"-0.5", "100.5", "ten", "nan", "inf", "1 "})
    BOOST_CHECK_MESSAGE(!read<step_priority>(text, from_0), text);
}

BOOST_AUTO_TEST_CASE(a_fault_rejects_unknown_keys) {
  const auto faults =
      read<std::vector<fake_failure>>("[{interface: deploy, after_seconds: 1.5, times: 2}]");
  BOOST_REQUIRE(faults);
  BOOST_TEST(faults->at(0).interface == "deploy");
  BOOST_CHECK(faults->at(0).after_seconds == 1.5);
  BOOST_TEST(faults->at(0).times == 2U);
  BOOST_TEST(show_value({}, *faults) == "[{interface: deploy, after_seconds: 1.5, times: 2}]");
  for (const auto* text : {"[{interfaces: deploy}]", "[deploy]", "{interface: deploy}",
                           "[{times: -1}]", "[{after_seconds: soon}]", "[{interface: [deploy]}]"})
    BOOST_CHECK_MESSAGE(!read<std::vector<fake_failure>>(text), text);
}

BOOST_AUTO_TEST_CASE(printed_rows_of_texts_parse_back) {
  const std::string text = "[{boot_whole: \"true\", vendor: \"a b\"}]";
  const auto rows = read<std::vector<vendor_row_text>>(text);
  BOOST_REQUIRE(rows);
  BOOST_CHECK(read<std::vector<vendor_row_text>>(show_value({}, *rows)) == rows);
  BOOST_TEST(show_value({}, std::vector<vendor_row_text>{}) == "[]");
  for (const auto* odd : {"[a]", "{vendor: a}", "[{vendor: [a]}]", "a"})
    BOOST_CHECK_MESSAGE(!read<std::vector<vendor_row_text>>(odd), odd);
}

BOOST_AUTO_TEST_CASE(a_boolean_has_its_usual_spellings) {
  BOOST_CHECK(read<bool>("true") == true);
  BOOST_CHECK(read<bool>("No") == false);
  BOOST_CHECK(!read<bool>("1"));
  BOOST_CHECK(!read<bool>("maybe"));
}

BOOST_AUTO_TEST_SUITE_END()
